import {
  isMap,
  isPair,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  parseDocument,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import type { Random } from '../merge/random';
import { type Place, portOf, restingList, type Step, wholeList, type WriterName } from './places';

/** What a user types: a mark in a place, or its removal where the value is undefined. */
export interface MarkEdit {
  place: Place;
  key: string;
  value: string | undefined;
}

/** The text after a user has typed, changed or deleted a mark by lines, as people do; all other bytes are as before. */
export function typeMark(
  text: string,
  edit: MarkEdit,
  { writer, random }: { writer: WriterName; random: Random },
): string {
  const { place, key, value } = edit;
  const held = nodeAt(text, place.path);
  if (place.shape === 'whole') return typeWhole(text, held, value);
  const entries = entriesOf(held);
  const own = entries.find((entry) => isOwn(entry, edit, writer));
  if (value === undefined) return own === undefined ? text : withoutLines(text, own);
  if (own !== undefined) return replaceScalars(text, scalarsOf(own, place), quoted(value));
  const after = random.pick(entries);
  if (after === undefined) throw new Error(`nothing stands in ${place.name}:\n${text}`);
  const column = columnOf(text, after);
  const lines = linesOf(place, { key, value }, { writer, random });
  const end = endOfLine(text, lastOffset(text, after));
  return `${text.slice(0, end)}\n${lines.map((line) => ' '.repeat(column) + line).join('\n')}${text.slice(end)}`;
}

/** The text after a user has typed another scalar at a path, as YAML has it; one that is not there is left alone. */
export function typeScalar(text: string, path: readonly Step[], value: string): string {
  const node = nodeAt(text, path);
  return isScalar(node) ? replaceScalars(text, [node], value) : text;
}

/** The text with a user's comments: at its top, above a field and behind it. */
export function typeComments(text: string, comments: readonly [string, string, string]): string {
  const fixed = nodeAt(text, ['metadata', 'annotations', 'untouched']);
  if (fixed?.range === undefined || fixed.range === null) throw new Error(`no place for comments:\n${text}`);
  const end = endOfLine(text, fixed.range[1]);
  const start = text.lastIndexOf('\n', fixed.range[0]) + 1;
  const indent = ' '.repeat(text.slice(start).search(/\S/));
  const [top, above, behind] = comments;
  return `${top}\n${text.slice(0, start)}${indent}${above}\n${text.slice(start, end)} ${behind}${text.slice(end)}`;
}

type Entry = Pair<Node, Node | null> | Node;

function nodeAt(text: string, path: readonly Step[]): Node | undefined {
  let node: unknown = parseDocument(text).contents;
  for (const step of path) {
    if (typeof step === 'string') node = isMap(node) ? node.get(step, true) : undefined;
    else
      node = isSeq(node)
        ? node.items.find((item) => isMap(item) && item.get('name') === step.name)
        : undefined;
  }
  return node as Node | undefined;
}

function entriesOf(held: Node | undefined): Entry[] {
  if (isMap(held)) return (held as YAMLMap<Node, Node | null>).items;
  return isSeq(held) ? (held as YAMLSeq<Node>).items : [];
}

function isOwn(entry: Entry, { place, key }: MarkEdit, writer: WriterName): boolean {
  if (isPair(entry)) return isScalar(entry.key) && entry.key.value === key;
  if (place.shape === 'ports')
    return isMap(entry) && entry.get('containerPort') === portOf(key, writer.number);
  if (place.shape === 'list') return isMap(entry) && entry.get(place.keyField) === key;
  const [name, slot] = key.split('-');
  const parts = isScalar(entry) ? String(entry.value).split('.') : [];
  return parts[1] === name && parts[3] === slot;
}

function scalarsOf(entry: Entry, place: Place): Node[] {
  const value = isPair(entry) ? entry.value : entry;
  if (isScalar(value)) return [value];
  if (!isMap(value)) return [];
  const field = place.shape === 'ports' ? 'name' : place.valueField;
  const copies = place.shape === 'deepMap' ? value.get('copies') : undefined;
  return [value.get(field, true), ...(isSeq(copies) ? copies.items : [])] as Node[];
}

function replaceScalars(text: string, nodes: readonly Node[], value: string): string {
  let result = text;
  for (const { range } of [...nodes].sort((one, other) => other.range![0] - one.range![0]))
    result = result.slice(0, range![0]) + value + result.slice(range![1]);
  return result;
}

function linesOf(
  { shape, keyField, valueField }: Place,
  { key, value }: { key: string; value: string },
  { writer, random }: { writer: WriterName; random: Random },
): string[] {
  const fields: [string, string] =
    shape === 'ports'
      ? [`containerPort: ${portOf(key, writer.number)}`, `name: ${value}`]
      : [`${keyField}: ${key}`, `${valueField}: ${quoted(value)}`];
  switch (shape) {
    case 'map':
      return [`${key}: ${quoted(value)}`];
    case 'deepMap':
      return random.below(2) === 0
        ? [`${key}:`, `  value: ${value}`, `  copies: [${value}, ${value}]`]
        : [`${key}: {value: ${value}, copies: [${value}, ${value}]}`];
    case 'set':
      return [`- ${value}`];
    default:
      return random.below(2) === 0 ? [`- ${fields[0]}`, `  ${fields[1]}`] : [`- {${fields.join(', ')}}`];
  }
}

function typeWhole(text: string, held: Node | undefined, value: string | undefined): string {
  const entries = entriesOf(held);
  const [first, last] = [entries[0], entries.at(-1)];
  if (first === undefined || last === undefined) throw new Error(`the list is empty:\n${text}`);
  const indent = ' '.repeat(columnOf(text, first));
  const items = value === undefined ? [restingList] : wholeList(value);
  const lines = items.map((item) => `${indent}- ${item}`).join('\n');
  return (
    text.slice(0, startOfLine(text, first)) + lines + text.slice(endOfLine(text, lastOffset(text, last)))
  );
}

/** A text that looks like a number needs quotes. */
function quoted(value: string): string {
  return /^\d+$/.test(value) ? `"${value}"` : value;
}

function firstOffset(entry: Entry): number {
  return (isPair(entry) ? entry.key : entry).range![0];
}

/** Behind the last character that is no white space. */
function lastOffset(text: string, entry: Entry): number {
  const range = (isPair(entry) ? (entry.value ?? entry.key) : entry).range!;
  return text.slice(0, range[1]).trimEnd().length;
}

function startOfLine(text: string, entry: Entry): number {
  return text.lastIndexOf('\n', firstOffset(entry) - 1) + 1;
}

function endOfLine(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  return end === -1 ? text.length : end;
}

/** The column of an entry's key or dash. 0-based. */
function columnOf(text: string, entry: Entry): number {
  return text.slice(startOfLine(text, entry)).search(/\S/);
}

function withoutLines(text: string, entry: Entry): string {
  return text.slice(0, startOfLine(text, entry)) + text.slice(endOfLine(text, lastOffset(text, entry)) + 1);
}
