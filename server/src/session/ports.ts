import type { JsonObject, JsonValue } from '../merge/json';
import type { JsonPatchOperation } from '../merge/patchOperation';
import type { ContextSummary, ObjectPage, ResourceSummary } from '../protocol/messages';
import type { GroupVersionResource, ObjectRef, Subresource } from '../protocol/objectRef';
import type {
  ApplyOptions,
  DeleteAnswer,
  DeleteOptions,
  NewObjectRef,
  WriteAnswer,
  WriteOptions,
} from './writePorts';

/** An object exactly as the API server sent it. No typed model of it exists anywhere. */
export type KubernetesObject = JsonObject;

/** Operations of RFC 6902, made one after the other, all or none. */
export type JsonPatch = readonly JsonPatchOperation[];

/** A value, or why there is none. */
export type Result<T> = { kind: 'ok'; value: T } | { kind: 'failed'; failure: Failure };

/** The `Status` object of the API server, as far as it is read here. `code` is the HTTP status. */
export interface Status {
  code: number;
  reason: string;
  message: string;
  details?: {
    name?: string;
    group?: string;
    kind?: string;
    causes?: { reason?: string; message?: string; field?: string }[];
    retryAfterSeconds?: number;
  };
}

/** Why a request to a cluster has no value. `detail` is for people and holds no secret. */
export type Failure =
  | { kind: 'kubeconfigMissing'; paths: string[] }
  | { kind: 'kubeconfigBroken'; path: string; detail: string }
  | { kind: 'unknownContext'; context: string; known: string[] }
  /** No context is named anywhere, and the kubeconfig says none either. */
  | { kind: 'noCurrentContext' }
  /** The context, its cluster or its user is not usable: something that it names is missing or unsupported. */
  | { kind: 'contextUnusable'; context: string; detail: string }
  /** The credential plugin, the OIDC refresh or a credential file failed; nothing was sent. */
  | { kind: 'credentials'; context: string; detail: string }
  | { kind: 'unreachable'; context: string; server: string; detail: string; sent: Sent }
  | { kind: 'certificate'; context: string; server: string; detail: string }
  | { kind: 'timeout'; context: string; server: string; milliseconds: number; sent: Sent }
  | { kind: 'cancelled' }
  /** The context leads to another cluster than the one that the document was opened from. Nothing was sent there. */
  | { kind: 'otherCluster'; context: string; openedFrom: string; now: string }
  /** The API server answered, and not with success. */
  | { kind: 'status'; context: string; status: Status; retryAfterSeconds?: number }
  /** The API server serves no such resource; `elsewhere` are resources of the same name in other groups or versions. */
  | { kind: 'notServed'; context: string; resource: GroupVersionResource; elsewhere: ResourceSummary[] }
  /** The objects of this resource have no such subresource. */
  | { kind: 'noSubresource'; context: string; resource: GroupVersionResource; subresource: Subresource }
  /** An answer that is no JSON of Kubernetes: a proxy's error page, a web server. */
  | { kind: 'notKubernetes'; context: string; server: string; detail: string };

/** The HTTP status of a failure that is an answer of the API server; undefined for all others. */
export function statusCode(failure: Failure): number | undefined {
  return failure.kind === 'status' ? failure.status.code : undefined;
}

/** Whether the request may have reached the API server before the connection was lost. */
export type Sent = 'no' | 'perhaps';

/** Which cluster a connection leads to: its address, and a hash of the certificate authority that vouches for it. */
export interface ClusterAddress {
  server: string;
  certificateAuthority: string;
}

/** The contexts of the kubeconfig. Files are read anew when they have changed. */
export interface Clusters {
  contexts(): Promise<Result<ContextSummary[]>>;
  /** A connection by this context, as the kubeconfig says now. Opens no socket by itself. */
  connect(context: string): Promise<Result<Cluster>>;
}

/** One context's API server. Everything is cancelled by its signal and ends after the request time-out. */
export interface Cluster {
  readonly context: string;
  readonly address: ClusterAddress;
  /** The uid of the namespace kube-system, which identifies a cluster; asked once and kept. */
  uid(signal: AbortSignal): Promise<Result<string>>;
  /** Every resource that is served. From the cache unless `refresh` is given; a changed set is seen by its ETag. */
  resources(options: { refresh?: true; signal: AbortSignal }): Promise<Result<ResourceSummary[]>>;
  /**
   * The schemas of a group version, under `components.schemas` as in its OpenAPI v3 document at `/openapi/v3`. The
   * same object as long as the server's hash of the document is the same; asking then costs a request without a body.
   * A status 404 where the server has no such group version, or no OpenAPI v3 at all (before Kubernetes 1.24).
   */
  schemas(groupVersion: GroupVersion, signal: AbortSignal): Promise<Result<JsonObject>>;
  /** A quorum read; of a status the whole object, of a scale the `Scale` that the server makes of it. */
  get(ref: ObjectRef, signal: AbortSignal): Promise<Result<KubernetesObject>>;
  /** What the API server prints of an object for `kubectl get`; no columns where it prints none. */
  columns(ref: ObjectRef, signal: AbortSignal): Promise<Result<PrintedRow>>;
  list(options: ListOptions): Promise<Result<ObjectPage>>;
  /** Whole objects of a collection as they all are at one version, by a quorum list; in pages, begun anew on a 410. */
  readAll(options: CollectOptions): Promise<Result<Collected>>;
  /** As `readAll`, of each object no more than its `metadata`. */
  readAllMetadata(options: CollectOptions): Promise<Result<Collected>>;
  /** PUT with `fieldValidation=Strict` and our field manager; the object carries resourceVersion and uid. */
  replace(
    ref: ObjectRef,
    object: KubernetesObject,
    signal: AbortSignal,
    options?: WriteOptions,
  ): Promise<Result<WriteAnswer>>;
  /**
   * POST as `replace`, of an object without resourceVersion and uid; status 409 `AlreadyExists` where one is there.
   * Without a name the object has a `generateName`, and the answer says which name that has become.
   */
  create(
    ref: NewObjectRef,
    object: KubernetesObject,
    signal: AbortSignal,
    options?: WriteOptions,
  ): Promise<Result<WriteAnswer>>;
  /**
   * PATCH as `replace`; the operations test `/metadata/uid`. Others' writes of other fields do not get in its way.
   * Status 422 `Invalid` where a test fails or an operation does not apply: without causes, which an invalid object has.
   */
  patch(
    ref: ObjectRef,
    operations: JsonPatch,
    signal: AbortSignal,
    options?: WriteOptions,
  ): Promise<Result<WriteAnswer>>;
  /**
   * Server-side apply: makes the object, or changes the fields that it states. Status 409 `Conflict`: with causes
   * `FieldManagerConflict` where others hold fields, unless it is forced; without causes where the object carries a
   * resourceVersion or uid that is not the live one.
   */
  apply(ref: ObjectRef, object: KubernetesObject, options: ApplyOptions): Promise<Result<WriteAnswer>>;
  /** DELETE of just this version of the object; status 409 `Conflict` where it is another one now. */
  delete(ref: ObjectRef, options: DeleteOptions): Promise<Result<DeleteAnswer>>;
  /**
   * Follows one object from exactly this resourceVersion, bookmarks on; many of one collection by one watch. Ends
   * without an event of its own when the server closes the stream and after a long silence; the last item of a broken
   * one is a failure. An `ERROR` event is a failure of its Status. A subresource is followed by its object: a status as
   * the object has it, a scale by a reading after each change.
   */
  watch(options: WatchOptions): AsyncIterable<WatchItem>;
}

/** A group, empty for the core group, and one of its versions. */
export type GroupVersion = Omit<GroupVersionResource, 'resource'>;

/** An object as a row of a table, and the version of the object that was printed; empty where it is not said. */
export interface PrintedRow {
  resourceVersion: string;
  columns: PrinterColumn[];
}

/**
 * A column and the object's cell in it, null where it is empty. `type` and `format` by OpenAPI; a date is printed as a
 * duration (`5d3h`). `kubectl get` shows priority 0 alone, `-o wide` all.
 */
export interface PrinterColumn {
  name: string;
  type: string;
  format: string;
  priority: number;
  cell: JsonValue;
}

export interface ListOptions {
  resource: GroupVersionResource;
  namespace?: string;
  continueToken?: string;
  limit: number;
  signal: AbortSignal;
}

/** Which objects of a collection are read: all, those of these names, or those that a field selector selects. */
export interface CollectOptions {
  resource: GroupVersionResource;
  namespace?: string;
  names?: readonly string[];
  fieldSelector?: string;
  signal: AbortSignal;
}

/** Objects in the order of the collection, and its version, from which it can be watched. */
export interface Collected {
  objects: KubernetesObject[];
  resourceVersion: string;
}

export interface WatchOptions {
  ref: ObjectRef;
  resourceVersion: string;
  /** The version of the object itself as it is known there, or of its end; `resourceVersion` where not given. */
  objectVersion?: string;
  /** Something may have been missed: the watch starts when it is known, by a quorum read, how the object is now. */
  reread?: boolean;
  /** How many of its collection are followed at this moment, itself among them; 1 where not given. */
  together?: number;
  signal: AbortSignal;
}

export type WatchItem =
  /** The server has accepted the watch: from now on silence means that nothing has changed. */
  | { kind: 'started' }
  | { kind: 'ADDED' | 'MODIFIED' | 'DELETED'; object: KubernetesObject }
  /** The object as it was read while it was followed: nothing from before comes any more. */
  | { kind: 'READ'; object: KubernetesObject }
  /** The object is not there; at this version it was not. */
  | { kind: 'MISSING'; resourceVersion: string }
  | { kind: 'BOOKMARK'; resourceVersion: string }
  /** The object had this version, as what is not told: the object that comes next is at least as new. */
  | { kind: 'PASSED'; resourceVersion: string }
  | { kind: 'failed'; failure: Failure };

/**
 * Keeps, beside the editor's own backup of unsaved texts, what they were edited from. Never throws; what cannot be read
 * counts as not there.
 */
export interface Drafts {
  load(uri: string): Promise<string | undefined>;
  keep(uri: string, record: string): Promise<void>;
  forget(uri: string): Promise<void>;
}

/** Time, for what waits or says since when. Milliseconds. */
export interface Clock {
  now(): number;
  /** Resolves after the time, or at once when the signal is aborted. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
}

/** A number in [0, 1), for the jitter of waiting times. */
export type RandomNumber = () => number;

/** One line for the log. Never holds a body, a header or a value of an object. */
export type WriteLog = (line: string) => void;
