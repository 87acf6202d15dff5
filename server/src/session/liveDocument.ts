import type { Health } from './follow';
import type { ObjectRef } from '../protocol/objectRef';
import { type FieldOwnership, hideFields, restoreFields } from './hiddenFields';
import type { ClusterAddress, KubernetesObject } from './ports';
import { showsTheSame, type Snapshot, visiblePart } from './snapshot';
import { rewriteText } from './text';

/** What the cluster has told of the object last. Times are milliseconds since 1970. */
export type LiveState = { kind: 'present'; snapshot: Snapshot } | { kind: 'deleted'; since: number };

/** A text that was sent to the editor, and the object that it shows. */
export interface Offer {
  readonly text: string;
  readonly snapshot: Snapshot;
  /** Of a reload: where and how the object was read, which holds from the moment that the editor has the text. */
  readonly origin?: Origin;
}

/** Where a document's object was read, and which of its fields the text shows. */
export type Origin = Pick<LiveDocument, 'address' | 'clusterUid' | 'ownership'>;

/** Everything that is known of one opened live object. Immutable: each transition below returns a new one. */
export interface LiveDocument {
  readonly uri: string;
  readonly ref: ObjectRef;
  /** Where the object was opened: a context that leads elsewhere later is not written to. */
  readonly address: ClusterAddress;
  readonly clusterUid: string | undefined;
  readonly ownership: FieldOwnership;
  /** The object that the text stands on; it changes together with the text, or where the text shows no change. */
  readonly base: Snapshot;
  readonly live: LiveState;
  readonly health: Health;
  /** The editor's text now, and the text with which it was last clean. */
  readonly text: string;
  readonly cleanText: string;
  /** Texts on their way to the editor, oldest first. One becomes the clean text, and its object the base, on arrival. */
  readonly offers: readonly Offer[];
  /** A write whose outcome is not known yet: nothing is written before the object was read again. */
  readonly unknownWrite: { text: string; sent: KubernetesObject } | undefined;
  /** The text came back from an earlier session: which version it was edited from is not known. */
  readonly restored: boolean;
}

/** A document and, where the editor has to show another text, that text. */
export interface Transition {
  document: LiveDocument;
  offered?: string;
}

/** How a document begins: as opened, base and live are the same. */
export function openDocument(
  parts: Pick<LiveDocument, 'uri' | 'ref' | 'address' | 'clusterUid' | 'ownership' | 'base' | 'text'>,
): LiveDocument {
  return {
    ...parts,
    live: { kind: 'present', snapshot: parts.base },
    health: { kind: 'connecting' },
    cleanText: parts.text,
    offers: [],
    unknownWrite: undefined,
    restored: false,
  };
}

/** Whether the name is there with another uid: deleted and created anew. */
export function isReplaced({ live, base }: LiveDocument): boolean {
  return live.kind === 'present' && live.snapshot.uid !== base.uid;
}

/** Whether the editor holds nothing that would be lost with its text. */
export function isClean({ text, cleanText }: LiveDocument): boolean {
  return text === cleanText;
}

/** The text that an editor of this document is to show: the newest one on its way to it, else its last clean one. */
export function shownText({ offers, cleanText }: LiveDocument): string {
  return offers.at(-1)?.text ?? cleanText;
}

/** The editor's text has changed; an offered text that has arrived brings its object as the base. */
export function receiveText(document: LiveDocument, text: string): Transition {
  const arrived = document.offers.findIndex((offer) => offer.text === text);
  const offer = document.offers[arrived];
  if (offer !== undefined) {
    const offers = document.offers.slice(arrived + 1);
    const reloaded =
      offer.origin === undefined ? {} : { ...offer.origin, restored: false, unknownWrite: undefined };
    return settle({ ...document, ...reloaded, text, cleanText: text, base: offer.snapshot, offers });
  }
  const resend = text === document.cleanText && document.text !== text;
  // The clean text is known to be of the base, wherever the text before it came from.
  const restored = document.restored && text !== document.cleanText;
  return settle({ ...document, text, restored }, { resend });
}

/** The cluster has told of the object's present state. */
export function receiveLive(document: LiveDocument, snapshot: Snapshot): Transition {
  return settle({ ...document, live: { kind: 'present', snapshot } });
}

/** The object is gone from the cluster. */
export function receiveDeletion(document: LiveDocument, now: number): Transition {
  return document.live.kind === 'deleted'
    ? { document }
    : { document: { ...document, live: { kind: 'deleted', since: now } } };
}

/** The user wants the live object instead of the text. The base follows when the editor has the new text. */
export function receiveReload(document: LiveDocument, opened: Origin & { base: Snapshot }): Transition {
  const { base: snapshot, address, clusterUid, ownership } = opened;
  const text = rewriteText(document.cleanText, visiblePart(snapshot, ownership));
  const offer: Offer = { text, snapshot, origin: { address, clusterUid, ownership } };
  const reloaded: LiveDocument = {
    ...document,
    live: { kind: 'present', snapshot },
    offers: [...document.offers, offer],
  };
  return {
    ...(document.text === text ? receiveText(reloaded, text) : { document: reloaded }),
    offered: text,
  };
}

/** What was written, and what the API server made of it. */
export interface SavedWrite {
  text: string;
  sent: KubernetesObject;
  answer: Snapshot;
  /** Whether the watch has brought the answer's version, or a later one, before the answer itself arrived. */
  overtaken: boolean;
}

/**
 * A write has succeeded. The base is what was sent, at the answer's version: what the server made of it beyond that
 * is a change of the live object like any other, so that the text takes it over in place.
 */
export function receiveSaved(
  document: LiveDocument,
  { text, sent, answer, overtaken }: SavedWrite,
): Transition {
  const { ownership } = document;
  const base = { ...answer, object: restoreFields(hideFields(sent, ownership), answer.object, ownership) };
  return settle({
    ...document,
    base,
    live: overtaken ? document.live : { kind: 'present', snapshot: answer },
    cleanText: text,
    offers: [],
    unknownWrite: undefined,
  });
}

/** The text was saved without a change of meaning: it is what the editor is clean with. */
export function receiveUnchanged(document: LiveDocument, text: string): Transition {
  return settle({ ...document, cleanText: text }, { resend: true });
}

/**
 * Brings text and base together with the live object as far as the user's text allows: where nothing shows, the base
 * moves along silently; a clean text is followed by an offer; a dirty one is left alone.
 */
function settle(document: LiveDocument, { resend = false } = {}): Transition {
  const { live, base, ownership, offers } = document;
  if (live.kind === 'deleted' || isReplaced(document)) return { document };
  const same = showsTheSame(base, live.snapshot, ownership);
  const settled = same ? { ...document, base: live.snapshot } : document;
  if (!isClean(document) || (same && offers.length === 0)) return { document: settled };
  const text = same ? document.cleanText : rewriteText(document.text, visiblePart(live.snapshot, ownership));
  if (!same && text === document.text) return { document: { ...document, base: live.snapshot } };
  const offer = { text, snapshot: live.snapshot };
  const onItsWay = offers.at(-1)?.text === text;
  const next = {
    ...settled,
    offers: [...(onItsWay ? offers.slice(0, -1) : offers).slice(-maximumOffers), offer],
  };
  return onItsWay && !resend ? { document: next } : { document: next, offered: text };
}

/** The editor shows an offer within moments; more than these on their way are of no use to anyone. */
const maximumOffers = 8;
