import type { LiveDocument } from './liveDocument';
import { markOwnVersion, seeOlderVersion, seeVersion, type Sight } from './seenVersions';
import type { Snapshot } from './snapshot';

export type SeeingOptions = Pick<Sight, 'now' | 'limit'>;

/** The document with its live object among the versions that were seen. */
export function seeLive(document: LiveDocument, options: SeeingOptions): LiveDocument {
  if (document.live.kind === 'deleted') return document;
  return withSeen(document, seeVersion(document.seen, document.live.snapshot, { ...document, ...options }));
}

/** The document with a version among those seen that is older than the live object: a write of ours came between. */
export function seeOlder(document: LiveDocument, older: Snapshot, options: SeeingOptions): LiveDocument {
  return withSeen(document, seeOlderVersion(document.seen, older, { ...document, ...options }));
}

/** The document with this version, if it was seen, known as one that we have written. */
export function seeOwn(document: LiveDocument, { resourceVersion }: Snapshot): LiveDocument {
  return withSeen(document, markOwnVersion(document.seen, resourceVersion));
}

function withSeen(document: LiveDocument, seen: LiveDocument['seen']): LiveDocument {
  return seen === document.seen ? document : { ...document, seen };
}
