import type { FieldPath } from '../merge/fieldPath';
import { isJsonObject, type JsonObject } from '../merge/json';
import { withFieldAt } from '../merge/objectFields';

/** Which parts of an object its text does not show, and whether `status` is data that a save can change. */
export interface FieldOwnership {
  hidden: readonly FieldPath[];
  status: 'data' | 'ignored';
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
    status: kind.hasStatus ? 'ignored' : 'data',
  };
}

/** Reads `metadata.annotations[example.dev/owner]`: names between dots, any text between brackets. */
export function parseFieldPath(text: string): FieldPath {
  return [...text.matchAll(/\[([^\]]*)\]|[^.[\]]+/g)].map((match) => match[1] ?? match[0]);
}

/** A copy of the object without its hidden fields; maps that held nothing else go with them. Shares the rest. */
export function hideFields(object: JsonObject, { hidden }: FieldOwnership): JsonObject {
  return withoutFields(object, hidden);
}

/** A copy of the object without these fields; maps that held nothing else go with them. Shares the rest. */
export function withoutFields(object: JsonObject, fields: readonly FieldPath[]): JsonObject {
  return fields.reduce((rest, path) => {
    const without = withFieldAt(rest, path, undefined);
    return isJsonObject(without) ? without : rest;
  }, object);
}
