import type { ObjectIdentity } from '../manifest/recognize';
import type { JsonObject } from '../merge/json';
import type { ListTopology } from '../merge/topology';
import type { Review } from '../protocol/files';
import type { ObjectRef } from '../protocol/objectRef';
import type { Cluster, Clock, KubernetesObject } from '../session/ports';
import type { FilesOptions, WriteProgress } from './contract';
import type { OwnershipConflict } from './fileView';
import type { Place } from './places';

/** One object of a file that is to be written. */
export interface FileTarget {
  readonly key: string;
  /** Which object it is, e.g. `demo › shop › Deployment web`. */
  readonly title: string;
  readonly identity: ObjectIdentity;
  /** As the file states it, apiVersion and kind included. */
  readonly object: JsonObject;
  /** Where its live object is, as far as discovery knows. */
  readonly place: Place;
  readonly topology: ListTopology;
  /** The live object as it is followed; undefined where it is to be read. */
  readonly followed: KubernetesObject | undefined;
}

/** What a write of objects of a file works with. */
export interface WritingContext extends Pick<FilesOptions, 'choose'> {
  /** Shows the user what would be written; resolves to whether they want it. */
  readonly review: (review: Review) => Promise<boolean>;
  readonly uri: string;
  /** The cluster that the file is bound to. */
  readonly cluster: Cluster;
  /** For objects that name none. */
  readonly namespace: string;
  /** The field manager's name. */
  readonly manager: string;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: WriteProgress) => void;
}

/** Fields of one object that the user wants to take over from others. */
export interface TakeOver {
  readonly key: string;
  readonly conflicts: readonly OwnershipConflict[];
}

/** An apply that a dry run has shown to go through. */
export interface PlannedApply {
  readonly kind: 'planned';
  readonly ref: ObjectRef;
  /** What is sent. */
  readonly object: JsonObject;
  readonly live: KubernetesObject | undefined;
  readonly after: KubernetesObject;
  /** The fields that are taken over from others; empty without force. */
  readonly takenOver: readonly OwnershipConflict[];
  /** The managers of `kubectl apply` (client-side) whose fields ours takes over. */
  readonly clientSide: readonly string[];
  readonly warnings: string[];
}
