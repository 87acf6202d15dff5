import type { JsonValue } from '../merge/json';
import { renderBlockText, renderText } from './renderText';

/** How far members of a map are indented below its key, and items of a list below theirs. */
export interface Layout {
  mapStep: number;
  sequenceStep: number;
}

/** The layout of kubectl: two spaces, and lists not indented. */
export const kubectlLayout: Layout = { mapStep: 2, sequenceStep: 0 };

/** The lines of `key: value`, the key at the 0-based column. */
export function renderEntry(key: string, value: JsonValue, column: number, layout: Layout): string[] {
  const spaces = ' '.repeat(column);
  const name = renderText(key);
  const { head, lines } = renderMember(value, column, layout);
  const behind = head === '' ? '' : ` ${head}`;
  // Readers look no further than 1,024 characters for the colon.
  if (name.length > 1000) return [`${spaces}? ${name}`, `${spaces}:${behind}`, ...lines];
  return [`${spaces}${name}:${behind}`, ...lines];
}

/** The lines of `- value`, the dash at the 0-based column. */
export function renderItem(value: JsonValue, column: number, layout: Layout): string[] {
  const dash = `${' '.repeat(column)}- `;
  if (isCollection(value) && !isEmpty(value)) {
    const lines = renderLines(value, column + 2, layout);
    return [dash + (lines[0] ?? '').slice(column + 2), ...lines.slice(1)];
  }
  const { head, lines } = renderScalar(value, column, 2);
  return [dash + head, ...lines];
}

/** The lines of a map's members or a list's items at the 0-based column; the collection is not empty. */
export function renderLines(
  value: JsonValue[] | Record<string, JsonValue>,
  column: number,
  layout: Layout,
): string[] {
  return Array.isArray(value)
    ? value.flatMap((item) => renderItem(item, column, layout))
    : Object.entries(value).flatMap(([key, member]) => renderEntry(key, member, column, layout));
}

/** What stands behind the colon of a key at this column, and the lines below. */
export function renderMember(
  value: JsonValue,
  column: number,
  layout: Layout,
): { head: string; lines: string[] } {
  if (!isCollection(value) || isEmpty(value)) return renderScalar(value, column, layout.mapStep);
  const step = Array.isArray(value) ? layout.sequenceStep : layout.mapStep;
  return { head: '', lines: renderLines(value, column + step, layout) };
}

/** The value on one line, as it may stand in a flow collection or, where it is no collection, anywhere. */
export function renderFlow(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(renderFlow).join(', ')}]`;
  if (isCollection(value)) {
    const members = Object.entries(value).map(
      ([key, member]) => `${renderText(key, 'flow')}: ${renderFlow(member)}`,
    );
    return `{${members.join(', ')}}`;
  }
  return typeof value === 'string' ? renderText(value, 'flow') : renderPlain(value);
}

function renderScalar(value: JsonValue, column: number, step: number): { head: string; lines: string[] } {
  if (typeof value !== 'string') return { head: renderPlain(value), lines: [] };
  const block = renderBlockText(value, column, step);
  return block ? { head: block.header, lines: block.lines } : { head: renderText(value), lines: [] };
}

function renderPlain(value: JsonValue): string {
  if (Array.isArray(value)) return '[]';
  if (isCollection(value)) return '{}';
  return Object.is(value, -0) ? '0' : String(value);
}

function isCollection(value: JsonValue): value is JsonValue[] | Record<string, JsonValue> {
  return typeof value === 'object' && value !== null;
}

function isEmpty(value: JsonValue[] | Record<string, JsonValue>): boolean {
  return Array.isArray(value) ? value.length === 0 : Object.keys(value).length === 0;
}
