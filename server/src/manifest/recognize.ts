import type { Position, Range } from 'vscode-languageserver-types';
import type { FieldPath } from '../merge/fieldPath';
import { isJsonObject } from '../merge/json';
import type { FileDocument, FileReading } from './documents';
import { findToolFile, type FilePlace, type ToolFile } from './fileKinds';
import { listObjects, textAt, type FileObject } from './fileObjects';
import { findRange } from './ranges';
import type { PartReading } from './readPart';
import type { TemplateMark } from './templateMarks';
import { findDocumentMark, findObjectMark, mayBeTemplate } from './templates';

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

/** What the documents of a file are. */
export interface RecognizedFile {
  readonly place: FilePlace;
  /** In the order of the file: one entry for a document, or one for each item of a list of objects. */
  readonly entries: readonly RecognizedEntry[];
  /** What each document is by itself, with positions from its own beginning. */
  readonly parts: ReadonlyMap<PartReading, PartRecognition>;
}

export interface RecognizedEntry {
  readonly document: FileDocument;
  readonly recognized: Recognized;
}

interface PartRecognition {
  readonly mark: TemplateMark | undefined;
  readonly entries: readonly RecognizedEntry[];
}

/**
 * What each document of a file is. A template that decides about lines makes all documents of its file templates.
 * Documents that the previous result has are not looked at again.
 */
export function recognizeFile(
  { documents }: FileReading,
  place: FilePlace,
  previous?: RecognizedFile,
): RecognizedFile {
  const isSamePlace =
    previous?.place.path === place.path && previous.place.isNextToChart === place.isNextToChart;
  const parts = new Map<PartReading, PartRecognition>();
  for (const document of documents) {
    const known = isSamePlace ? previous.parts.get(document.content) : undefined;
    parts.set(document.content, parts.get(document.content) ?? known ?? recognizePart(document, place));
  }
  const isTemplate = [...parts.values()].some(({ mark }) => mark?.isControl === true);
  const entries = documents.flatMap((document) => {
    if (isTemplate && !document.isEmpty)
      return [{ document, recognized: leaveAlone(document, 'template', words.template) }];
    return parts.get(document.content)!.entries.map((entry) => ({
      document,
      recognized: moveTo(document, entry),
    }));
  });
  return { place, entries, parts };
}

function recognizePart(document: FileDocument, place: FilePlace): PartRecognition {
  const mark = findDocumentMark(document);
  const all =
    mark === undefined
      ? recognizeDocument(document, place)
      : [leaveAlone(document, 'template', words.template)];
  return { mark, entries: all.map((recognized) => ({ document, recognized })) };
}

/** The entry of a document with the same text, as it stands in this one. */
function moveTo({ range }: FileDocument, { document, recognized }: RecognizedEntry): Recognized {
  const [from, to] = [document.range.start, range.start];
  if (recognized.kind === 'empty' || (from.line === to.line && from.character === to.character))
    return recognized;
  const move = ({ line, character }: Position): Position => ({
    line: line - from.line + to.line,
    character: character + (line === from.line ? to.character - from.character : 0),
  });
  return { ...recognized, range: { start: move(recognized.range.start), end: move(recognized.range.end) } };
}

function recognizeDocument(document: FileDocument, place: FilePlace): Recognized[] {
  if (document.isEmpty) return [{ kind: 'empty' }];
  const { value } = document.reading;
  const tool = findToolFile(value, place);
  if (tool !== undefined) return [leaveAlone(document, tool, words[tool])];
  if (value === undefined) return [leaveAlone(document, 'broken', words.broken)];
  const isSuspicious = mayBeTemplate(document);
  return listObjects(document).map((object) => {
    const isTemplate = isSuspicious && findObjectMark(document, object) !== undefined;
    return recognizeObject({ ...object, isTemplate });
  });
}

function recognizeObject(object: FileObject & { readonly isTemplate: boolean }): Recognized {
  const { path, value, apiVersion, kind, range, isTemplate } = object;
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
  if (isTemplate) return leave('template', words.template);
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
