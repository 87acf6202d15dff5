import type { TextEdit } from 'vscode-languageserver-types';
import type { Choice, FileChoice, FileWrite, OwnershipDecision, Review } from '../protocol/files';
import type { ObjectRef } from '../protocol/objectRef';
import type { FolderSettings, Settings } from '../protocol/settings';
import type { Clock, Clusters, Failure, RandomNumber, WriteLog } from '../session/ports';
import type { FileView } from './fileView';
import type { FileWriteOutcome } from './outcome';

export interface FilesOptions {
  clusters: Clusters;
  clock: Clock;
  random: RandomNumber;
  settings: () => Settings;
  /** What the folder of this file says of its context and namespace. */
  folderSettings: (uri: string) => Promise<FolderSettings>;
  /** What the user has chosen for this file before. */
  askChoice: (uri: string) => Promise<FileChoice | undefined>;
  /** Whether a Chart.yaml stands in the folder of this file. */
  isNextToChart: (uri: string) => Promise<boolean>;
  /** Shows the user what would be written; resolves to whether they want it, and to false once the signal says so. */
  review: (review: Review, signal: AbortSignal) => Promise<boolean>;
  /** Asks the user which way to go on; undefined for none. */
  choose: (choice: Choice) => Promise<string | undefined>;
  /** Has the editor make an edit of its text as it is now; resolves to whether it was made. */
  edit: (uri: string, edits: TextEdit[]) => Promise<boolean>;
  log: WriteLog;
  /** What is known of this file has changed. */
  onChanged: (uri: string) => void;
}

/** Why an operation on a file failed. */
export type FileFailure =
  | Failure
  | { kind: 'notOpen'; uri: string }
  /** What is live is not known: by the settings no file is tracked, or it is not found out. */
  | { kind: 'notTracked'; uri: string; because: 'off' | 'unknown' }
  /** The file states no object, or is too long to be read. */
  | { kind: 'noObjects'; uri: string }
  /** The file has no such object any more: it was edited since. */
  | { kind: 'noObject'; uri: string; key: string }
  /** There is nothing to take over, take in or take out. */
  | { kind: 'nothingToDo'; uri: string }
  /** The text cannot be edited so that it says what it should. */
  | { kind: 'notEditable'; uri: string; key: string };

export type FileResult<T> = { kind: 'ok'; value: T } | { kind: 'failed'; failure: FileFailure };

/** How far a write of several objects has come, for a progress. */
export interface WriteProgress {
  done: number;
  of: number;
  /** What is being done now. */
  message: string;
}

/** The opened manifest files. Operations fail as values; none of them throws. */
export interface ManifestFiles {
  opened(uri: string, text: string): void;
  changed(uri: string, text: string): void;
  closed(uri: string): void;
  /** These are on the screen: what is known of others is not kept up to date. */
  shown(uris: readonly string[]): void;
  chosen(uri: string, choice: FileChoice | undefined): void;
  settingsChanged(): void;
  /** Whether a file is opened and files are tracked: there is something to be shown of it. */
  isTracked(uri: string): boolean;
  /** What is known of a file at this moment, and to be shown; undefined where files are not tracked, or it is not opened. */
  view(uri: string): FileView | undefined;
  /** As `view`, of a file that is not tracked too: commands work there all the same. */
  look(uri: string): FileView | undefined;
  /** Where the live object of an object of a file is, whether it is there or not. */
  findLive(uri: string, key: string, signal: AbortSignal): Promise<FileResult<ObjectRef>>;
  write(
    uri: string,
    options: {
      keys?: readonly string[];
      how: FileWrite;
      signal: AbortSignal;
      onProgress: (progress: WriteProgress) => void;
    },
  ): Promise<FileResult<FileWriteOutcome[]>>;
  /** The number of fields that were edited. */
  takeLive(uri: string, key: string, path?: string): Promise<FileResult<number>>;
  removeCopied(uri: string, key: string): Promise<FileResult<number>>;
  decideOwnership(
    uri: string,
    options: {
      key: string;
      path?: string;
      decision: OwnershipDecision;
      signal: AbortSignal;
      onProgress: (progress: WriteProgress) => void;
    },
  ): Promise<FileResult<FileWriteOutcome[]>>;
  dispose(): void;
}
