import type { ObjectRef } from '../protocol/objectRef';
import type { KubernetesObject } from './ports';

/** An object that is to be made; without a name its `generateName` is made into one. */
export type NewObjectRef = Omit<ObjectRef, 'name'> & { name?: string };

export interface WriteOptions {
  /** The field manager; our own name where it is not given. */
  manager?: string;
  /** The server does all but store it: the answer is what the object would become. */
  dryRun?: true;
}

export interface ApplyOptions extends WriteOptions {
  manager: string;
  /** Takes the fields over that others hold. */
  force?: true;
  signal: AbortSignal;
}

/** What becomes of the objects that depend on a deleted one (`propagationPolicy`). */
export type Propagation = 'Background' | 'Foreground' | 'Orphan';

export interface DeleteOptions {
  uid: string;
  resourceVersion: string;
  propagation: Propagation;
  dryRun?: true;
  signal: AbortSignal;
}

export interface DeleteAnswer {
  /** The object as it waits for its finalizers or its grace period; undefined where it is gone. */
  object: KubernetesObject | undefined;
  /** Texts of the `Warning` headers. */
  warnings: string[];
}

export interface WriteAnswer {
  object: KubernetesObject;
  /** Texts of the `Warning` headers. */
  warnings: string[];
}
