import { type ArrivedWrite, arrivedWrite } from './arrived';
import { readAfter } from './attempt';
import { connectBound } from './boundCluster';
import type { LiveDocument, LostWrite } from './liveDocument';
import { readOurs } from './ours';
import type { Gone, Rejected, Saved, Unknown } from './outcome';
import { makePlan, savedBefore } from './plan';
import type { Clusters } from './ports';
import type { Snapshot } from './snapshot';

/** What a read says of a write whose answer was lost: it has arrived, or this is what the object is without it. */
export type FoundWrite = Saved | Missing | Gone | Unknown | Rejected;

/** The live object is not what was written; `arrived` is what it has of that all the same. */
export interface Missing {
  kind: 'missing';
  live: Snapshot;
  arrived: ArrivedWrite | undefined;
}

/**
 * Reads the object to find out about a write whose answer was lost. It has arrived where a merge of its text with the
 * object as it is now would change nothing.
 */
export async function findLostWrite(
  opened: LiveDocument,
  lost: LostWrite,
  { clusters, signal }: { clusters: Clusters; signal: AbortSignal },
): Promise<FoundWrite> {
  const document = { ...opened, base: lost.base };
  const ours = readOurs(document, lost.text);
  if (ours.kind === 'refused') return { kind: 'rejected', because: 'refusal', refusal: ours.refusal };
  const connection = await connectBound(document, { clusters, signal });
  if (connection.kind === 'failed') return { kind: 'unknown', sent: lost.sent, failure: connection.failure };
  const reading = { cluster: connection.value, ref: document.ref, signal, lost: true };
  const found = await readAfter(lost.failure, reading);
  if (found.kind === 'gone') return { kind: 'gone', live: undefined };
  if (found.kind !== 'read') return { kind: 'unknown', sent: lost.sent, failure: found.failure };
  const plan = makePlan(document, ours.visible, found.live);
  if (plan.kind === 'unchanged') return savedBefore(plan);
  const arrived = plan.kind === 'gone' ? undefined : arrivedWrite(document, ours.visible, found.live);
  return { kind: 'missing', live: found.live, arrived };
}
