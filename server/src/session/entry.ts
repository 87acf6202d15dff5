import type { LiveDocument, Transition } from './liveDocument';

/** What is kept of a document besides what is known of it. */
export interface Entry {
  document: LiveDocument;
  /** Ends the following of the object; undefined while no editor shows the document. */
  following: AbortController | undefined;
  /** The last of the saves that run, one after the other. */
  saving: Promise<unknown> | undefined;
  /** Versions that the watch has brought since the running saves began. */
  seenWhileSaving: Set<string>;
  /** How many saves have ended. */
  endedWrites: number;
}

/** The entry of a document that no editor shows yet. */
export function createEntry(document: LiveDocument): Entry {
  return { document, following: undefined, saving: undefined, seenWhileSaving: new Set(), endedWrites: 0 };
}

/** Takes a transition over into its entry: tells of the new state, and offers the new text to the editor. */
export type Apply = (entry: Entry, transition: Transition) => void;
