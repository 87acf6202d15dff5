import type { Quantity, Row } from './figure';

/** The rows as a table for a terminal, one line each, with the medians below it. */
export function formatTable(rows: readonly Row[]): string {
  const cells = rows.map((row) => [row.figure, row.target, formatMeasured(row), formatVerdict(row)]);
  const heads = ['figure', 'target', 'median (p10–p90, p95), samples', ''];
  const widths = heads.map((head, column) =>
    Math.max(head.length, ...cells.map((line) => line[column]?.length ?? 0)),
  );
  const formatLine = (line: readonly string[]): string =>
    line
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  return [
    formatLine(heads),
    ...rows.flatMap((row, index) => [formatLine(cells[index] ?? []), `    ${formatMedians(row)}`]),
  ].join('\n');
}

function formatMeasured({ measured, unit }: Row): string {
  const { median, p10, p90, p95, samples } = measured;
  if (samples === 1) return formatQuantity({ value: median, unit });
  return `${median.toFixed(2)} ${unit} (${p10.toFixed(2)}–${p90.toFixed(2)}, ${p95.toFixed(2)}), ${samples}`;
}

function formatVerdict({ measured, judgedBy, limit, floor }: Row): string {
  if (limit === undefined && floor === undefined) return '';
  const judged = measured[judgedBy];
  return judged <= (limit ?? Infinity) && judged >= (floor ?? -Infinity) ? 'met' : 'missed';
}

function formatMedians({ medians }: Row): string {
  return Object.entries(medians)
    .map(([name, quantity]) => `${name} ${formatQuantity(quantity)}`)
    .join(' · ');
}

/** What is counted has no decimals. */
function formatQuantity({ value, unit }: Pick<Quantity, 'value'> & Pick<Row, 'unit'>): string {
  const isCount = unit === 'triples' || unit === 'connections' || unit === 'requests';
  return `${value.toFixed(isCount ? 0 : 2)} ${unit}`;
}
