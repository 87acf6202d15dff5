import { listChanges } from '../merge/changes';
import { fieldAt } from '../merge/fieldAt';
import type { FieldPath } from '../merge/fieldPath';
import { withoutFields } from '../session/hiddenFields';
import type { KubernetesObject } from '../session/ports';
import { versionFields } from './moveToServerSide';
import { withoutNoise } from './reviewWrites';
import type { FileTarget } from './writing';

/** Whether two readings are of the same version of the same object. */
export function isAtVersion(one: KubernetesObject, other: KubernetesObject): boolean {
  return versionFields.every(
    (field) => fieldAt(one, ['metadata', field]) === fieldAt(other, ['metadata', field]),
  );
}

/** Whether two readings are of one object, at whatever version. */
export function isSameObject(one: KubernetesObject, other: KubernetesObject): boolean {
  return fieldAt(one, ['metadata', 'uid']) === fieldAt(other, ['metadata', 'uid']);
}

/**
 * The fields in which an object is another than it was shown: not those that only the server writes, nor its `status`,
 * which move by themselves while the user thinks.
 */
export function findMoved(
  { shown, now }: { shown: KubernetesObject; now: KubernetesObject },
  target: Pick<FileTarget, 'place' | 'topology'>,
): FieldPath[] {
  const [before, after] = [shown, now].map((object) => withoutNoise(object, target));
  return listChanges(before ?? null, after ?? null, target.topology).map(({ path }) => path);
}

/** An object without what differs between a dry run and the write itself. */
export function withoutChance(object: KubernetesObject): KubernetesObject {
  const chance = ['resourceVersion', 'managedFields', 'generation', 'uid', 'creationTimestamp'];
  return withoutFields(object, [...chance.map((field) => ['metadata', field]), ['status']]);
}

/** How often a write is made for the newest version of an object of which nothing has moved that was shown. */
export const mostMoves = 5;
