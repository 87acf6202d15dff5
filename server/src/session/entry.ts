import type { ColumnReading } from './columns';
import type { Lesson } from './learning';
import type { LiveDocument, Transition } from './liveDocument';
import type { SaveOutcome } from './outcome';
import type { OpenedMerge } from './mergeView';

/** What is kept of a document besides what is known of it. */
export interface Entry {
  document: LiveDocument;
  /** What the document has still to learn, oldest first. */
  lessons: Lesson[];
  /** Ends the following of the object; undefined while no editor shows the document. */
  following: AbortController | undefined;
  /** The save that runs, and the one that is made after it. */
  saving: Promise<SaveOutcome> | undefined;
  waiting: { text: string; outcome: Promise<SaveOutcome> } | undefined;
  /** Versions that the watch has brought since the running save began, and the uid of an object of whose end it told. */
  seenWhileSaving: Set<string>;
  /**
   * The version of a write or a reading of ours that the watch has not brought yet: what it brings before that is
   * older than what is known.
   */
  awaited: string | undefined;
  /** Fulfilled when it is known which object the editor's text was derived from. */
  begun: Promise<void> | undefined;
  /** Fulfilled when the schema of the object's kind is known, or known to be out of reach. */
  topology: Promise<void> | undefined;
  /** How far the printer columns of the object have been read. */
  columns: ColumnReading | undefined;
  /** The number of the base that is kept for a restart; undefined where nothing is unsaved. */
  draft: number | undefined;
  /** Whether it will be looked soon what is to be kept. */
  keepingDraft: boolean;
  /** The conflicts that a three-way view was opened on. */
  merging: OpenedMerge | undefined;
  /** How many saves have ended. */
  endedWrites: number;
}

/** The entry of a document that no editor shows yet. */
export function createEntry(document: LiveDocument): Entry {
  return {
    document,
    lessons: [],
    following: undefined,
    saving: undefined,
    waiting: undefined,
    seenWhileSaving: new Set(),
    awaited: undefined,
    begun: undefined,
    topology: undefined,
    columns: undefined,
    draft: undefined,
    keepingDraft: false,
    merging: undefined,
    endedWrites: 0,
  };
}

/** Takes a transition over into its entry: tells of the new state, and offers the new text to the editor. */
export type Apply = (entry: Entry, transition: Transition) => void;
