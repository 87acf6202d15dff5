import type { DocumentView } from '../session/view';

/** What is known of a live object's state, for words about it: of a document of its own, or of an object of a file. */
export type StatusView = Pick<
  DocumentView,
  | 'ref'
  | 'objectKind'
  | 'secret'
  | 'staleness'
  | 'health'
  | 'reconcile'
  | 'unobservedSince'
  | 'termination'
  | 'reading'
>;
