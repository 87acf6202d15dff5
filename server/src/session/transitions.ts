import type { FieldPath } from '../merge/fieldPath';
import type { ListTopology } from '../merge/topology';
import type { ArrivedWrite } from './arrived';
import type { DecidedEdit } from './decide';
import type { Draft } from './drafts';
import { type FieldNote, type LiveDocument, type Offer, type Origin, type Transition } from './liveDocument';
import { notesOf } from './notes';
import type { KubernetesObject } from './ports';
import { settle, withBase } from './settle';
import { type Snapshot, visiblePart, withObject } from './snapshot';
import { rewriteText } from './text';
import { beginHistory, goTo, recordText, recordWrite, type UndoWay } from './textHistory';

/**
 * A text came back from an earlier session, with the object that it was derived from where that was kept. Dropping
 * it leads to the object as it was read now.
 */
export function restoreDocument(
  document: LiveDocument,
  text: string,
  draft: Draft | undefined,
): LiveDocument {
  const known = draft?.base ?? document.base;
  const asRead: Offer = { text: document.cleanText, snapshot: document.base, as: 'clean' };
  return {
    ...document,
    ...(draft && { address: draft.address, clusterUid: draft.clusterUid }),
    text,
    base: known,
    history: beginHistory(text, known),
    offers: [asRead],
    restored: draft === undefined,
  };
}

/**
 * The editor's text has changed; an offered text that has arrived brings its object as the base, an undo or a redo
 * the one of the text that it leads to.
 */
export function receiveText(before: LiveDocument, text: string, way?: UndoWay): Transition {
  const document = { ...before, notes: notesOf(before, text) };
  const undone = way && goTo(document.history, text, { way, topology: document.topology });
  if (undone !== undefined) {
    const { history, base = document.base } = undone;
    return settle({ ...document, text, history, base, restored: undone.base === undefined });
  }
  const history = recordText(document.history, text);
  const arrived = document.offers.findIndex((offer) => offer.text === text);
  const offer = document.offers[arrived];
  if (offer === undefined) {
    const resend = text === document.cleanText && document.text !== text;
    return settle({ ...document, text, history }, { resend });
  }
  const offers = document.offers.slice(arrived + 1);
  const received = { ...withBase({ ...document, text, history }, offer.snapshot), offers, restored: false };
  if (offer.as === 'edited') return settle(received);
  const { origin } = offer;
  const reloaded = origin && {
    ...origin,
    topology: knownTopology(document, origin),
    unknownWrite: undefined,
    notes: [],
  };
  return settle({ ...received, ...reloaded, cleanText: text });
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
  const topology = knownTopology(document, opened);
  const text = rewriteText(document.cleanText, visiblePart(snapshot, ownership), topology);
  const origin = { address, clusterUid, ownership, topology };
  const reloaded: LiveDocument = {
    ...document,
    live: { kind: 'present', snapshot },
    offers: [...document.offers, { text, snapshot, origin, as: 'clean' }],
  };
  return {
    ...(document.text === text ? receiveText(reloaded, text) : { document: reloaded }),
    offered: text,
  };
}

/** A text of which the cluster has now what it says, and no more is to be written of it. */
export interface SettledText {
  text: string;
  /** What the text was derived from. */
  before: KubernetesObject;
  /** The whole object that the text stands for. */
  ours: KubernetesObject;
  /** The same, with what the server has made of it beyond that; where it has made nothing of it, undefined. */
  completedOurs?: KubernetesObject | undefined;
  live: Snapshot;
  /** Fields in which the text differs and that only the server writes: the text is to say what the live object has. */
  ignored: readonly FieldPath[];
  /** Whether the watch has brought this version of the live object, a later one or its end before the answer itself. */
  overtaken: boolean;
  notes: readonly FieldNote[];
}

/**
 * A text was written, or says what the cluster has anyway. The base is what the text says, at the version of the
 * answer: what the live object has beyond that is a change like any other, so that the text takes it over in place.
 */
export function receiveSettled(document: LiveDocument, settled: SettledText): Transition {
  const { text, before, ours, completedOurs: completed = ours, live, ignored, overtaken, notes } = settled;
  const written = ours === live.object ? live : { ...live, object: ours, completed };
  const { topology } = document;
  const write = { text, before, written, completed, topology };
  const { history, base = written } = recordWrite(document.history, write);
  // The editor shows after a save what it got last: no text that was on its way before, as if the user had typed it.
  const onTheirWay = document.offers.filter(({ as }) => as === 'clean');
  const offers: Offer[] =
    onTheirWay.length === 0 ? [] : [...onTheirWay, { text, snapshot: written, as: 'clean' }];
  return settle(
    {
      ...document,
      base,
      history,
      live: overtaken ? document.live : { kind: 'present', snapshot: live },
      cleanText: text,
      offers,
      unknownWrite: undefined,
      notes,
      restored: false,
    },
    // An object that was created anew has a uid and a time of its own, which its text does not know yet.
    { resend: true, rewrite: ignored.length > 0 || live.uid !== document.base.uid, isWanted: true },
  );
}

/** A write of this text, whose answer was lost, has arrived, and others have written over a part of it. */
export function receiveArrived(
  document: LiveDocument,
  text: string,
  { before, object }: ArrivedWrite,
): LiveDocument {
  const { topology } = document;
  const written = withObject(before, object);
  const write = { text, before: before.object, written, completed: object, topology };
  const { history, base = document.base } = recordWrite(document.history, write);
  return { ...document, history, base };
}

/** The user has decided that the text is derived from this object, whatever it was derived from before. */
export function receiveBase(document: LiveDocument, snapshot: Snapshot): Transition {
  return settle(withBase(document, snapshot));
}

/** The user wants clean texts to follow the live object, or not to any more. */
export function receiveFollowLive(
  document: LiveDocument,
  followLive: LiveDocument['followLive'],
): Transition {
  return followLive === document.followLive ? { document } : settle({ ...document, followLive });
}

/** What the lists and maps of the object mean has become known, or has changed. */
export function receiveTopology(document: LiveDocument, topology: ListTopology): Transition {
  return topology === document.topology ? { document } : settle({ ...document, topology });
}

/** An edit of the user's text is on its way to the editor: with it comes the base that belongs to it. */
export function expectEdit(document: LiveDocument, { text, base }: DecidedEdit): LiveDocument {
  const offer: Offer = { text, snapshot: withObject(document.base, base), as: 'edited' };
  return { ...document, offers: [...document.offers, offer] };
}

/** Whether an edit is on its way that the editor has not told of. */
export function awaitsEdit({ offers }: LiveDocument): boolean {
  return offers.some(({ as }) => as === 'edited');
}

/** No edit is on its way any more. */
export function forgetEdits(document: LiveDocument): LiveDocument {
  return awaitsEdit(document)
    ? { ...document, offers: document.offers.filter(({ as }) => as === 'clean') }
    : document;
}

/** An object is read before its schema is: what is known already holds for as long as the cluster is the same. */
function knownTopology(document: LiveDocument, origin: Origin): ListTopology {
  return origin.address.server === document.address.server ? document.topology : origin.topology;
}
