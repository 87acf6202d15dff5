import { renderManifest } from '../manifest/render';
import { fieldAt } from '../merge/fieldAt';
import { formatFieldPath } from '../merge/fieldPath';
import { isJsonObject, type JsonObject } from '../merge/json';
import { lastAppliedField, serverOwnedFields } from '../merge/objectFields';
import type { ReviewedChange } from '../protocol/files';
import { withoutFields } from '../session/hiddenFields';
import type { KubernetesObject } from '../session/ports';
import { isSecretObject } from './statedObjects';
import type { FileTarget, PlannedApply } from './writing';

/**
 * The two texts of an object before and after a write, without what only the server writes. Values of a Secret are
 * replaced by whether they change, as `kubectl diff` does.
 */
export function reviewChange(
  target: FileTarget,
  { before, after }: { before: KubernetesObject | undefined; after: KubernetesObject | undefined },
): ReviewedChange {
  const shown = [before, after].map((object) => object && withoutNoise(object, target));
  const [one, other] = isSecretObject(target.identity) ? maskSecrets(shown) : shown;
  const render = (object: JsonObject | undefined): string =>
    object === undefined ? '' : renderManifest(object);
  return { title: target.title, before: render(one), after: render(other) };
}

/** What is said of an apply before it is made, beside its two texts; one line each. */
export function explainApply(
  { live, takenOver, clientSide }: PlannedApply,
  { title, before, after }: ReviewedChange,
  { manager, isOnly }: { manager: string; isOnly: boolean },
): string[] {
  const sentences = [
    ...(before === after ? ['Only the record of who has written its fields changes.'] : []),
    ...(live === undefined ? ['It is created.'] : []),
    ...takenOver.map(({ path, manager: other }) => `${formatFieldPath(path)} is taken over from ${other}.`),
    ...clientSide.map(
      (other) =>
        `It was applied by kubectl on the client's side (${other}). Its fields move to server-side apply by ${manager}, and fields that the file does not state any more are removed.`,
    ),
  ];
  return isOnly ? sentences : sentences.map((sentence) => `${title}: ${sentence}`);
}

/** An object without what only the server writes, and without `status` where no write of the object is about it. */
export function withoutNoise(object: JsonObject, { place }: Pick<FileTarget, 'place'>): JsonObject {
  const ignoresStatus = place.kind === 'place' && place.status === 'ignored';
  return withoutFields(object, [
    ...serverOwnedFields,
    lastAppliedField,
    ...(ignoresStatus ? [['status']] : []),
  ]);
}

function maskSecrets(objects: readonly (JsonObject | undefined)[]): (JsonObject | undefined)[] {
  return objects.map((object, at) => {
    if (object === undefined) return undefined;
    const other = objects[1 - at];
    const masked: JsonObject = { ...object };
    for (const part of ['data', 'stringData']) {
      const values = object[part];
      if (!isJsonObject(values)) continue;
      masked[part] = Object.fromEntries(
        Object.entries(values).map(([key, value]) => {
          const there = other === undefined ? undefined : fieldAt(other, [part, key]);
          const isSame = there === undefined || there === value;
          return [key, isSame ? '***' : at === 0 ? '*** (before)' : '*** (after)'];
        }),
      );
    }
    return masked;
  });
}
