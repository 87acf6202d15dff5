import type { JsonValue } from '../merge/json';
import type { Editing, Place } from './editing';
import { blanksBefore, columnAt, commentsBelow, lineEndAt, nextLine } from './lines';
import { quoteDouble, quoteSingleIfPossible, renderBlockText } from './renderText';
import { renderFlow, renderItem, renderLines, renderMember } from './renderValue';
import { startOf, type ScalarNode, type YamlNode } from './syntax/nodes';

/** What stands on the line of the key or dash, and the lines below. */
interface Rendered {
  head: string;
  lines: string[];
}

/**
 * Replaces a node by a value. Its anchor stays, and the style of its quotes and blocks where the value allows it, and
 * the comment on the line where it begins. Comments inside of it go with it.
 */
export function replaceNode(node: YamlNode, target: JsonValue, place: Place, editing: Editing): void {
  const name = node.properties?.anchor;
  if (name !== undefined) editing.anchored.set(node, target);
  const anchor = name === undefined ? '' : `&${name}`;
  if (place.kind === 'flow') {
    const token = keepQuotes(node, target) ?? renderFlow(target);
    push(editing, startOf(node), node.end, anchor === '' ? token : `${anchor} ${token}`);
    return;
  }
  const { head, lines } = render(node, target, place, editing);
  const { headStart, headEnd, bodyStart, bodyEnd } = partsOf(node, place, lines.length > 0, editing.text);
  replaceHead(editing, headStart, headEnd, [anchor, head].filter((part) => part !== '').join(' '));
  push(editing, bodyStart, bodyEnd, lines.map((line) => `\n${line}`).join(''));
}

function replaceHead(editing: Editing, start: number, end: number, head: string): void {
  const { text } = editing;
  // No blank stays at the end of the line, and one stands between the colon and what follows.
  if (head === '') push(editing, blanksBefore(text, start), end, '');
  else push(editing, start, end, start > 0 && /[^ \t\n]/.test(text.charAt(start - 1)) ? ` ${head}` : head);
}

function push({ edits }: Editing, start: number, end: number, text: string): void {
  if (end > start || text !== '') edits.push({ start, end, text });
}

/** What of the text the node is: its part on the line of the key or dash, and its lines below. */
function partsOf(
  node: YamlNode,
  place: Exclude<Place, { kind: 'flow' }>,
  needsLines: boolean,
  text: string,
): { headStart: number; headEnd: number; bodyStart: number; bodyEnd: number } {
  const isBlockCollection = (node.kind === 'map' || node.kind === 'list') && node.style === 'block';
  const isBelow = place.kind !== 'root' && text.slice(place.after, node.contentStart).includes('\n');
  if (isBelow && (isBlockCollection || needsLines)) {
    const { start: headStart, end: headEnd } = node.properties ?? { start: place.after, end: place.after };
    // Comments below that are indented deeper than the key are inside of its value.
    const bodyEnd = commentsBelow(text, nextLine(text, node.end), place.column) - 1;
    return { headStart, headEnd, bodyStart: lineEndAt(text, headEnd), bodyEnd };
  }
  const isBlockText = node.kind === 'scalar' && (node.style === 'literal' || node.style === 'folded');
  const headEnd = isBlockText ? node.contentStart + headerOf(node, text).length : node.end;
  const bodyStart = lineEndAt(text, headEnd);
  const bodyEnd = isBlockText ? Math.max(bodyStart, node.end) : bodyStart;
  return { headStart: startOf(node), headEnd, bodyStart, bodyEnd };
}

/** The `|` or `>` of a block text with the signs behind it. */
export function headerOf(node: ScalarNode, text: string): string {
  const pattern = /[|>][-+0-9]*/y;
  pattern.lastIndex = node.contentStart;
  return pattern.exec(text)?.[0] ?? '';
}

function render(
  node: YamlNode,
  target: JsonValue,
  place: Exclude<Place, { kind: 'flow' }>,
  { text, layout }: Editing,
): Rendered {
  const isCollection = typeof target === 'object' && target !== null && Object.keys(target).length > 0;
  if (place.kind === 'root') {
    const [head = '', ...lines] = isCollection ? renderLines(target, 0, layout) : [renderFlow(target)];
    return { head, lines };
  }
  if (isCollection && isFlowCollection(node)) return { head: renderFlow(target), lines: [] };
  const kept = keepStyle(node, target, place, { text, layout });
  if (kept !== undefined) return kept;
  if (place.kind === 'member') return renderMember(target, place.column, layout);
  // Behind an anchor a collection must begin on a line of its own.
  if (isCollection && node.properties?.anchor !== undefined)
    return { head: '', lines: renderLines(target, place.column + 2, layout) };
  // More than one blank may stand between the dash and what the further lines must be in line with.
  const isOnLine = isCollection && !text.slice(place.after, startOf(node)).includes('\n');
  const column = isOnLine ? Math.max(columnAt(text, startOf(node)) - 2, place.column) : place.column;
  const [first = '', ...lines] = renderItem(target, column, layout);
  return { head: first.slice(column + 2), lines };
}

/** Whether the node has members between brackets or braces. An empty one may become a block. */
function isFlowCollection(node: YamlNode): boolean {
  if (node.kind === 'list') return node.style === 'flow' && node.items.length > 0;
  return node.kind === 'map' && node.style === 'flow' && node.entries.length > 0;
}

/** A text in the style of the text that stood there, where that says it well. */
function keepStyle(
  node: YamlNode,
  target: JsonValue,
  place: { column: number },
  { text, layout }: Pick<Editing, 'text' | 'layout'>,
): Rendered | undefined {
  if (node.kind !== 'scalar' || typeof target !== 'string') return undefined;
  if (node.style === 'literal' || node.style === 'folded') {
    const step = contentStep(node, place.column, text);
    const block = step === undefined ? undefined : renderBlockText(target, place.column, step);
    if (layout.texts === 'quoted') return undefined;
    return block && { head: block.header, lines: block.lines };
  }
  // A text that gets its first line end is better read as a block.
  if (target.includes('\n') && !node.text.includes('\n')) return undefined;
  const head = keepQuotes(node, target);
  return head === undefined ? undefined : { head, lines: [] };
}

function keepQuotes(node: YamlNode, target: JsonValue): string | undefined {
  if (node.kind !== 'scalar' || typeof target !== 'string') return undefined;
  if (node.style === 'double') return quoteDouble(target);
  return node.style === 'single' ? quoteSingleIfPossible(target) : undefined;
}

/** How far the lines of a block text are indented below the column of its key or dash. */
function contentStep(node: ScalarNode, column: number, text: string): number | undefined {
  const indicator = /[0-9]/.exec(headerOf(node, text))?.[0];
  if (indicator !== undefined) return Number(indicator);
  const lines = text.slice(lineEndAt(text, node.contentStart) + 1, node.end).split('\n');
  const first = lines.find((line) => line.trim() !== '');
  const step = first === undefined ? 0 : first.length - first.trimStart().length - column;
  return step > 0 ? step : undefined;
}
