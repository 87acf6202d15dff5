import type { GenerationState } from '../reconcile/generation';
import type { PrinterColumn } from '../session/ports';
import type { DocumentView } from '../session/view';
import { describeAgo } from './durations';
import { shorten } from './rolloutParts';
import { hasReconcileWords } from './statusLens';

/**
 * `READY 2/3 · PHASE Progressing`: what `kubectl get` shows of the object, in one line; `now` in milliseconds since
 * 1970. Undefined where it shows nothing of its own. Of a Secret nothing but its type and how much is in it.
 */
export function describeColumns(view: DocumentView, now: number): string | undefined {
  const cells = shownCells(view).flatMap(({ column, readAt }) => {
    const words = cellWords(column, { readAt, now });
    return words === undefined ? [] : [`${shorten(column.name, longestName).toUpperCase()} ${words}`];
  });
  if (cells.length === 0) return undefined;
  return shorten(`${originOf(view)}${cells.join(' · ')}`);
}

/** The times that the line counts from; milliseconds since 1970. */
export function columnTimes(view: DocumentView): number[] {
  return shownCells(view).flatMap(({ column, readAt }) => {
    const at = column.type === 'date' ? timeOf(column.cell, readAt) : undefined;
    return at === undefined ? [] : [at];
  });
}

function shownCells(view: DocumentView): { column: PrinterColumn; readAt: number }[] {
  const { columns, secret } = view;
  if (columns === undefined || !hasReconcileWords(view)) return [];
  const { readAt } = columns;
  return columns.columns
    .filter(({ name }) => !secret || name === 'Type' || name === 'Data')
    .map((column) => ({ column, readAt }));
}

function cellWords(
  { type, cell }: PrinterColumn,
  times: { readAt: number; now: number },
): string | undefined {
  const at = type === 'date' ? timeOf(cell, times.readAt) : undefined;
  if (at !== undefined) return describeAgo(at, times.now);
  if (cell === null || typeof cell === 'object') return undefined;
  const words = shorten(String(cell), longestCell);
  return words === '' ? undefined : words;
}

/** A date is printed as how long ago it was (`5d3h`); the words would grow old. */
function timeOf(cell: PrinterColumn['cell'], readAt: number): number | undefined {
  const parts = typeof cell === 'string' && cell.length < 20 ? /^(?:\d+[ydhms])+$/.exec(cell) : null;
  if (parts === null) return undefined;
  const seconds = [...parts[0].matchAll(/(\d+)([ydhms])/g)].map(
    ([, count, unit = '']) => Number(count) * (secondsOf[unit] ?? 0),
  );
  return readAt - seconds.reduce((sum, each) => sum + each, 0) * 1_000;
}

const secondsOf: Readonly<Record<string, number>> = {
  y: 365 * 86_400,
  d: 86_400,
  h: 3_600,
  m: 60,
  s: 1,
};

/** What is printed of a status that is not known to be of the spec as it is now is not said as if it were. */
function originOf({ reconcile, health }: DocumentView): string {
  if (health.kind === 'unknown') return 'last known: ';
  const { generation, statusAge } = reconcile;
  switch (generation.kind) {
    case 'notYetObserved':
    case 'ahead':
      return `status of ${seen(generation)}: `;
    case 'notReported':
      return statusAge === 'beforeSpec' ? 'status not written since the last change: ' : '';
    default:
      return '';
  }
}

function seen({ observed }: Extract<GenerationState, { kind: 'notYetObserved' | 'ahead' }>): string {
  return observed > 0 ? `generation ${observed}` : 'no generation';
}

const longestName = 30;
const longestCell = 60;
