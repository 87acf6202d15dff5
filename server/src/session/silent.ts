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
    showsTheSame(one, other, after) &&
    // The base mostly is the live object, which is compared already.
    ((one === before.base && other === after.base) || showsTheSame(before.base, after.base, after))
  );
}
