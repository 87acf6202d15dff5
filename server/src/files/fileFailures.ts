import type { FileFailure } from './contract';

/** The result of an operation on a file that failed. */
export function failed(failure: FileFailure): { kind: 'failed'; failure: FileFailure } {
  return { kind: 'failed', failure };
}
