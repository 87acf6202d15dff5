import { fieldAt } from '../merge/fieldAt';
import type { FieldPath } from '../merge/fieldPath';
import { serverOwnedFields } from '../merge/objectFields';
import { isJsonObject, type JsonObject, type JsonValue } from '../merge/json';

const status: FieldPath = ['status'];

/** Which parts of an object its text does not show, and which of them the user cannot change at all. */
export interface FieldOwnership {
  hidden: readonly FieldPath[];
  serverOwned: readonly FieldPath[];
}

/**
 * The ownership for one kind, by the setting `hiddenFields` and by whether the kind has a status subresource:
 * with one, its main endpoint ignores `status`; without, `status` is ordinary data and stays in the text.
 */
export function fieldOwnership(
  hiddenFields: readonly string[],
  kind: { hasStatus: boolean },
): FieldOwnership {
  const hidden = hiddenFields.map(parseFieldPath).filter((path) => path.length > 0);
  return {
    hidden: kind.hasStatus ? hidden : hidden.filter((path) => path[0] !== 'status'),
    serverOwned: kind.hasStatus ? [...serverOwnedFields, status] : serverOwnedFields,
  };
}

/** Reads `metadata.annotations[example.dev/owner]`: names between dots, any text between brackets. */
export function parseFieldPath(text: string): FieldPath {
  return [...text.matchAll(/\[([^\]]*)\]|[^.[\]]+/g)].map((match) => match[1] ?? match[0]);
}

/** A copy of the object without its hidden fields; maps that held nothing else go with them. Shares the rest. */
export function hideFields(object: JsonObject, { hidden }: FieldOwnership): JsonObject {
  return hidden.reduce((rest, path) => withoutField(rest, path), object);
}

/**
 * A copy of `visible` that is ready to be written: hidden and server-owned fields are those of `base`, the object
 * whose text the user saw, whatever the text says of them; so is a missing namespace.
 */
export function restoreFields(visible: JsonObject, base: JsonObject, ownership: FieldOwnership): JsonObject {
  const restored = [...ownership.hidden, ...ownership.serverOwned].reduce(
    (object, path) => withField(object, path, fieldAt(base, path)),
    visible,
  );
  const namespacePath: FieldPath = ['metadata', 'namespace'];
  return fieldAt(restored, namespacePath) == null
    ? withField(restored, namespacePath, fieldAt(base, namespacePath))
    : restored;
}

function withoutField(object: JsonObject, [key, ...rest]: FieldPath): JsonObject {
  if (typeof key !== 'string' || !Object.hasOwn(object, key)) return object;
  const child = object[key];
  const kept = rest.length > 0 && isJsonObject(child) ? withoutField(child, rest) : undefined;
  if (rest.length > 0 && (kept === undefined || kept === child)) return object;
  const emptied = kept !== undefined && Object.keys(kept).length === 0;
  return Object.fromEntries(
    Object.entries(object).flatMap(([name, value]) => {
      if (name !== key) return [[name, value]];
      return kept === undefined || emptied ? [] : [[name, kept]];
    }),
  );
}

function withField(object: JsonObject, path: FieldPath, value: JsonValue | undefined): JsonObject {
  if (value === undefined) return withoutField(object, path);
  const [key, ...rest] = path;
  if (typeof key !== 'string') return object;
  const child = Object.hasOwn(object, key) ? object[key] : undefined;
  const inner = rest.length === 0 ? value : withField(isJsonObject(child) ? child : {}, rest, value);
  return { ...object, [key]: inner };
}
