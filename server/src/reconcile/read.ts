import { fieldAt } from '../merge/fieldAt';
import { isJsonObject, type JsonObject, type JsonValue } from '../merge/json';

/** The text at a path of map keys; undefined where there is none or an empty one. */
export function textAt(object: JsonObject, ...path: string[]): string | undefined {
  const value = fieldAt(object, path);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The map at a path; undefined where there is none. */
export function mapAt(object: JsonObject, ...path: string[]): JsonObject | undefined {
  const value = fieldAt(object, path);
  return isJsonObject(value) ? value : undefined;
}

/** The maps in the list at a path, in order; what is no map is left out, what is no list has none. */
export function mapsAt(object: JsonObject, ...path: string[]): JsonObject[] {
  const value = fieldAt(object, path);
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

/** The time at a path (RFC 3339) in milliseconds since 1970; undefined where there is none that can be read. */
export function timeAt(object: JsonObject, ...path: string[]): number | undefined {
  const value = textAt(object, ...path);
  // Date.parse alone takes much else for a time, "1" for one; without a zone it would be that of this machine.
  if (value === undefined || !rfc3339.test(value)) return undefined;
  const milliseconds = Date.parse(value);
  return Number.isNaN(milliseconds) ? undefined : milliseconds;
}

const rfc3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/;

/** The list of texts at a path; what is no text is left out. */
export function textsAt(object: JsonObject, ...path: string[]): string[] {
  const value = fieldAt(object, path);
  return Array.isArray(value) ? value.filter((text) => typeof text === 'string') : [];
}

/** Where each of some counts stands in an object, and what its absence means. */
export type CountPaths = Readonly<Record<string, readonly [path: readonly string[], ifAbsent: number]>>;

/**
 * The counts at these paths. An absent one counts as its `ifAbsent`, since the API server leaves out zeros; undefined
 * where anything else than a whole number from 0 stands there: from such a status nothing can be concluded.
 */
export function readCounts<Paths extends CountPaths>(
  object: JsonObject,
  paths: Paths,
): Record<keyof Paths, number> | undefined {
  const counts = {} as Record<keyof Paths, number>;
  for (const [name, [path, ifAbsent]] of Object.entries(paths)) {
    const value = fieldAt(object, path) ?? ifAbsent;
    if (!isCount(value)) return undefined;
    counts[name as keyof Paths] = value;
  }
  return counts;
}

/** Whether a value counts something. Every count of Kubernetes fits into 32 bits. */
function isCount(value: JsonValue): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
