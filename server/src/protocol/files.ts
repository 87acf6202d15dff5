import {
  NotificationType,
  RequestType,
  WorkDoneProgress,
  type WorkDoneProgressParams,
} from 'vscode-languageserver-protocol';
import type { Answer } from './messages';

/** Where the user has said that the objects of a file go; without a namespace it is the context's own. */
export interface FileChoice {
  context: string;
  namespace?: string;
}

/** One object of a file by `FileObjectView.key`, or a field of it by its JSON pointer from the object on. */
export interface FileObjectPlace {
  uri: string;
  key: string;
  path?: string;
}

/** A change that is shown before it is made, for a comparison of two texts. */
export interface ReviewedChange {
  /** Which object it is, e.g. `demo › shop › Deployment web`. */
  title: string;
  /** The live object and what it would be, without what only the server writes; empty where there is none. */
  before: string;
  after: string;
}

/** What is to be written, for the user to look at. */
export interface Review {
  uri: string;
  message: string;
  detail: string;
  /** The title of the button that says yes. */
  yes: string;
  changes: ReviewedChange[];
}

/** Several ways to go on, for a dialog; the answer is the `id` of one, or null for none of them. */
export interface Choice {
  uri: string;
  message: string;
  detail: string;
  ways: { id: string; title: string }[];
}

/** How objects of a file are written; `apply` is a server-side apply. */
export type FileWrite = 'apply' | 'replace' | 'create' | 'delete';

/** What became of a write of objects of a file, in a sentence for each that there is something to say of. */
export interface FileWriteSummary {
  message: string;
  level: 'info' | 'warning' | 'error';
  details: string[];
  /** A way out of what stands in the way of the one object that was written: a command of ours, with its arguments. */
  wayOut?: { title: string; command: string; arguments: string[] };
}

/** What the user decides about a field that another manager holds. */
export type OwnershipDecision = 'takeOver' | 'leave' | 'takeTheirs';

/** Client → server: the files that are on the screen now. Nothing is read or watched for others. */
export const shownFilesNotification = new NotificationType<{ uris: string[] }>(
  'kubernetesLiveEdit.shownFiles',
);

/** Server → client: where the user has said that the objects of this file go; null where nothing was said. */
export const fileChoiceRequest = new RequestType<{ uri: string }, FileChoice | null, void>(
  'kubernetesLiveEdit.fileChoice',
);

/** Client → server: the user has chosen where the objects of this file go; null takes a choice back. */
export const fileChosenNotification = new NotificationType<{ uri: string; choice: FileChoice | null }>(
  'kubernetesLiveEdit.fileChosen',
);

/**
 * Client → server: write objects of a file, or all of them. Cancellable; asks by `reviewRequest` before it writes, and
 * reports to the work-done token what is being written and how far it has come (LSP 3.17, Work Done Progress).
 */
export const writeFileRequest = new RequestType<
  { uri: string; keys?: string[]; how: FileWrite } & WorkDoneProgressParams,
  Answer<FileWriteSummary>,
  void
>('kubernetesLiveEdit.writeFile');

/** Server → client: how far a write has come, to the work-done token that was sent with it. */
export const writeProgress = WorkDoneProgress.type;

/** Server → client: show what would be written; resolves to whether the user wants it. */
export const reviewRequest = new RequestType<Review, boolean, void>('kubernetesLiveEdit.review');

/** Server → client: ask which way to go on. */
export const chooseRequest = new RequestType<Choice, string | null, void>('kubernetesLiveEdit.choose');

/** Client → server: state the live value in the file at a field, or at all drifted fields. The server edits the text. */
export const takeLiveIntoFileRequest = new RequestType<FileObjectPlace, Answer<{ fields: number }>, void>(
  'kubernetesLiveEdit.takeLiveIntoFile',
);

/** Client → server: take the fields out of an object of a file that were copied from the cluster. */
export const removeCopiedFieldsRequest = new RequestType<FileObjectPlace, Answer<{ fields: number }>, void>(
  'kubernetesLiveEdit.removeCopiedFields',
);

/** Client → server: decide about a field that another manager holds, or about all of them. */
export const decideOwnershipRequest = new RequestType<
  FileObjectPlace & { decision: OwnershipDecision } & WorkDoneProgressParams,
  Answer<FileWriteSummary>,
  void
>('kubernetesLiveEdit.decideOwnership');

/** Client → server: the live object of an object of a file, as the URI of its document. */
export const liveObjectOfFileRequest = new RequestType<FileObjectPlace, Answer<{ uri: string }>, void>(
  'kubernetesLiveEdit.liveObjectOfFile',
);

/** Client → server: the object of a file that a line (0-based) is of, or the nearest one before it. */
export const fileObjectAtRequest = new RequestType<
  { uri: string; line: number },
  Answer<{ key: string }>,
  void
>('kubernetesLiveEdit.fileObjectAt');
