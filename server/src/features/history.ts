import type { Change } from '../merge/changes';
import { formatFieldPath } from '../merge/fieldPath';
import type { SeenVersionSummary } from '../protocol/versions';
import type { FoughtField, HotLoop } from '../reconcile/hotLoop';
import type { SeenVersion, SeenVersions } from '../session/seenVersions';
import { describeAgo } from './durations';
import { describeChange } from './questions';
import { clockTime } from './values';

/** The versions that were seen, newest first, in words for a list. `now`: milliseconds since 1970. */
export function summarizeVersions(
  { versions }: Pick<SeenVersions, 'versions'>,
  { now, secret }: { now: number; secret: boolean },
): SeenVersionSummary[] {
  return versions
    .map((version, index): SeenVersionSummary => {
      const { resourceVersion, origin, seenAt } = version;
      const title = origin === 'opened' ? 'as first opened' : describeWriters(version);
      const time = clockTime(seenAt);
      const isLast = index === versions.length - 1;
      return {
        resourceVersion,
        origin,
        title,
        description: [describeAgo(seenAt, now), time, ...(isLast ? ['newest'] : [])].join(' · '),
        detail: describeChanges(version, { secret }),
        name: origin === 'opened' ? title : `${title} ${time}`,
      };
    })
    .reverse();
}

/** `you`, `kubectl/scale, helm`: who has written a version, as far as the object records that. */
function describeWriters({ origin, changes }: SeenVersion): string {
  const names = changes.map(({ writer }) => {
    if (writer === undefined) return 'unknown manager';
    return writer.subresource === undefined ? writer.manager : `${writer.manager}/${writer.subresource}`;
  });
  return origin === 'own' ? 'you' : [...new Set(names)].join(', ');
}

/** `spec.replicas 2 → 5, spec.paused added (true) and 3 more`. */
function describeChanges(version: SeenVersion, options: { secret: boolean }): string {
  const { changes, changeCount, recreated, folded, origin, resourceVersion } = version;
  const named = changes.slice(0, mostNamed).map(({ change }) => describeShortly(change, options));
  const left = changeCount - named.length;
  const what = [
    ...(recreated ? ['deleted and created anew'] : []),
    ...(named.length > 0 ? [`${named.join(', ')}${left > 0 ? ` and ${left} more` : ''}`] : []),
    ...(origin === 'opened' ? [`resourceVersion ${resourceVersion}`] : []),
    ...(folded > 0 ? [`then ${folded} ${folded === 1 ? 'version' : 'versions'} of hidden fields only`] : []),
  ];
  return what.join(' · ');
}

/**
 * As `describeChange`, so that what differs has room in a line of a list: of a long path the end, of two texts what
 * stands behind the last `/` that they have in common, e.g. `…containers[name=web].image "…web:1.0" → "…web:2.0"`.
 */
function describeShortly(change: Change, options: { secret: boolean }): string {
  const { path } = change;
  const from = path.findIndex((_, index) => formatFieldPath(path.slice(index)).length <= longestPath);
  const end = path.slice(from === -1 ? path.length - 1 : from);
  const words = describeChange({ ...withoutCommonStart(change), path: end }, options);
  return end.length === path.length ? words : `…${words}`;
}

function withoutCommonStart(change: Change): Change {
  const { kind, before, after } = change;
  if (kind !== 'changed' || typeof before !== 'string' || typeof after !== 'string') return change;
  let common = 0;
  while (common < before.length && before[common] === after[common]) common += 1;
  const start = before.lastIndexOf('/', common - 1) + 1;
  return common === 0 || start === 0
    ? change
    : { ...change, before: `…${before.slice(start)}`, after: `…${after.slice(start)}` };
}

/** `fought over by kubectl and operator`. */
export function describeFight({ managers: [one, other] }: HotLoop): string {
  return `fought over by ${one} and ${other}`;
}

/** `Fought over by kubectl and operator: spec.replicas changed 14 times in the last minute.` */
export function describeFoughtField(
  { managers: [one, other] }: HotLoop,
  { path, times }: FoughtField,
): string {
  return `Fought over by ${one} and ${other}: ${formatFieldPath(path)} changed ${times} times in the last minute.`;
}

const mostNamed = 3;
const longestPath = 28;
