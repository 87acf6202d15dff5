import { fieldAt } from '../merge/fieldAt';
import { isEqual } from '../merge/equality';
import { isJsonObject } from '../merge/json';
import { hasRolloutRule } from '../reconcile/rolloutState';
import { connectBound } from './boundCluster';
import type { Apply, Entry } from './entry';
import { isReplaced, type LiveDocument } from './liveDocument';
import type { Clock, Clusters, Failure, PrinterColumn } from './ports';

/**
 * What the API server has printed of an object, and when that was read; milliseconds since 1970. Without what every
 * object has, its name and its age, and without what `kubectl get` shows with `-o wide` alone.
 */
export interface PrintedColumns {
  readonly columns: readonly PrinterColumn[];
  readonly readAt: number;
}

/** How far the columns of an entry have been read while its object is followed by this signal. */
export interface ColumnReading {
  readonly signal: AbortSignal;
  /** Whether a reading, or the wait behind it, is under way. */
  isBusy: boolean;
  /** The versions that were printed last, or that were known when they were. */
  versions: readonly string[];
  /** Nothing is printed of the kind beyond its name and age, or not for us: it is not asked again. */
  isOver: boolean;
}

export interface ColumnOptions {
  clusters: Clusters;
  clock: Clock;
  apply: Apply;
}

/**
 * Reads the printer columns of a document on the screen whenever its object has changed since they were read; at most
 * once in a second. Resolves when they are those of the object as it is known.
 */
export async function keepColumns(entry: Entry, options: ColumnOptions): Promise<void> {
  const signal = entry.following?.signal;
  if (signal === undefined || !arePrinted(entry.document)) return;
  if (entry.columns?.signal !== signal)
    entry.columns = { signal, isBusy: false, versions: [], isOver: false };
  const reading = entry.columns;
  if (reading.isBusy) return;
  reading.isBusy = true;
  try {
    while (isOutdated(entry.document, reading)) {
      await readColumns(entry, reading, options);
      await options.clock.sleep(millisecondsBetweenReadings, signal);
    }
  } finally {
    reading.isBusy = false;
  }
}

/** The columns of the live object; undefined where it is not the document's, or gone. */
export function shownColumns(document: LiveDocument): PrintedColumns | undefined {
  return document.live.kind === 'present' && !isReplaced(document) ? document.columns : undefined;
}

/**
 * Objects whose kind has no rule of ours, and which have a status: without one nothing is printed that the text does
 * not say. The groups of Kubernetes itself that have no dot hold no custom resources. A scale is not printed.
 */
function arePrinted({ ref, live }: LiveDocument): boolean {
  if (live.kind !== 'present' || ref.subresource === 'scale' || !ref.group.includes('.')) return false;
  const { object } = live.snapshot;
  return isJsonObject(fieldAt(object, ['status'])) && !hasRolloutRule(object);
}

function isOutdated(document: LiveDocument, { signal, versions, isOver }: ColumnReading): boolean {
  if (signal.aborted || isOver || document.live.kind !== 'present') return false;
  return !versions.includes(document.live.snapshot.resourceVersion);
}

async function readColumns(entry: Entry, reading: ColumnReading, options: ColumnOptions): Promise<void> {
  const { signal } = reading;
  const { ref, live } = entry.document;
  const known = live.kind === 'present' ? [live.snapshot.resourceVersion] : [];
  const cluster = await connectBound(entry.document, { ...options, signal });
  const answer = cluster.kind === 'failed' ? cluster : await cluster.value.columns(ref, signal);
  if (signal.aborted) return;
  // A newer version that was printed already is not printed again when it comes by the watch.
  reading.versions = answer.kind === 'ok' ? [...known, answer.value.resourceVersion] : known;
  const columns = answer.kind === 'ok' ? answer.value.columns.filter(isShown) : [];
  reading.isOver = answer.kind === 'ok' ? columns.length === 0 : isRefusal(answer.failure);
  const { document } = entry;
  // What could not be read again is not known any more.
  if (!areSame(columns, document.columns?.columns ?? []))
    options.apply(entry, { document: { ...document, columns: { columns, readAt: options.clock.now() } } });
}

function isShown({ name, format, priority }: PrinterColumn): boolean {
  return format !== 'name' && name !== 'Age' && priority === 0;
}

function areSame(some: readonly PrinterColumn[], others: readonly PrinterColumn[]): boolean {
  return (
    some.length === others.length &&
    some.every(({ name, cell }, at) => name === others[at]?.name && isEqual(cell, others[at].cell))
  );
}

/** Whether the server will answer so the next time, too: no table of the kind, or no right to read it. */
function isRefusal(failure: Failure): boolean {
  return failure.kind === 'status' && [400, 403, 405, 406].includes(failure.status.code);
}

const millisecondsBetweenReadings = 1_000;
