import { type FileReading, readFile } from '../manifest/documents';
import type { FilePlace } from '../manifest/fileKinds';
import type { PartReading } from '../manifest/readPart';
import {
  type LeftAlone,
  type ObjectIdentity,
  recognizeFile,
  type RecognizedFile,
} from '../manifest/recognize';
import { isEqual } from '../merge/equality';
import type { JsonValue } from '../merge/json';
import { valueAt } from '../merge/resolvePath';
import type { ListTopology } from '../merge/topology';
import type { FieldNote } from '../session/liveDocument';
import type { Snapshot } from '../session/snapshot';
import type { Binding, BindingWishes } from './binding';
import type { FileTracker } from './fileTracker';
import type { FileView, OwnershipConflict } from './fileView';
import type { StatedJudgement } from './judgeStated';
import type { Place } from './places';
import { listStatedObjects, type StatedObject, statedValue } from './statedObjects';
import type { Tracked } from './tracked';

/** An opened file and all that is known of it. */
export interface OpenFile {
  readonly uri: string;
  text: string;
  place: FilePlace;
  /** What its text says, as far as it was read; undefined for a text that nobody has looked at yet. */
  content: FileContent | undefined;
  /** The last reading: documents that have not changed are not read again. */
  last: FileContent | undefined;
  wishes: BindingWishes | undefined;
  binding: Binding;
  /** Fulfilled when the binding is as was wished for; undefined while nothing has asked for it. */
  deciding: Promise<void> | undefined;
  /** Finds and follows its objects while it is shown, until it is aborted. */
  tracking: { tracker: FileTracker; over: AbortController } | undefined;
  /** Live objects as they were when the file was opened, by `placeKey`. */
  readonly opened: Map<string, Snapshot>;
  readonly judgements: Map<string, StatedJudgement>;
  /** Since when nothing can be said of objects, by their keys; milliseconds since 1970. */
  readonly unknownSince: Map<string, number>;
  /** What the last writes of objects have told, by their keys. */
  readonly told: Map<string, ToldOfObject>;
  /** What was last said of the file; undefined where something has changed since. */
  view: FileView | undefined;
}

/** What a text of a file says. */
export interface FileContent {
  readonly reading: FileReading;
  readonly recognized: RecognizedFile;
  readonly objects: readonly StatedObject[];
  readonly leftAlone: FileView['leftAlone'];
  readonly tooLong: FileView['tooLong'] | undefined;
}

/** What a write of an object has told. */
export interface ToldOfObject {
  /** The document as it was written. */
  readonly content: PartReading;
  /** Fields that the write was refused for. */
  readonly conflicts: readonly ToldConflict[];
  /** What the lists of the object are, by which these fields are found. */
  readonly topology: ListTopology;
  readonly notes: readonly FieldNote[];
}

/** A field that others hold, with what the file stated there, and whether the user takes it over. */
export interface ToldConflict {
  readonly conflict: OwnershipConflict;
  readonly stated: JsonValue | undefined;
  readonly isConfirmed: boolean;
}

/** A file of which nothing is known but its text. */
export function createOpenFile(uri: string, text: string): OpenFile {
  return {
    uri,
    text,
    place: { path: pathOf(uri), isNextToChart: false },
    content: undefined,
    last: undefined,
    wishes: undefined,
    binding: { kind: 'binding' },
    deciding: undefined,
    tracking: undefined,
    opened: new Map(),
    judgements: new Map(),
    unknownSince: new Map(),
    told: new Map(),
    view: undefined,
  };
}

/** What the text of a file says. Costs what has changed since it was read before. */
export function contentOf(file: OpenFile): FileContent {
  if (file.content !== undefined) return file.content;
  const { text, place, last } = file;
  // A text without these words has no object, whatever else it is; nothing of it is looked at.
  const isCandidate = text.includes('apiVersion');
  const tooLong = isCandidate && text.length > mostCharacters ? { mostCharacters } : undefined;
  const reading = readFile(isCandidate && tooLong === undefined ? text : '', last?.reading);
  const recognized = recognizeFile(reading, place, last?.recognized);
  const leftAlone = recognized.entries.flatMap(({ document, recognized: { ...entry } }) =>
    entry.kind === 'object' || entry.kind === 'empty' ? [] : [{ ...(entry satisfies LeftAlone), document }],
  );
  file.content = { reading, recognized, objects: listStatedObjects(recognized), leftAlone, tooLong };
  file.last = file.content;
  return file.content;
}

/** What is known of the live object of an object that a file states; undefined while it is not followed. */
export function trackedOf(file: OpenFile, identity: ObjectIdentity): Tracked | undefined {
  return trackedAt(file, file.tracking?.tracker.placeOf(identity));
}

/** The same of an object whose place is known already. */
export function trackedAt({ tracking }: OpenFile, place: Place | undefined): Tracked | undefined {
  return place?.kind === 'place' ? tracking?.tracker.find(place) : undefined;
}

/** Fields that the last write of an object was refused for, as long as the file states the same there. */
export function openConflicts(file: OpenFile, stated: StatedObject): ToldConflict[] {
  const told = file.told.get(stated.key);
  if (told === undefined || told.conflicts.length === 0) return [];
  const value = statedValue(stated);
  const { topology } = told;
  return told.conflicts.filter(({ conflict, stated: before }) =>
    isEqual(valueAt(value, conflict.path, topology), before, topology),
  );
}

/** Something else is known of a file. */
export function forgetView(file: OpenFile): void {
  file.view = undefined;
}

/** The text of a file is another one. */
export function setText(file: OpenFile, text: string): void {
  if (file.text === text) return;
  file.text = text;
  file.content = undefined;
  forgetView(file);
}

/** The path of a URI, which may be no file's; as it is where it cannot be decoded. */
function pathOf(uri: string): string {
  const path = uri.replace(/^[a-z][a-z0-9+.-]*:(\/\/[^/]*)?/i, '').replace(/[?#].*$/, '');
  try {
    return decodeURIComponent(path);
  } catch {
    return path; // a % that begins no escape
  }
}

/** What the API server takes of one object is far less; reading more would hold up everything else. */
const mostCharacters = 10_000_000;
