import { readManifest } from '../manifest/read';
import { renderManifest } from '../manifest/render';
import { isJsonObject } from '../merge/json';
import type { Entry } from './entry';
import { isClean, type LiveDocument } from './liveDocument';
import type { Clock, ClusterAddress, Drafts } from './ports';
import { type Snapshot, takeSnapshot } from './snapshot';
import { baseNumber, fingerprint, recentBases } from './textHistory';

/** Where an unsaved text was edited, and the object that it is derived from. */
export interface Draft {
  address: ClusterAddress;
  clusterUid: string | undefined;
  base: Snapshot;
}

/** The record of a document with unsaved changes, from which `readDraft` finds the base of its text again. */
export function writeDraft({ history, address, clusterUid }: LiveDocument): string {
  const bases = recentBases(history).map(({ snapshot, texts }) => ({
    object: renderManifest(snapshot.object),
    texts,
  }));
  return JSON.stringify({ address, clusterUid, bases } satisfies DraftRecord);
}

/** What a record says of a text: a text that it does not know was typed after it was written. Undefined for no record. */
export function readDraft(record: string, text: string): Draft | undefined {
  const read = parse(record);
  if (read === undefined) return undefined;
  const wanted = fingerprint(text);
  const base = read.bases.findLast(({ texts }) => texts.includes(wanted)) ?? read.bases.at(-1);
  const object = base && readManifest(base.object).value;
  if (!isJsonObject(object)) return undefined;
  return { address: read.address, clusterUid: read.clusterUid, base: takeSnapshot(object) };
}

/** Objects are kept as YAML, which keeps the digits of large integers. */
interface DraftRecord {
  address: ClusterAddress;
  clusterUid: string | undefined;
  bases: { object: string; texts: readonly number[] }[];
}

/** A record is what an earlier version of ours wrote, or nothing. */
function parse(record: string): DraftRecord | undefined {
  try {
    const value = JSON.parse(record) as Partial<DraftRecord> | null;
    const isWhole = Array.isArray(value?.bases) && typeof value.address?.server === 'string';
    return isWhole ? (value as DraftRecord) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Keeps what an unsaved text of a document is derived from, for a restart, or forgets it. Soon and not at once: the
 * editor's own backup of the text takes a second, and a save often follows before.
 */
export async function keepDraft(
  entry: Entry,
  { drafts, clock, signal }: { drafts: Drafts; clock: Clock; signal: AbortSignal },
): Promise<void> {
  if (entry.keepingDraft) return;
  entry.keepingDraft = true;
  await clock.sleep(gatherMilliseconds, signal);
  entry.keepingDraft = false;
  const { document } = entry;
  const number = isClean(document) || document.restored ? undefined : baseNumber(document.history);
  if (number === entry.draft) return;
  entry.draft = number;
  await (number === undefined
    ? drafts.forget(document.uri)
    : drafts.keep(document.uri, writeDraft(document)));
}

const gatherMilliseconds = 200;

/** Where the editor gives no place, nothing is kept. */
export const noDrafts: Drafts = {
  load: () => Promise.resolve(undefined),
  keep: () => Promise.resolve(),
  forget: () => Promise.resolve(),
};
