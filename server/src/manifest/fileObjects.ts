import type { Range } from 'vscode-languageserver-types';
import { fieldAt } from '../merge/fieldAt';
import type { FieldPath } from '../merge/fieldPath';
import { getField, isJsonObject, type JsonValue } from '../merge/json';
import type { FileDocument } from './documents';
import { findRange } from './ranges';

/** What a document of a file may have as an object of its own: the whole of it, or an item of a list of objects. */
export interface FileObject {
  /** The way from the document's value to the object: empty, or `items` and a 0-based index, perhaps repeatedly. */
  readonly path: FieldPath;
  readonly value: JsonValue;
  /** As written, else as the list around it says, such as ConfigMap in a ConfigMapList; undefined if neither does. */
  readonly apiVersion: string | undefined;
  readonly kind: string | undefined;
  /** All of the object, from its first character to its last. 0-based lines, UTF-16. */
  readonly range: Range;
}

/**
 * The objects of a document, in the order of the text. As for kubectl, whatever has `items` that are a list is a list
 * of objects, also inside another one. A document that is empty or cannot be read has none.
 */
export function listObjects({ reading, isEmpty }: FileDocument): FileObject[] {
  const objects: FileObject[] = [];
  const visit = (value: JsonValue, path: FieldPath, inherited: Types): void => {
    const types = typesOf(value, inherited);
    const items = isJsonObject(value) ? getField(value, 'items') : undefined;
    if (Array.isArray(items)) {
      const inner = { apiVersion: types.apiVersion, kind: types.kind?.replace(/List$/, '') };
      for (const [index, item] of items.entries()) visit(item, [...path, 'items', index], inner);
    } else objects.push({ path, value, ...types, range: findRange(reading, path).value });
  };
  if (!isEmpty && reading.value !== undefined)
    visit(reading.value, [], { apiVersion: undefined, kind: undefined });
  return objects;
}

type Types = Pick<FileObject, 'apiVersion' | 'kind'>;

/** An item of a list that says neither is what the list says (UnstructuredList of apimachinery). */
function typesOf(value: JsonValue, inherited: Types): Types {
  const [apiVersion, kind] = [textAt(value, ['apiVersion']), textAt(value, ['kind'])];
  return apiVersion === undefined && kind === undefined ? inherited : { apiVersion, kind };
}

/** The text at a path of map keys; undefined where there is none, or an empty one. */
export function textAt(value: JsonValue, path: FieldPath): string | undefined {
  const text = fieldAt(value, path);
  return typeof text === 'string' && text !== '' ? text : undefined;
}
