import type { LiveDocument } from './liveDocument';
import { knownSnapshot } from './judged';
import { showsTheSame } from './snapshot';

/**
 * Whether nothing but hidden fields of the object has moved between two states of a document, as with a heartbeat:
 * nothing that its text, its marks or its health say of it.
 */
export function hasMovedSilently(before: LiveDocument, after: LiveDocument): boolean {
  const [one, other] = [knownSnapshot(before), knownSnapshot(after)];
  return (
    before.text === after.text &&
    before.health === after.health &&
    before.notes === after.notes &&
    before.restored === after.restored &&
    before.topology === after.topology &&
    before.ownership === after.ownership &&
    before.live.kind === after.live.kind &&
    one.uid === other.uid &&
    ((isAtRest(before) && isAtRest(after)) ||
      (showsTheSame(one, other, after) && showsTheSame(before.base, after.base, after)))
  );
}

/** Whether the text stands on the live object: it has moved along where the text shows no change. */
function isAtRest({ live, base }: LiveDocument): boolean {
  return live.kind === 'present' && live.snapshot === base;
}
