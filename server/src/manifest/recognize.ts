import type { Range } from 'vscode-languageserver-types';
import type { FieldPath } from '../merge/fieldPath';
import { isJsonObject } from '../merge/json';
import type { FileDocument, FileReading } from './documents';
import { findToolFile, type FilePlace, type ToolFile } from './fileKinds';
import { listObjects, textAt, type FileObject } from './fileObjects';
import { findRange } from './ranges';
import { findDocumentMark, findObjectMark } from './templates';

/** What a document of a file is, or an item of a list in it. */
export type Recognized = RecognizedObject | { readonly kind: 'empty' } | LeftAlone;

/** An object that can be bound to a live one. */
export interface RecognizedObject {
  readonly kind: 'object';
  /** The way from the document's value to the object; empty where it is all of it. */
  readonly path: FieldPath;
  readonly identity: ObjectIdentity;
  /** All of the object; a lens stands at its start. 0-based lines, UTF-16. */
  readonly range: Range;
}

/** What an object says of which one it is; `generateName` only where it has no name. */
export interface ObjectIdentity {
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace?: string;
  readonly name?: string;
  readonly generateName?: string;
}

/** What is not bound to anything. */
export interface LeftAlone {
  readonly kind: 'broken' | 'notKubernetes' | 'template' | ToolFile;
  readonly path: FieldPath;
  readonly range: Range;
  /** One sentence: why. */
  readonly words: string;
}

/**
 * What each document of a file is, in order: one entry for a document, or one for each item of a list of objects.
 * A template that decides about lines makes all documents of its file templates.
 */
export function recognizeFile(
  { documents }: FileReading,
  place: FilePlace,
): { document: FileDocument; recognized: Recognized }[] {
  const marks = documents.map(findDocumentMark);
  const isTemplate = marks.some((mark) => mark?.isControl === true);
  return documents.flatMap((document, index) => {
    const all =
      (isTemplate || marks[index] !== undefined) && !document.isEmpty
        ? [leaveAlone(document, 'template', words.template)]
        : recognizeDocument(document, place);
    return all.map((recognized) => ({ document, recognized }));
  });
}

function recognizeDocument(document: FileDocument, place: FilePlace): Recognized[] {
  if (document.isEmpty) return [{ kind: 'empty' }];
  const { value } = document.reading;
  const tool = findToolFile(value, place);
  if (tool !== undefined) return [leaveAlone(document, tool, words[tool])];
  if (value === undefined) return [leaveAlone(document, 'broken', words.broken)];
  return listObjects(document).map((object) => recognizeObject(document, object));
}

function recognizeObject(document: FileDocument, object: FileObject): Recognized {
  const { path, value, apiVersion, kind, range } = object;
  const [namespace, name, generateName] = ['namespace', 'name', 'generateName'].map((key) =>
    textAt(value, ['metadata', key]),
  );
  const leave = (sort: LeftAlone['kind'], why: string): LeftAlone => ({
    kind: sort,
    path,
    range,
    words: why,
  });
  if (!isJsonObject(value)) return leave('notKubernetes', words.notAnObject);
  if (apiVersion === undefined || kind === undefined) return leave('notKubernetes', words.noKind);
  if (findObjectMark(document, object) !== undefined) return leave('template', words.template);
  if (name === undefined && generateName === undefined) return leave('notKubernetes', words.noName);
  const identity: ObjectIdentity = {
    apiVersion,
    kind,
    ...(namespace !== undefined && { namespace }),
    ...(name !== undefined ? { name } : generateName !== undefined && { generateName }),
  };
  return { kind: 'object', path, identity, range };
}

const words = {
  broken: 'This document cannot be read; what is wrong with it is marked in the text.',
  notAnObject: 'This is no object of Kubernetes: it has no fields.',
  noKind: 'This is no object of Kubernetes: it does not say an apiVersion and a kind.',
  noName: 'This names no object of a cluster: metadata.name must be a text.',
  template: 'This is a template; what it becomes is known only when its tool has filled it in.',
  kustomization: 'This is a Kustomize file; what it stands for is known only when it has been built.',
  helmChart: 'This file belongs to a Helm chart, not to a cluster.',
  compose: 'This is a Compose file, which Kubernetes does not read.',
} satisfies Record<string, string>;

function leaveAlone(document: FileDocument, kind: LeftAlone['kind'], why: string): LeftAlone {
  const range =
    document.reading.parsed.root === undefined ? document.range : findRange(document.reading, []).value;
  return { kind, path: [], range, words: why };
}
