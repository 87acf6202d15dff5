import type { Counted, RolloutPart } from '../reconcile/rollout';
import { describeAgo } from './durations';

/** `3 of 5 updated, 4 available, 1 old …`: the parts of a rollout in one line; undefined where there are none. */
export function describeParts(parts: readonly RolloutPart[], now: number): string | undefined {
  const counts: string[] = [];
  const others: string[] = [];
  let lastOf: number | undefined;
  for (const part of parts) {
    if (part.kind !== 'count') {
      others.push(describeOther(part, now));
      continue;
    }
    const { count, of } = part;
    counts.push(`${of === undefined || of === lastOf ? count : `${count} of ${of}`} ${counted[part.what]}`);
    lastOf = of ?? lastOf;
  }
  const said = [...(counts.length === 0 ? [] : [counts.join(', ')]), ...others];
  return said.length === 0 ? undefined : said.join(' · ');
}

function describeOther(part: Exclude<RolloutPart, { kind: 'count' }>, now: number): string {
  switch (part.kind) {
    case 'text':
      return shorten(part.text);
    case 'time':
      return `${part.what === 'lastScheduled' ? 'last scheduled' : 'last successful'} ${describeAgo(part.at, now)}`;
    case 'finalizers':
      return shorten(`finalizers: ${part.names.join(', ')}`);
  }
}

/** A text of the object in one line of at most so many characters and a sign: a lens must not run off the screen. */
export function shorten(text: string, longest = 160): string {
  // Cut before the rest is done: messages of megabytes exist.
  const line = text
    .slice(0, 4 * longest)
    .replace(/\s+/g, ' ')
    .trim();
  return line.length > longest || text.length > 4 * longest ? `${line.slice(0, longest)}…` : line;
}

const counted: Record<Counted, string> = {
  updated: 'updated',
  available: 'available',
  ready: 'ready',
  current: 'replicas',
  old: 'old pending termination',
  excess: 'too many',
  heldBack: 'held back by the partition',
  misscheduled: 'misscheduled',
  succeeded: 'succeeded',
  active: 'active',
  failed: 'failed',
};
