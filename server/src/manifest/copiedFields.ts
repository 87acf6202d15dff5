import type { Range, TextEdit } from 'vscode-languageserver-types';
import type { FieldPath } from '../merge/fieldPath';
import { getField, isJsonObject, setField, type JsonObject, type JsonValue } from '../merge/json';
import { lastAppliedField, serverOwnedFields } from '../merge/objectFields';
import { untypedTopology } from '../merge/topology';
import type { FileDocument } from './documents';
import { editObject } from './editObject';
import { findRange } from './ranges';

/** A field of a file's object that only the cluster writes: it was copied from there. */
export interface CopiedField {
  /** From the object on. */
  readonly path: FieldPath;
  /** The field with its key. 0-based lines, UTF-16. */
  readonly range: Range;
  readonly key: Range;
  /**
   * What it does in a file: a version makes every apply fail once the object has changed, a uid once it was created
   * anew; managed fields are refused; the rest has no effect.
   */
  readonly effect: 'version' | 'identity' | 'refused' | 'record' | 'none';
}

/** Where an object of a file stands, and whether `status` is data like any other there. */
export interface CopiedFrom {
  readonly document: FileDocument;
  /** The way from the document's value to the object. */
  readonly path: FieldPath;
  readonly status: 'data' | 'ignored';
}

/** The fields of an object that were copied from the cluster, in the order of the text; null is written as well. */
export function findCopiedFields({ document, path, status }: CopiedFrom): CopiedField[] {
  const { value } = document.content.reading;
  const object = value === undefined ? undefined : valueAt(value, path);
  const fields = [...serverOwnedFields, lastAppliedField, ...(status === 'ignored' ? [['status']] : [])];
  return fields
    .filter((field) => object !== undefined && valueAt(object, field) !== undefined)
    .map((field) => {
      const found = findRange(document.reading, [...path, ...field]);
      return { path: field, range: found.field, key: found.key, effect: effectOf(field) };
    })
    .sort((one, other) => compare(one.range, other.range));
}

/**
 * The edits that take fields out of an object and leave all else; a map that held nothing else goes as well. Undefined
 * where that cannot be done in place.
 */
export function removeFields(
  { document, path }: Pick<CopiedFrom, 'document' | 'path'>,
  fields: readonly FieldPath[],
): TextEdit[] | undefined {
  const object = document.reading.value === undefined ? undefined : valueAt(document.reading.value, path);
  if (object === undefined) return undefined;
  const target = fields.reduce(without, object);
  return editObject({ document, path, topology: untypedTopology }, target);
}

function effectOf(path: FieldPath): CopiedField['effect'] {
  const name = path.at(-1);
  if (name === 'resourceVersion') return 'version';
  if (name === 'uid') return 'identity';
  if (name === 'managedFields') return 'refused';
  return path.length === lastAppliedField.length ? 'record' : 'none';
}

function without(value: JsonValue, path: FieldPath): JsonValue {
  const [step, ...rest] = path;
  if (!isJsonObject(value) || typeof step !== 'string' || !Object.hasOwn(value, step)) return value;
  const inner = rest.length === 0 ? undefined : without(value[step]!, rest);
  const isEmptied = isJsonObject(inner) && inner !== value[step] && Object.keys(inner).length === 0;
  const result: JsonObject = {};
  for (const [key, own] of Object.entries(value)) {
    if (key !== step) setField(result, key, own);
    else if (inner !== undefined && !isEmptied) setField(result, key, inner);
  }
  return result;
}

function valueAt(value: JsonValue, path: FieldPath): JsonValue | undefined {
  let found: JsonValue | undefined = value;
  for (const step of path) {
    if (typeof step === 'number') found = Array.isArray(found) ? found[step] : undefined;
    else found = isJsonObject(found) && typeof step === 'string' ? getField(found, step) : undefined;
  }
  return found;
}

function compare({ start: one }: Range, { start: other }: Range): number {
  return one.line - other.line || one.character - other.character;
}
