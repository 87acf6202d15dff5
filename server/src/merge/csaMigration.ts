import { fieldAt } from './fieldAt';
import { isJsonObject, type JsonObject, type JsonValue, setField } from './json';
import { lastAppliedField } from './objectFields';
import type { JsonPatchOperation } from './patchOperation';

/**
 * The patch that hands what `kubectl apply` (client-side) has written over to a manager that applies on the server, as
 * UpgradeManagedFieldsPatch of client-go's csaupgrade does; undefined where there is nothing to hand over. It holds
 * for this version of the object alone: another one answers with a 409.
 */
export function migrateManagedFields(
  object: JsonObject,
  manager: string,
): readonly JsonPatchOperation[] | undefined {
  const entries = entriesOf(object);
  const names = new Set(findClientSideEntries(entries).map((entry) => textOf(entry, 'manager')));
  let migrated = entries;
  for (const name of names) migrated = handOver(migrated, name, manager);
  const [uid, resourceVersion] = ['uid', 'resourceVersion'].map((field) =>
    fieldAt(object, ['metadata', field]),
  );
  if (migrated === entries || uid === undefined || resourceVersion === undefined) return undefined;
  return [
    { op: 'test', path: '/metadata/uid', value: uid },
    { op: 'replace', path: '/metadata/managedFields', value: migrated },
    { op: 'replace', path: '/metadata/resourceVersion', value: resourceVersion },
  ];
}

/** Who has written this object by `kubectl apply` (client-side) last, by the names of their field managers. */
export function findClientSideManagers(object: JsonObject): string[] {
  const found = findClientSideEntries(entriesOf(object));
  return [...new Set(found.filter(isMain).map((entry) => textOf(entry, 'manager')))];
}

/** Whether somebody has the record of `kubectl apply` by a server-side apply, so that it goes on being written. */
export function isLastAppliedKept(object: JsonObject): boolean {
  return entriesOf(object).some((entry) => textOf(entry, 'operation') === 'Apply' && ownsLastApplied(entry));
}

function findClientSideEntries(entries: readonly JsonObject[]): JsonObject[] {
  return entries.filter((entry) => textOf(entry, 'operation') === 'Update' && ownsLastApplied(entry));
}

/** The entries with those of one manager's updates taken over by the other; the same ones where there are none. */
function handOver(entries: JsonObject[], from: string, to: string): JsonObject[] {
  const isFrom = (entry: JsonObject): boolean =>
    isMain(entry) && textOf(entry, 'manager') === from && textOf(entry, 'operation') === 'Update';
  const isTo = (entry: JsonObject): boolean =>
    isMain(entry) && textOf(entry, 'manager') === to && textOf(entry, 'operation') === 'Apply';
  const target = entries.find(isTo) ?? entries.find(isFrom);
  if (target === undefined || !entries.some(isFrom)) return entries;
  // Fields of another version have other names; those are given up.
  const same = entries.find(
    (entry) => isFrom(entry) && textOf(entry, 'apiVersion') === textOf(target, 'apiVersion'),
  );
  const sets = [target, ...(same === undefined ? [] : [same])].map((entry) => entry['fieldsV1'] ?? {});
  // A set as a whole is no field: an empty one adds nothing.
  const [own = {}, more] = sets.filter((set) => isJsonObject(set) && Object.keys(set).length > 0);
  const fieldsV1 = more === undefined ? own : uniteFields(own, more);
  const united = { ...target, manager: to, operation: 'Apply', fieldsV1 };
  return entries.flatMap((entry) => (entry === target ? [united] : isFrom(entry) ? [] : [entry]));
}

/** All fields of both sets (FieldsV1): an empty map is a field, `.` says that a map with others in it is one too. */
function uniteFields(one: JsonValue, other: JsonValue): JsonValue {
  if (!isJsonObject(one) || !isJsonObject(other)) return one;
  const [names, otherNames] = [Object.keys(one), Object.keys(other)];
  if (names.length === 0 && otherNames.length === 0) return one;
  const united: JsonObject = {};
  if (names.length === 0 || otherNames.length === 0) united['.'] = {};
  for (const name of new Set([...names, ...otherNames])) {
    const [a, b] = [one[name], other[name]];
    setField(united, name, a === undefined ? b! : b === undefined ? a : uniteFields(a, b));
  }
  return united;
}

function ownsLastApplied(entry: JsonObject): boolean {
  const field = fieldAt(entry, ['fieldsV1', ...lastAppliedField.map((step) => `f:${step as string}`)]);
  return isJsonObject(field) && (Object.keys(field).length === 0 || Object.hasOwn(field, '.'));
}

function isMain(entry: JsonObject): boolean {
  return textOf(entry, 'subresource') === '';
}

function textOf(entry: JsonObject, field: string): string {
  const value = entry[field];
  return typeof value === 'string' ? value : '';
}

function entriesOf(object: JsonObject): JsonObject[] {
  const entries = fieldAt(object, ['metadata', 'managedFields']);
  return Array.isArray(entries) ? entries.filter(isJsonObject) : [];
}
