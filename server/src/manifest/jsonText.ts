import type { JsonValue } from '../merge/json';

/** How JSON is laid out. */
export interface JsonLayout {
  /** How many columns members are indented; undefined for all on one line. */
  indent: number | undefined;
  /** The blanks that the line has on which the value begins. */
  column: string;
}

/** A value as JSON text; integers keep all their digits. Its first line begins without blanks. */
export function jsonText(value: JsonValue, layout: JsonLayout): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value !== 'object' || value === null) return Object.is(value, -0) ? '0' : String(value);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  const { indent, column } = layout;
  // A file that is indented with tabs goes on with them.
  const step = column.startsWith('\t') ? '\t' : ' '.repeat(indent ?? 0);
  const inner = { indent, column: column + step };
  const members = Array.isArray(value)
    ? value.map((item) => jsonText(item, inner))
    : Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}: ${jsonText(member, inner)}`);
  if (members.length === 0) return open + close;
  if (indent === undefined) return open + members.join(', ') + close;
  return `${open}\n${members.map((member) => inner.column + member).join(',\n')}\n${column}${close}`;
}
