import { isJsonObject, setField, type JsonObject, type JsonValue } from '../merge/json';
import { serverOwnedFields, withFieldAt } from '../merge/objectFields';
import type { IndexPath } from '../merge/resolvePath';
import { parseFieldPath, withoutFields } from './hiddenFields';
import type { Failure, KubernetesObject, Result } from './ports';
import type { WriteAnswer } from './writePorts';

/** A field that the API server complains of. */
export interface Complaint {
  readonly path: IndexPath;
  /** It has to be stated (`FieldValueRequired`). */
  readonly isRequired: boolean;
}

/** Why a dry run has no object. */
export type DryRunRefusal =
  | { kind: 'refused'; causes: readonly Complaint[]; failure: Failure }
  | { kind: 'failed'; failure: Failure }
  /** No more dry runs are made. */
  | { kind: 'exhausted' };

/** What the API server would make of an object, without what is another at each creation. */
export type DryRunAnswer = { kind: 'made'; object: JsonValue } | DryRunRefusal;

export type DryRun = (object: JsonValue) => Promise<DryRunAnswer>;

/** How objects are sent, and how often at most. */
export interface DryRunOptions {
  send: (object: KubernetesObject) => Promise<Result<WriteAnswer>>;
  /** Takes out of an answer what is another one at each creation. */
  settle: (object: JsonObject) => JsonValue;
  limit: number;
}

/** A dry run that is made at most so often. */
export function createDryRun({ send, settle, limit }: DryRunOptions): DryRun {
  let left = limit;
  return async (object) => {
    if (left <= 0 || !isJsonObject(object)) return { kind: 'exhausted' };
    left -= 1;
    const answer = await send(object);
    if (answer.kind === 'ok')
      return { kind: 'made', object: settle(withoutFields(answer.value.object, serverOwnedFields)) };
    const { failure } = answer;
    if (!isRefusal(failure)) return { kind: 'failed', failure };
    return { kind: 'refused', causes: readCauses(failure, object), failure };
  };
}

/** Every text of a value that is the one name becomes the other: a server derives labels from names. */
export function renamed(value: JsonValue, { from, to }: { from: string; to: string }): JsonValue {
  if (typeof value === 'string') return value === from ? to : value;
  if (Array.isArray(value)) return value.map((item) => renamed(item, { from, to }));
  if (!isJsonObject(value)) return value;
  const result: JsonObject = {};
  for (const [key, field] of Object.entries(value)) setField(result, key, renamed(field, { from, to }));
  return result;
}

/** The object under another name. */
export function withName(object: JsonObject, name: string): JsonObject {
  const other = withFieldAt(object, ['metadata', 'name'], name);
  return isJsonObject(other) ? other : object;
}

/** The server has looked at the object and does not want it; anything else says nothing of it. */
function isRefusal(failure: Failure): boolean {
  if (failure.kind !== 'status') return false;
  const { code } = failure.status;
  return code === 500 || (code >= 400 && code < 500 && code !== 401 && code !== 429);
}

function readCauses(failure: Failure, object: JsonObject): Complaint[] {
  const causes = failure.kind === 'status' ? (failure.status.details?.causes ?? []) : [];
  return causes.flatMap(({ field, reason }) => {
    const path = field === undefined ? [] : indexPath(field, object);
    return path.length === 0 ? [] : [{ path, isRequired: reason === 'FieldValueRequired' }];
  });
}

/** The path of a field.Path (apimachinery), which writes keys and indexes alike, in brackets. */
function indexPath(field: string, object: JsonObject): IndexPath {
  const path: (string | number)[] = [];
  let value: JsonValue | undefined = object;
  for (const name of parseFieldPath(field).map(String)) {
    const step: string | number = Array.isArray(value) && /^\d+$/.test(name) ? Number(name) : name;
    path.push(step);
    if (Array.isArray(value)) value = typeof step === 'number' ? value[step] : undefined;
    else value = isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  }
  return path;
}
