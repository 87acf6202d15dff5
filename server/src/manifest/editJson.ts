import type { TextEdit } from 'vscode-languageserver-types';
import { getField, isJsonObject, type JsonObject, type JsonValue } from '../merge/json';
import type { ListTopology } from '../merge/topology';
import { alignLists } from './align';
import { applyOffsetEdits, arrangeEdits, shrinkEdit } from './applyEdits';
import { editFlow } from './editFlow';
import type { Editing, OffsetEdit } from './editing';
import { isSameJson } from './equal';
import { kubectlLayout } from './renderValue';
import { jsonText } from './jsonText';
import { parseJsonSyntax } from './jsonSyntax';
import { columnAt, lineStartAt } from './lines';
import type { ManifestReading } from './reading';
import type { MapNode, YamlNode } from './syntax/nodes';
import { toValue } from './toValue';

/** As `editToValue`, for a document that is JSON and stays JSON. */
export function editJson(
  { value, parsed }: ManifestReading,
  target: JsonValue,
  topology: ListTopology,
): TextEdit[] | undefined {
  const { source, root, lineEnd } = parsed;
  if (value === undefined || root === undefined) return undefined;
  const text = source.getText();
  const edits: OffsetEdit[] = [];
  const isOnLines = text.slice(root.contentStart, root.end).includes('\n');
  const indent = isOnLines ? stepOf(root, text) : undefined;
  const editing: JsonEditing = {
    text,
    edits,
    indent,
    aliases: parsed.aliases,
    layout: kubectlLayout,
    mode: 'fine',
    addsLineEndAt: undefined,
    anchored: new Map(),
  };
  editNode({ node: root, value, target, topology }, editing);
  const arranged = arrangeEdits(edits);
  const edited = arranged && applyOffsetEdits(text, arranged);
  const json = edited === undefined ? undefined : parseJsonSyntax(edited, 0).root;
  if (arranged === undefined || json === undefined || !isSameJson(toValue(json, new Map()).value, target))
    return undefined;
  return arranged
    .map((edit) => shrinkEdit(edit, text))
    .filter((edit) => edit !== undefined)
    .map(({ start, end, text: newText }) => ({
      range: { start: source.positionAt(start), end: source.positionAt(end) },
      newText: lineEnd === '\n' ? newText : newText.replaceAll('\n', lineEnd),
    }));
}

interface JsonEditing extends Editing {
  /** How many columns the members of a map are indented; undefined where all stands on one line. */
  readonly indent: number | undefined;
}

interface JsonTask {
  node: YamlNode;
  value: JsonValue;
  target: JsonValue;
  topology: ListTopology;
}

function editNode(task: JsonTask, editing: JsonEditing): void {
  const { node, value, target } = task;
  if (isSameJson(value, target)) return;
  const isEdited =
    (node.kind === 'map' && isJsonObject(value) && isJsonObject(target) && editMap(node, task, editing)) ||
    (node.kind === 'list' && editList(task, editing));
  if (isEdited) return;
  const text = render(target, node.contentStart, editing);
  editing.edits.push({ start: node.contentStart, end: node.end, text });
}

/** False where nothing of the map would stay. */
function editMap(node: MapNode, { value, target, topology }: JsonTask, editing: JsonEditing): boolean {
  const [older, newer] = [value as JsonObject, target as JsonObject];
  const keys = node.entries.map(({ key }) => (key.kind === 'scalar' ? key.text : ''));
  const stays = keys.map((key) => Object.hasOwn(newer, key));
  if (!stays.includes(true)) return false;
  const inserts = new Map<number, string[]>();
  let behind = -1;
  for (const [key, member] of Object.entries(newer)) {
    const index = keys.indexOf(key);
    if (index !== -1) behind = Math.max(behind, index);
    else {
      const token = `${JSON.stringify(key)}: ${render(member, node.entries[0]?.start ?? 0, editing)}`;
      inserts.set(behind, [...(inserts.get(behind) ?? []), token]);
    }
  }
  const members = node.entries.map((entry) => ({ start: entry.start, end: entry.value.end }));
  editFlow({ members, stays, inserts }, editing);
  for (const [index, entry] of node.entries.entries()) {
    const key = keys[index] ?? '';
    if (stays[index] !== true) continue;
    const [from, to] = [getField(older, key) ?? null, getField(newer, key) ?? null];
    editNode({ node: entry.value, value: from, target: to, topology: topology.field(key) }, editing);
  }
  return true;
}

/** False where it cannot be done item by item. */
function editList({ node, value, target, topology }: JsonTask, editing: JsonEditing): boolean {
  if (node.kind !== 'list' || !Array.isArray(value) || !Array.isArray(target)) return false;
  const { sources, staying } = alignLists(value, target, topology.list);
  const stays = node.items.map((_, index) => staying.has(index));
  if (!stays.includes(true)) return false;
  const inserts = new Map<number, string[]>();
  let behind = -1;
  for (const [index, item] of target.entries()) {
    const source = sources[index];
    const node_ = source === undefined ? undefined : node.items[source];
    if (source !== undefined && node_ !== undefined && staying.has(source)) {
      behind = source;
      const task = { node: node_.value, value: value[source] ?? null, target: item };
      editNode({ ...task, topology: topology.element() }, editing);
    } else {
      const token = render(item, node.items[0]?.start ?? 0, editing);
      inserts.set(behind, [...(inserts.get(behind) ?? []), token]);
    }
  }
  const members = node.items.map((item) => ({ start: item.start, end: item.value.end }));
  editFlow({ members, stays, inserts }, editing);
  return true;
}

/** A value as JSON, its further lines indented as those of the line that it begins on. */
function render(value: JsonValue, offset: number, { text, indent }: JsonEditing): string {
  const line = text.slice(lineStartAt(text, offset), offset);
  return jsonText(value, { indent, column: /^[ \t]*/.exec(line)?.[0] ?? '' });
}

/** How far the first member of the first map that has a line of its own is indented below it. */
function stepOf(root: YamlNode, text: string): number {
  const first = root.kind === 'map' ? root.entries[0]?.start : undefined;
  if (first === undefined || !text.slice(root.contentStart, first).includes('\n')) return 2;
  const lineStart = lineStartAt(text, root.contentStart);
  const outer = /^[ \t]*/.exec(text.slice(lineStart))?.[0].length ?? 0;
  return Math.max(columnAt(text, first) - outer, 1);
}
