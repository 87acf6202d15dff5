import type { JsonObject, JsonValue } from '../merge/json';
import { renderBlockText, renderText } from './renderText';

/** How far members of a map are indented below its key, and items of a list below theirs. */
export interface Layout {
  mapStep: number;
  sequenceStep: number;
  /** How texts of many lines are written. A block would take in empty lines and deep comments that follow it. */
  texts: 'block' | 'quoted';
}

/** The layout of kubectl: two spaces, and lists not indented. */
export const kubectlLayout: Layout = { mapStep: 2, sequenceStep: 0, texts: 'block' };

/** The lines of `key: value`, the key at the 0-based column. */
export function renderEntry(key: string, value: JsonValue, column: number, layout: Layout): string[] {
  return renderParts([{ key, value, column, lead: ' '.repeat(column) }], layout);
}

/** The lines of `- value`, the dash at the 0-based column. */
export function renderItem(value: JsonValue, column: number, layout: Layout): string[] {
  return renderParts([{ key: undefined, value, column, lead: ' '.repeat(column) }], layout);
}

/** The lines of a map's members or a list's items at the 0-based column; the collection is not empty. */
export function renderLines(value: Collection, column: number, layout: Layout): string[] {
  return renderParts(partsOf(value, column, ' '.repeat(column)), layout);
}

/** What stands behind the colon of a key at this column, and the lines below. */
export function renderMember(
  value: JsonValue,
  column: number,
  layout: Layout,
): { head: string; lines: string[] } {
  if (!isCollection(value) || isEmpty(value)) return renderScalar(value, column, layout.mapStep, layout);
  return { head: '', lines: renderLines(value, column + stepOf(value, layout), layout) };
}

type Collection = JsonValue[] | JsonObject;

/** An entry of a map, or an item of a list: what stands before its key or dash, and the column of that. */
interface Part {
  key: string | undefined;
  value: JsonValue;
  column: number;
  lead: string;
}

/** The lines of the parts. Not recursive, so that no depth is too deep. */
function renderParts(parts: Part[], layout: Layout): string[] {
  const lines: string[] = [];
  const pending = parts.toReversed();
  for (let part = pending.pop(); part !== undefined; part = pending.pop()) {
    const { key, value, column, lead } = part;
    if (key === undefined && isCollection(value) && !isEmpty(value)) {
      // What begins the collection stands behind the dash.
      for (const below of partsOf(value, column + 2, `${lead}- `).reverse()) pending.push(below);
      continue;
    }
    if (key === undefined) {
      const { head, lines: below } = renderScalar(value, column, 2, layout);
      lines.push(`${lead}- ${head}`);
      for (const line of below) lines.push(line); // too many for arguments, perhaps
    } else if (isCollection(value) && !isEmpty(value)) {
      lines.push(...keyLines(key, lead, column, ''));
      const at = column + stepOf(value, layout);
      for (const below of partsOf(value, at, ' '.repeat(at)).reverse()) pending.push(below);
    } else {
      const { head, lines: below } = renderScalar(value, column, layout.mapStep, layout);
      lines.push(...keyLines(key, lead, column, ` ${head}`));
      for (const line of below) lines.push(line);
    }
  }
  return lines;
}

/** The parts of a collection whose keys or dashes stand at a column, `lead` before the first of them. */
function partsOf(value: Collection, column: number, lead: string): Part[] {
  const spaces = ' '.repeat(column);
  const members: [string | undefined, JsonValue][] = Array.isArray(value)
    ? value.map((item) => [undefined, item])
    : Object.entries(value);
  return members.map(([key, member], index) => ({
    key,
    value: member,
    column,
    lead: index === 0 ? lead : spaces,
  }));
}

function stepOf(value: Collection, { mapStep, sequenceStep }: Layout): number {
  return Array.isArray(value) ? sequenceStep : mapStep;
}

function keyLines(key: string, lead: string, column: number, behind: string): string[] {
  const name = renderText(key);
  // Readers look no further than 1,024 characters for the colon.
  if (name.length > 1000) return [`${lead}? ${name}`, `${' '.repeat(column)}:${behind}`];
  return [`${lead}${name}:${behind}`];
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

function renderScalar(
  value: JsonValue,
  column: number,
  step: number,
  { texts }: Layout,
): { head: string; lines: string[] } {
  if (typeof value !== 'string') return { head: renderPlain(value), lines: [] };
  const block = texts === 'block' ? renderBlockText(value, column, step) : undefined;
  return block ? { head: block.header, lines: block.lines } : { head: renderText(value), lines: [] };
}

function renderPlain(value: JsonValue): string {
  if (Array.isArray(value)) return '[]';
  if (isCollection(value)) return '{}';
  return Object.is(value, -0) ? '0' : String(value);
}

function isCollection(value: JsonValue): value is Collection {
  return typeof value === 'object' && value !== null;
}

function isEmpty(value: Collection): boolean {
  return Array.isArray(value) ? value.length === 0 : Object.keys(value).length === 0;
}
