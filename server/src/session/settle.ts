import { isClean, isReplaced, type LiveDocument, type Offer, type Transition } from './liveDocument';
import { showsTheSame, type Snapshot, visiblePart } from './snapshot';
import { rewriteText } from './text';
import { recordBase, replaceBase } from './textHistory';

/**
 * Brings text and base together with the live object as far as the user's text allows: where nothing shows, the base
 * moves along silently; a clean text is followed by an offer; a dirty one is left alone, and so is a clean one that shall
 * not follow by itself, unless its new text `isWanted`. With `rewrite` a clean text may say something else than its base.
 */
export function settle(
  document: LiveDocument,
  { resend = false, rewrite = false, isWanted = document.followLive === 'follow' } = {},
): Transition {
  const { live, base, offers } = document;
  if (live.kind === 'deleted' || isReplaced(document)) return { document };
  const same = showsTheSame(base, live.snapshot, document);
  const settled = same ? movedAlong(document, live.snapshot) : document;
  const clean = offers.filter(({ as }) => as === 'clean');
  if (!isClean(document) || (same && !rewrite && clean.length === 0)) return { document: settled };
  const newest = clean.at(-1);
  const isOffered = newest !== undefined && showsTheSame(newest.snapshot, live.snapshot, document);
  const kept = isOffered ? newest.text : same ? document.cleanText : undefined;
  const text = rewrite || kept === undefined ? followedText(document, live.snapshot) : kept;
  if (!same && text === document.text) return { document: withBase(document, live.snapshot) };
  if (!isWanted) return { document: settled };
  const offer: Offer = { text, snapshot: live.snapshot, as: 'clean' };
  const onItsWay = newest?.text === text;
  const next = {
    ...settled,
    offers: [...(onItsWay ? clean.slice(0, -1) : clean).slice(-maximumOffers), offer],
  };
  return onItsWay && !resend ? { document: next } : { document: next, offered: text };
}

/** The document whose text of now is derived from this object. */
export function withBase(document: LiveDocument, base: Snapshot): LiveDocument {
  return { ...document, base, history: recordBase(document.history, base) };
}

function movedAlong(document: LiveDocument, base: Snapshot): LiveDocument {
  return base === document.base
    ? document
    : { ...document, base, history: replaceBase(document.history, base) };
}

function followedText({ text, ownership, topology }: LiveDocument, live: Snapshot): string {
  return rewriteText(text, visiblePart(live, ownership), topology);
}

/** The editor shows an offer within moments; more than these on their way are of no use to anyone. */
const maximumOffers = 8;
