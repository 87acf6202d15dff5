import type { Change } from '../merge/changes';
import type { Conflict } from '../merge/conflicts';
import type { FieldPath } from '../merge/fieldPath';
import type { ArrivedWrite } from './arrived';
import type { LiveChange } from './merged';
import type { Refusal } from './ours';
import type { Failure, KubernetesObject } from './ports';
import type { Snapshot } from './snapshot';

/** What became of a save. `saved` has changed the object; `unknown` may have; nothing else has. */
export type SaveOutcome = Saved | Unchanged | Conflicted | Rejected | Gone | Unknown;

export interface Saved {
  kind: 'saved';
  /** The whole object that the text stood for, and what that was derived from. */
  ours: KubernetesObject;
  before: KubernetesObject;
  /** The same as ours, with what the API server made of it beyond what was sent; undefined where that is nothing. */
  completedOurs?: KubernetesObject;
  answer: Snapshot;
  /** What was written over; undefined where there was nothing, or where that is not known. */
  over?: Snapshot;
  /** Whether the answer's version is one that this write has made, and that nobody can have known before. */
  isNewVersion: boolean;
  /** What the text gets from the live object, because others had changed it. */
  kept: LiveChange[];
  /** Fields of the text that differ and that only the server writes: these were not written. */
  ignored: FieldPath[];
  /** What the API server made of the object beyond what was sent: defaults, admission. */
  completed: Change[];
  /** Texts of the `Warning` headers. */
  warnings: string[];
}

/** The text changes nothing of what the cluster has: nothing was sent. */
export interface Unchanged {
  kind: 'unchanged';
  ours: KubernetesObject;
  before: KubernetesObject;
  live: Snapshot;
  kept: LiveChange[];
  /** Fields of the text that differ and that only the server writes. */
  ignored: FieldPath[];
}

/** Somebody else has changed the same fields, or (no conflicts) writes so often that no write of ours gets through. */
export interface Conflicted {
  kind: 'conflicted';
  live: Snapshot;
  conflicts: readonly Conflict[];
  /** A write whose answer was lost may have arrived before the others' changes. */
  perhapsWritten?: boolean;
  /** What is known to have arrived of it. */
  arrived?: ArrivedWrite | undefined;
}

/** Nothing was written. */
export type Rejected = { kind: 'rejected' } & (
  | { because: 'refusal'; refusal: Refusal }
  /** The API server, or what lies before it, refused. `sent` is what it refused. */
  | { because: 'failure'; failure: Failure; sent?: KubernetesObject }
  /** The user was asked, and did not want it. */
  | { because: 'declined'; question: Question }
);

/** The object was deleted, or deleted and created anew under the same name: then `live` is the new one. */
export interface Gone {
  kind: 'gone';
  live: Snapshot | undefined;
}

/** The answer to the write was lost, and the object could not be read either. */
export interface Unknown {
  kind: 'unknown';
  sent: KubernetesObject;
  failure: Failure;
}

/** What the user is asked before a write. */
export type Question =
  /** The setting `confirmBeforeSave`: these are the changes that would be written. */
  | { kind: 'confirm'; changes: readonly Change[] }
  /** The setting `mergeOnSave: ask`: these changes of others would be kept. */
  | { kind: 'merge'; kept: readonly LiveChange[] }
  /** The object is being deleted, and waits for these finalizers. */
  | { kind: 'terminating'; finalizers: readonly string[] }
  /** The name leads to another object now; the text can be written as a change of that one. */
  | { kind: 'replaced' }
  /** The object is gone; the text can be created as a new one. */
  | { kind: 'create' };

/** Asks the user; resolves to whether they want it. */
export type Ask = (question: Question) => Promise<boolean>;
