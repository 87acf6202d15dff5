import type { CopiedField } from '../manifest/copiedFields';
import type { FileDocument } from '../manifest/documents';
import type { LeftAlone, RecognizedObject } from '../manifest/recognize';
import type { Drift } from '../merge/drift';
import type { FieldPath } from '../merge/fieldPath';
import type { ObjectRef } from '../protocol/objectRef';
import type { ReconcileState } from '../reconcile/reconcileState';
import type { Termination } from '../reconcile/termination';
import type { FieldWriter } from '../session/fieldManagers';
import type { Health } from '../session/follow';
import type { FieldNote } from '../session/liveDocument';
import type { LiveChange } from '../session/merged';
import type { Failure } from '../session/ports';

/** What there is to say of an opened manifest file: everything that features need, and nothing that they must decide. */
export interface FileView {
  uri: string;
  binding: FileBinding;
  /** In the order of the file. */
  objects: FileObjectView[];
  /** What is no object that could be applied, and why; broken documents among them. */
  leftAlone: (LeftAlone & { document: FileDocument })[];
  /** Set where nothing of the file is looked at, since it has more UTF-16 code units than this. */
  tooLong?: { mostCharacters: number };
}

/** Where the objects of a file go: decided when it is opened, and then changed by the user alone. */
export type FileBinding =
  | { kind: 'binding' }
  | {
      kind: 'bound';
      context: string;
      /** For objects that name none. */
      namespace: string;
      /** What has decided it. */
      by: 'user' | 'setting' | 'currentContext';
    }
  | { kind: 'unbound'; failure: Failure };

/** One object of a file and what is known of the live one. */
export interface FileObjectView {
  /** Names the object within its file, whatever is edited around it: by its identity, and a number where that repeats. */
  key: string;
  recognized: RecognizedObject;
  document: FileDocument;
  /** The live object's place; undefined while it is not known, for `generateName`, and where no resource is served. */
  ref: ObjectRef | undefined;
  /** Whether values of this object must not be shown outside its text. */
  secret: boolean;
  state: FileObjectState;
  /** Fields that only a cluster writes. */
  copied: CopiedField[];
  /** Fields that the last apply was refused for, since others hold them; gone once the text states them otherwise. */
  ownershipConflicts: OwnershipConflict[];
  /** What the API server said of fields at the last write. */
  notes: readonly FieldNote[];
}

export type FileObjectState =
  /** What there is in the cluster is being found out. */
  | { kind: 'locating' }
  /** The object has a `generateName` and no name: each create makes another one. */
  | { kind: 'generated' }
  /** The file has more objects than are followed: this one is not looked for. */
  | { kind: 'untracked'; mostTracked: number }
  /** Nothing can be said of the live object. Milliseconds since 1970. */
  | { kind: 'unknown'; failure: Failure; since: number }
  | { kind: 'absent'; health: Health }
  | PresentState;

export interface PresentState {
  kind: 'present';
  health: Health;
  resourceVersion: string;
  /** Fields of the file that are otherwise in the cluster. */
  drifts: FileDrift[];
  /** Fields that the file states and that others than our manager hold as well, by who applied or wrote them. */
  owned: OwnedField[];
  /** What has changed of the live object since the file was opened, of the fields that the file states. */
  changed: LiveChange[];
  termination: Termination | undefined;
  reconcile: ReconcileState;
  /** Since when its generation has not been observed; milliseconds since 1970, undefined where it has been. */
  unobservedSince: number | undefined;
  /** Whether our manager has applied the object before. */
  appliedByUs: boolean;
}

export interface FileDrift {
  drift: Drift;
  writer: FieldWriter | undefined;
}

export interface OwnedField {
  path: FieldPath;
  writers: FieldWriter[];
}

/** A cause `FieldManagerConflict` of an apply that was refused. */
export interface OwnershipConflict {
  path: FieldPath;
  /** As the server says it, e.g. `kubectl-client-side-apply`. */
  manager: string;
  writer: FieldWriter | undefined;
}
