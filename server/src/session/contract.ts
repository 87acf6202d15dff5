import type { MergeInputs } from '../protocol/messages';
import type { Settings } from '../protocol/settings';
import type { ShownVersion } from '../protocol/versions';
import type { DecidedEdit, Decision } from './decide';
import type { LiveDocument } from './liveDocument';
import type { MergeRefusal } from './mergeView';
import type { Question, SaveOutcome } from './outcome';
import type { Clock, Clusters, Drafts, Failure, RandomNumber, WriteLog } from './ports';
import type { UndoWay } from './textHistory';

export interface SessionOptions {
  clusters: Clusters;
  drafts: Drafts;
  clock: Clock;
  random: RandomNumber;
  settings: () => Settings;
  /** The text of this document in the editor; undefined where none shows it. */
  editorText: (uri: string) => string | undefined;
  /** The editor of this document shall show this text. */
  onTextOffered: (uri: string, text: string) => void;
  /** Asks the user before a write to this document's object; resolves to whether they want it. */
  ask: (document: LiveDocument, question: Question) => Promise<boolean>;
  /** A save of this document waits so many milliseconds, because of this. */
  onWaiting: (document: LiveDocument, failure: Failure, milliseconds: number) => void;
  log: WriteLog;
  /** What is known of this document has changed. */
  onChanged: (document: LiveDocument) => void;
}

/** Why an operation on a document failed: a failure of the cluster, or a document that is none of ours. */
export type SessionFailure =
  | Failure
  | { kind: 'badUri'; uri: string }
  | { kind: 'notOpen'; uri: string }
  /** A version that was never seen, or is not kept any more. */
  | { kind: 'versionDropped'; resourceVersion: string }
  /** There is nothing to decide, or a save is under way. */
  | { kind: 'noConflict'; uri: string }
  | { kind: 'saving'; uri: string }
  /** The text of a three-way view is not taken. */
  | { kind: 'notMerged'; uri: string; why: MergeRefusal };

export type SessionResult<T> = { kind: 'ok'; value: T } | { kind: 'failed'; failure: SessionFailure };

/** What the user decides about conflicts; the text of a three-way view is about those that it was opened on. */
export type UserDecision = Decision | { kind: 'merged'; text: string };

/** The opened live objects. Operations on unknown documents fail as values; none of them throws. */
export interface Sessions {
  /** Reads the object for an editor that is about to open it; the text to show. */
  read(uri: string, signal: AbortSignal): Promise<SessionResult<string>>;
  /** Reads the object again for an editor that drops its changes; the text to show. */
  reload(uri: string, signal: AbortSignal): Promise<SessionResult<string>>;
  /** A version of the object as text. */
  show(uri: string, version: ShownVersion, signal: AbortSignal): Promise<SessionResult<string>>;
  save(uri: string, text: string, signal: AbortSignal): Promise<SessionResult<SaveOutcome>>;
  /** The texts for a three-way view of the conflicts. */
  openMerge(uri: string): SessionResult<MergeInputs>;
  /**
   * The edit that carries a decision out. `makeEdit` has the editor make it and resolves to whether it was made; the
   * base follows with the edited text.
   */
  decide(
    uri: string,
    decision: UserDecision,
    makeEdit: (edit: DecidedEdit) => Promise<boolean>,
  ): Promise<SessionResult<undefined>>;
  editorOpened(uri: string, text: string): void;
  editorChanged(uri: string, text: string, way: UndoWay | undefined): void;
  editorClosed(uri: string): void;
  /** Looks at the live object at once, instead of when the next attempt is due. */
  lookAgain(uri: string): void;
  /** The settings have changed. */
  settingsChanged(): void;
  find(uri: string): LiveDocument | undefined;
  dispose(): void;
}
