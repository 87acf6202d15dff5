import { NotificationType, RequestType } from 'vscode-languageserver-protocol';
import type { GroupVersionResource, ObjectRef, Subresource } from './objectRef';

/** What went wrong, as a closed set of reasons and one sentence for the user that says what to do. */
export interface Problem {
  reason: ProblemReason;
  message: string;
}

export type ProblemReason =
  | 'badUri'
  | 'kubeconfig'
  | 'unknownContext'
  | 'otherCluster'
  | 'unreachable'
  | 'certificate'
  | 'credentials'
  | 'unauthorized'
  | 'forbidden'
  | 'notFound'
  | 'notServed'
  | 'ambiguous'
  | 'conflict'
  | 'unparsable'
  | 'identityChanged'
  | 'rejected'
  | 'declined'
  | 'busy'
  | 'noConflict'
  | 'timeout'
  | 'cancelled'
  | 'unknownOutcome'
  | 'serverError';

/** An answer with a value, or the problem that stood in its way. */
export type Answer<T> = { kind: 'ok'; value: T } | { kind: 'problem'; problem: Problem };

/** A context of the kubeconfig. `namespace` is its default namespace. */
export interface ContextSummary {
  name: string;
  cluster: string;
  server: string;
  namespace: string;
  current: boolean;
}

/** A resource that the API server serves and whose objects can be read. */
export interface ResourceSummary extends GroupVersionResource {
  kind: string;
  namespaced: boolean;
  shortNames: string[];
  singularName: string;
  verbs: string[];
  /** Names of the subresources, e.g. `status`, `scale`. */
  subresources: string[];
}

/** A page of object names. `continueToken` is there while more follow; `remaining` where the server tells. */
export interface ObjectPage {
  objects: { name: string; namespace?: string }[];
  continueToken?: string;
  remaining?: number;
}

/**
 * A save's outcome as the client needs it. A `problem` leaves the document dirty. Where the editor shall show another
 * text after a save, `textChanged` says so; the client holds it back until the save has settled.
 */
export type SaveAnswer =
  /** `warnings` are the texts of the answer's `Warning` headers; `merged`: the text gets changes of others. */
  | { kind: 'saved'; message: string; warnings: string[]; merged: boolean }
  | { kind: 'unchanged'; message: string; merged: boolean }
  | { kind: 'problem'; problem: Problem };

/** A question before a write, for a dialog. */
export interface SaveQuestion {
  uri: string;
  message: string;
  detail: string;
  /** The title of the button that says yes. */
  yes: string;
}

/** The three texts of a three-way view: alike everywhere but at the conflicts, where each has its own. */
export interface MergeInputs {
  base: string;
  yours: string;
  live: string;
}

/** The user's decision on conflicts; `path` is the JSON pointer of one, without it all are meant. */
export type ConflictDecision = { uri: string; path?: string; keep: 'yours' | 'live' };

/** What is known of an open live document; shown in the status bar and the language status item. */
export interface DocumentStatus {
  uri: string;
  ref: ObjectRef;
  /** The object's kind, e.g. `Deployment`. */
  objectKind: string;
  /** The subresources of the object that have documents of their own, but for the one that this document is of. */
  subresources: Subresource[];
  health: WatchHealth;
  staleness: Staleness;
  /** The text is of an earlier session, and which version it was edited from is not known. */
  restored: boolean;
  /** Which object of which cluster this is, e.g. `prod › shop › Deployment web`. */
  identity: string;
  /** What is known of it, in one line. */
  summary: string;
}

/** How the live object is followed. Times are milliseconds since 1970. */
export type WatchHealth =
  | { kind: 'connecting' }
  | { kind: 'watching' }
  | { kind: 'polling'; everyMilliseconds: number; because: string }
  | { kind: 'unknown'; since: number; because: string };

/** How a text stands to its live object. Nothing is known of it in the last three. */
export type Staleness =
  | 'current'
  | 'stale'
  | 'conflicting'
  /** The object is being deleted, and the text is in no conflict with it. */
  | 'terminating'
  | 'deleted'
  | 'replaced'
  /** The object may not be read any more. */
  | 'forbidden'
  /** The context of the document leads to another cluster than the one that it was opened from. */
  | 'otherCluster'
  | 'unknown';

/** Where the server keeps what unsaved texts were edited from. */
export interface DraftPlace {
  folder: string;
  /** 32 bytes in base64: what is kept there is encrypted. */
  key: string;
}

/** The place out of the `initializationOptions` of a client, which may send anything. */
export function readDraftPlace(options: unknown): DraftPlace | undefined {
  const { folder, key }: Partial<Record<keyof DraftPlace, unknown>> =
    typeof options === 'object' && options !== null ? options : {};
  return typeof folder === 'string' && typeof key === 'string' ? { folder, key } : undefined;
}

/** Client → server: read an object for a document that is not open yet. A quorum read; returns its text. */
export const readRequest = new RequestType<{ uri: string }, Answer<{ text: string }>, void>(
  'kubernetesLiveEdit.read',
);

/** Client → server: read an open document's object again, dropping the user's changes. Returns its text. */
export const reloadRequest = new RequestType<{ uri: string }, Answer<{ text: string }>, void>(
  'kubernetesLiveEdit.reload',
);

/** Client → server: write the text of an open document to its cluster. */
export const saveRequest = new RequestType<{ uri: string; text: string }, SaveAnswer, void>(
  'kubernetesLiveEdit.save',
);

/** Server → client: ask the user before a write; resolves to whether they said yes. */
export const askRequest = new RequestType<SaveQuestion, boolean, void>('kubernetesLiveEdit.ask');

/** Client → server: keep the user's value at conflicts, or take the live one. The server edits the text. */
export const decideRequest = new RequestType<ConflictDecision, Answer<{ conflictsLeft: number }>, void>(
  'kubernetesLiveEdit.decide',
);

/** Client → server: the texts for a three-way view of a document's conflicts, as they are now. */
export const mergeInputsRequest = new RequestType<{ uri: string }, Answer<MergeInputs>, void>(
  'kubernetesLiveEdit.mergeInputs',
);

/** Client → server: the text that the three-way view ended with. The server makes it the document's, unsaved. */
export const mergedRequest = new RequestType<
  { uri: string; text: string },
  Answer<{ conflictsLeft: number }>,
  void
>('kubernetesLiveEdit.merged');

/** Client → server, right before the change itself: an undo or a redo has led to this version of a document. */
export const undoneNotification = new NotificationType<{
  uri: string;
  version: number;
  way: 'undo' | 'redo';
}>('kubernetesLiveEdit.undone');

/** Server → client: a save waits, and for what. The save request can be cancelled. */
export const waitingNotification = new NotificationType<{ uri: string; message: string }>(
  'kubernetesLiveEdit.waiting',
);

/** Server → client: what a save has changed is stuck in the cluster, in a sentence. Once for each save. */
export const stuckSaveNotification = new NotificationType<{ uri: string; message: string }>(
  'kubernetesLiveEdit.stuckSave',
);

/** Client → server: look at the live object of an open document at once, whenever the next attempt would be due. */
export const lookAgainNotification = new NotificationType<{ uri: string }>('kubernetesLiveEdit.lookAgain');

/** Client → server: the contexts of the kubeconfig. */
export const contextsRequest = new RequestType<Record<string, never>, Answer<ContextSummary[]>, void>(
  'kubernetesLiveEdit.contexts',
);

/** Client → server: the resources that a context's API server serves and that have `get` and `list`. Cancellable. */
export const resourcesRequest = new RequestType<{ context: string }, Answer<ResourceSummary[]>, void>(
  'kubernetesLiveEdit.resources',
);

/** Client → server: one page of objects, of one namespace or of all (no namespace given). Cancellable. */
export const objectsRequest = new RequestType<
  {
    context: string;
    resource: GroupVersionResource;
    namespace?: string;
    continueToken?: string;
    limit: number;
  },
  Answer<ObjectPage>,
  void
>('kubernetesLiveEdit.objects');

/**
 * Client → server: what a link or a name means, e.g. `prod/shop/deploy/web`, `-n shop deploy/web`, a `k8slive:` URI.
 * Several URIs where the name fits resources of several groups. Cancellable.
 */
export const resolveRequest = new RequestType<{ text: string }, Answer<{ uris: string[] }>, void>(
  'kubernetesLiveEdit.resolve',
);

/** Client → server: the kubectl command that reads this document's object, quoted for a POSIX shell. */
export const kubectlCommandRequest = new RequestType<{ uri: string }, Answer<{ command: string }>, void>(
  'kubernetesLiveEdit.kubectlCommand',
);

/** Server → client: the editor shall show this text, unless its document is dirty. */
export const textChangedNotification = new NotificationType<{ uri: string; text: string }>(
  'kubernetesLiveEdit.textChanged',
);

/** Server → client: what is known of an open live document has changed. */
export const statusNotification = new NotificationType<DocumentStatus>('kubernetesLiveEdit.status');
