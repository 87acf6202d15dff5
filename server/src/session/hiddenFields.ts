import type { FieldPath } from '../merge/fieldPath';
import { isJsonObject, type JsonObject } from '../merge/json';
import { withFieldAt } from '../merge/objectFields';
import type { Subresource } from '../protocol/objectRef';

/**
 * Which parts of an object its text does not show, and whether `status` is data that a save can change; `edited`: it is
 * all that a save can change, and with what names the object all that the text shows.
 */
export interface FieldOwnership {
  hidden: readonly FieldPath[];
  status: 'data' | 'ignored' | 'edited';
}

/**
 * The ownership for one kind, by the setting `hiddenFields` and by whether the kind has a status subresource:
 * with one, its main endpoint ignores `status`; without, `status` is ordinary data and stays in the text. The document
 * of a status is about nothing else, and the status of a scale, which is the server's, is part of what it says.
 */
export function fieldOwnership(
  hiddenFields: readonly string[],
  { hasStatus, subresource }: { hasStatus: boolean; subresource?: Subresource | undefined },
): FieldOwnership {
  const hidden = hiddenFields.map(parseFieldPath).filter((path) => path.length > 0);
  const shown = hidden.filter((path) => path[0] !== 'status');
  if (subresource === 'status') return { hidden: shown, status: 'edited' };
  if (subresource === 'scale') return { hidden: withManagedFields(shown), status: 'ignored' };
  return hasStatus ? { hidden, status: 'ignored' } : { hidden: shown, status: 'data' };
}

/** A scale has them of its object, and is shown without, as the API server sends it. */
function withManagedFields(hidden: readonly FieldPath[]): FieldPath[] {
  const [metadata, managedFields] = ['metadata', 'managedFields'];
  const others = hidden.filter(([first, second]) => first !== metadata || second !== managedFields);
  return [[metadata, managedFields], ...others];
}

/** Reads `metadata.annotations[example.dev/owner]`: names between dots, any text between brackets. */
export function parseFieldPath(text: string): FieldPath {
  return [...text.matchAll(/\[([^\]]*)\]|[^.[\]]+/g)].map((match) => match[1] ?? match[0]);
}

/** A copy of the object without its hidden fields; maps that held nothing else go with them. Shares the rest. */
export function hideFields(object: JsonObject, { hidden, status }: FieldOwnership): JsonObject {
  if (status !== 'edited') return withoutFields(object, hidden);
  const others = Object.keys(object).filter((key) => !statusParts.has(key));
  return withoutFields(object, [...hidden, ...others.map((key) => [key])]);
}

/** A copy of the object without these fields; maps that held nothing else go with them. Shares the rest. */
export function withoutFields(object: JsonObject, fields: readonly FieldPath[]): JsonObject {
  return fields.reduce((rest, path) => {
    const without = withFieldAt(rest, path, undefined);
    return isJsonObject(without) ? without : rest;
  }, object);
}

/** What the document of a status shows. */
const statusParts: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata', 'status']);
