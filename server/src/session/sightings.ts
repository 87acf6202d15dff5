import { formatPointer } from '../merge/fieldPath';
import type { LiveChange } from './merged';
import type { SeenVersions } from './seenVersions';

/**
 * The changes with when each was seen first, where no time is recorded for it: not every write leaves one, a removal
 * none at all. Milliseconds since 1970, by our own clock.
 */
export function withSightings(
  changes: LiveChange[],
  { versions }: Pick<SeenVersions, 'versions'>,
): LiveChange[] {
  const wanted = new Set(changes.filter(isWithoutTime).map(({ change }) => formatPointer(change.path)));
  const seen = new Map<string, number>();
  for (const version of versions.toReversed()) {
    if (wanted.size === 0) break;
    for (const { change } of version.changes) {
      const pointer = formatPointer(change.path);
      if (wanted.delete(pointer)) seen.set(pointer, version.seenAt);
    }
  }
  if (seen.size === 0) return changes;
  return changes.map((moved) => {
    const seenAt = isWithoutTime(moved) ? seen.get(formatPointer(moved.change.path)) : undefined;
    return seenAt === undefined ? moved : { ...moved, seenAt };
  });
}

function isWithoutTime({ writer }: LiveChange): boolean {
  return writer?.time === undefined || writer.isGuessed === true;
}
