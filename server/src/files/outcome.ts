import type { FieldNote } from '../session/liveDocument';
import type { Failure, KubernetesObject } from '../session/ports';
import type { OwnershipConflict } from './fileView';

/** What became of one object of a file that was to be written. */
export interface FileWriteOutcome {
  key: string;
  /** Which object it is, e.g. `demo › shop › Deployment web`. */
  title: string;
  result: FileWriteResult;
  /** Texts of the `Warning` headers. */
  warnings: string[];
}

/** What became of one object, without which one it is. */
export type Written = Pick<FileWriteOutcome, 'result' | 'warnings'>;

export type FileWriteResult =
  | { kind: 'written'; how: 'created' | 'configured' | 'replaced' | 'deleted'; object?: KubernetesObject }
  /** The live object says all of it already. */
  | { kind: 'unchanged' }
  /** Others hold fields; nothing was written. `confirmed` are those that the user takes over already. */
  | { kind: 'owned'; conflicts: OwnershipConflict[]; confirmed: OwnershipConflict[] }
  /** The version or the uid that the file carries is not the live object's any more. */
  | { kind: 'staleVersion' }
  /** The file carries the version or the uid of a live object, which one that is to be made cannot have. */
  | { kind: 'copiedVersion' }
  /** The object has changed since the user was shown it. */
  | { kind: 'moved' }
  | { kind: 'exists' }
  /** There is nothing to delete. */
  | { kind: 'gone' }
  /** The user has not wanted it, or has cancelled. */
  | { kind: 'declined' }
  /** What it needs (its namespace, the definition of its kind) was not written. */
  | { kind: 'skipped'; because: string }
  | { kind: 'refused'; failure: Failure; notes: FieldNote[] }
  /** The answer was lost, and what became of the write cannot be found out. */
  | { kind: 'unknown'; failure: Failure };

/** A result of which the server has said nothing more. */
export function withoutWarnings(result: FileWriteResult): Written {
  return { result, warnings: [] };
}
