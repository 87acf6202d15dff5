import type { Health } from '../session/follow';
import type { DocumentView } from '../session/view';
import type { Termination } from '../reconcile/termination';
import { clockTime } from './values';

/** How a text stands to its live object, in a few words for a lens: `2 changes from live will be kept on save`. */
export function describeStaleness(view: DocumentView): string {
  const { staleness, health, conflicts, termination } = view;
  const ending = termination === undefined ? [] : [describeTermination(termination)];
  switch (staleness) {
    case 'current':
      return health.kind === 'polling'
        ? `current as of the last reading (every ${health.everyMilliseconds / 1_000} s)`
        : 'current';
    case 'stale':
      return describeMoved(view);
    case 'conflicting':
      return [`${count(conflicts.length, 'conflict')} with the live object`, ...ending].join(' · ');
    case 'terminating':
      return [...ending, ...(view.moved.length > 0 ? [describeMoved(view)] : [])].join(' · ');
    case 'deleted':
      return 'deleted from the cluster';
    case 'replaced':
      return 'deleted and created anew';
    case 'forbidden':
      return `no longer allowed to read it${sinceLoss(health)}`;
    case 'otherCluster':
      return `the context leads to another cluster${sinceLoss(health)}`;
    case 'unknown':
      if (health.kind === 'unknown') return `not known${sinceLoss(health)}`;
      return view.restored ? 'this text is of an earlier session' : 'connecting';
  }
}

/** `being deleted since 14:03:22 · held by example.dev/lb`. */
export function describeTermination({ since, finalizers }: Termination): string {
  const deleted = since === undefined ? 'being deleted' : `being deleted since ${clockTime(since)}`;
  return finalizers.length === 0 ? deleted : `${deleted} · held by ${someNames(finalizers)}`;
}

/** `a, b, c and 2 more`. */
export function someNames(names: readonly string[]): string {
  const left = names.length - mostNames;
  return left <= 0 ? names.join(', ') : `${names.slice(0, mostNames).join(', ')} and ${left} more`;
}

/** What others have changed and the text does not say: a save keeps it, a clean text may be left until it is reloaded. */
function describeMoved({ moved, clean }: DocumentView): string {
  if (moved.length === 0) return 'the live object has the same changes';
  const changes = count(moved.length, 'change');
  return clean ? `live has moved: ${changes}` : `${changes} from live will be kept on save`;
}

function sinceLoss(health: Health): string {
  return health.kind === 'unknown' ? ` since ${clockTime(health.since)}` : '';
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

const mostNames = 3;
