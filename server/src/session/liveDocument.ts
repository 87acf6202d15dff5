import type { FieldPath } from '../merge/fieldPath';
import type { JsonValue } from '../merge/json';
import type { ListTopology } from '../merge/topology';
import type { ObjectRef } from '../protocol/objectRef';
import type { Settings } from '../protocol/settings';
import type { PrintedColumns } from './columns';
import type { Health } from './follow';
import type { FieldOwnership } from './hiddenFields';
import type { ReadText } from './ours';
import type { Judged } from './judged';
import type { ClusterAddress, Failure, KubernetesObject } from './ports';
import { nothingSeen, type SeenVersions } from './seenVersions';
import type { Snapshot } from './snapshot';
import { beginHistory, type TextHistory } from './textHistory';

/** What the cluster has told of the object last. Times are milliseconds since 1970. */
export type LiveState = { kind: 'present'; snapshot: Snapshot } | { kind: 'deleted'; since: number };

/** A text that was sent to the editor, and the object that it is derived from. */
export interface Offer {
  readonly text: string;
  readonly snapshot: Snapshot;
  /** `clean`: the editor shall show it unless it holds changes; `edited`: an edit of the user's own text. */
  readonly as: 'clean' | 'edited';
  /** Of a reload: where and how the object was read, which holds from the moment that the editor has the text. */
  readonly origin?: Origin;
}

/** Where a document's object was read, which of its fields the text shows, and what its lists are. */
export type Origin = Pick<LiveDocument, 'address' | 'clusterUid' | 'ownership' | 'topology'>;

/** What the API server said of a field at the last save. */
export interface FieldNote {
  /** A path in the object that was sent; undefined where the server names no field. */
  readonly path: FieldPath | undefined;
  readonly kind: 'refused' | 'warned';
  readonly message: string;
  /** What the text said there when it was refused; undefined for nothing. */
  readonly said?: JsonValue | undefined;
}

/** A write whose answer was lost, and why nothing could be found out about it. */
export interface LostWrite {
  readonly text: string;
  /** What the text was derived from: an undo may lead the document to another base before the write is found out about. */
  readonly base: Snapshot;
  readonly sent: KubernetesObject;
  readonly failure: Failure;
}

/** Everything that is known of one opened live object. Immutable: each transition below returns a new one. */
export interface LiveDocument {
  readonly uri: string;
  readonly ref: ObjectRef;
  /** Where the object was opened: a context that leads elsewhere later is not written to. */
  readonly address: ClusterAddress;
  readonly clusterUid: string | undefined;
  /** The subresources of the object's kind, as discovery named them; none where it did not answer. */
  readonly subresources: readonly string[];
  readonly ownership: FieldOwnership;
  readonly topology: ListTopology;
  readonly read: ReadText;
  /** The object that the text was derived from; it changes together with the text, or where the text shows no change. */
  readonly base: Snapshot;
  readonly live: LiveState;
  readonly health: Health;
  /** Whether a clean text follows the live object by itself. */
  readonly followLive: Settings['followLive'];
  /** The editor's text now, and the text with which it was last clean. */
  readonly text: string;
  readonly cleanText: string;
  /** The bases of the texts that an undo or a redo leads to. */
  readonly history: TextHistory;
  /** Texts on their way to the editor, oldest first. On arrival one brings its object as the base. */
  readonly offers: readonly Offer[];
  /** A write whose outcome is not known yet: nothing is written before the object was read again. */
  readonly unknownWrite: LostWrite | undefined;
  readonly notes: readonly FieldNote[];
  /** Which object the text was derived from is not known. */
  readonly restored: boolean;
  /** The versions of the object that were seen since it was opened. */
  readonly seen: SeenVersions;
  /** What was concluded from the object as it was known last. */
  readonly judged: Judged | undefined;
  /** What the API server has printed of the object last; read for some kinds only. */
  readonly columns: PrintedColumns | undefined;
}

/** A document and, where the editor has to show another text, that text. */
export interface Transition {
  document: LiveDocument;
  offered?: string;
}

/** How a document begins: as opened, base and live are the same. */
export function openDocument(
  parts: Origin & Pick<LiveDocument, 'uri' | 'ref' | 'subresources' | 'read' | 'base' | 'text'>,
): LiveDocument {
  return {
    ...parts,
    live: { kind: 'present', snapshot: parts.base },
    health: { kind: 'connecting' },
    followLive: 'follow',
    cleanText: parts.text,
    history: beginHistory(parts.text, parts.base),
    offers: [],
    unknownWrite: undefined,
    notes: [],
    restored: false,
    seen: nothingSeen,
    judged: undefined,
    columns: undefined,
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
  return offers.findLast((offer) => offer.as === 'clean')?.text ?? cleanText;
}
