import type { Deep } from '../merge/deep';
import { getField, setField, type JsonObject, type JsonValue } from '../merge/json';
import { editBlock } from './editBlock';
import { editFlow } from './editFlow';
import { keptValue, mergedFields, type EditChild, type EditTask, type Editing } from './editing';
import { isSameJson } from './equal';
import { entryKey } from './keys';
import { columnAt, unitAt } from './lines';
import { quoteDouble, renderText } from './renderText';
import { renderEntry, renderFlow } from './renderValue';
import { isMergeKey } from './scalarNode';
import { startOf, type MapEntry, type MapNode } from './syntax/nodes';
import { toValue } from './toValue';

interface MapTask extends EditTask {
  node: MapNode;
  value: JsonObject;
  target: JsonObject;
}

/** An entry of the text: its key, and whether it stays. A merge key has no key of its own. */
interface OwnEntry {
  entry: MapEntry;
  key: string | undefined;
  stays: boolean;
}

/**
 * Gathers the edits that make a map say its target: entries that stay are edited in place, others are removed, new
 * ones come behind the key that they follow in the target, else at the end. What `<<` brings in is overridden below
 * it, or written out where that does not do. Returns false where the map must be written anew.
 */
export function* editMap(task: MapTask, editing: Editing, editChild: EditChild): Deep<boolean> {
  const { node, target } = task;
  const isFlow = node.style !== 'block';
  const hasMerges = node.entries.some(({ key }) => isMergeKey(key));
  const entries = node.entries.map((entry): OwnEntry => {
    const key = entryKey(entry, editing.aliases);
    return { entry, key, stays: key === undefined || Object.hasOwn(target, key) };
  });
  if (!entries.some(({ stays }) => stays))
    return node.entries.length === 0 && Object.keys(target).length === 0;
  if (isFlow && editing.mode === 'coarse' && entries.some(({ entry, key }) => lacksColon(entry, key, target)))
    return false;
  const merged = yield* editEntries(task, entries, hasMerges, editing, editChild);
  const lastMerge = entries.findLastIndex(({ key }) => key === undefined);
  const brought = hasMerges ? usableFields(merged, entries, lastMerge, target) : {};
  if (brought === undefined) for (const own of entries) if (own.key === undefined) own.stays = false;
  if (!entries.some(({ stays }) => stays)) return false;
  return insertMissing(task, entries, brought ?? {}, brought === undefined ? -1 : lastMerge, editing);
}

/** Edits the entries that stay, in the order of the text, and returns what the merge keys bring in after that. */
function* editEntries(
  { node, value, target, topology }: MapTask,
  entries: OwnEntry[],
  hasMerges: boolean,
  editing: Editing,
  editChild: EditChild,
): Generator<Deep<boolean>, JsonObject | undefined, boolean | undefined> {
  let merged: JsonObject | undefined = {};
  const isFlow = node.style !== 'block';
  const column = columnAt(editing.text, node.contentStart);
  for (const { entry, key, stays } of entries) {
    if (!stays) continue;
    keepKey(entry, key, editing);
    if (key === undefined) {
      const fields = mergedFields(entry.value, editing);
      if (fields === undefined || merged === undefined) merged = undefined;
      else for (const [name, field] of Object.entries(fields)) setField(merged, name, field);
      continue;
    }
    const effective = getField(value, key) ?? null;
    const own = hasMerges ? toValue(entry.value, editing.aliases).value : effective;
    const wanted = getField(target, key) ?? null;
    // What a merge key below overrides does not matter.
    if (editing.mode === 'fine' && isSameJson(wanted, effective) && !isSameJson(own, effective)) {
      keptValue(entry.value, editing);
      continue;
    }
    const after = (entry.colon ?? entry.key.end) + 1;
    const child: EditTask = {
      node: entry.value,
      value: own,
      target: wanted,
      place: isFlow ? { kind: 'flow' } : { kind: 'member', column, after },
      topology: topology.field(key),
    };
    if (entry.colon !== undefined) yield editChild(child, editing);
    else if (child.target !== null) addColon(entry, child.target, isFlow, column, editing);
  }
  return merged;
}

/** Writes a key out that is an alias of something that has gone or changed. */
function keepKey(entry: MapEntry, key: string | undefined, editing: Editing): void {
  const { anchored, aliases, edits } = editing;
  keptValue(entry.key, editing);
  const source = entry.key.kind === 'alias' ? aliases.get(entry.key) : undefined;
  if (source === undefined || key === undefined) return;
  const now = anchored.get(source);
  if (now === undefined || !isSameJson(now, toValue(source, aliases).value))
    edits.push({ start: startOf(entry.key), end: entry.key.end, text: quoteDouble(key) });
}

/** Whether a key stands alone that shall have a value. */
function lacksColon({ colon }: MapEntry, key: string | undefined, target: JsonObject): boolean {
  return colon === undefined && key !== undefined && (getField(target, key) ?? null) !== null;
}

/** Gives a key that stands alone a value. */
function addColon(
  entry: MapEntry,
  target: JsonValue,
  isFlow: boolean,
  column: number,
  editing: Editing,
): void {
  const { text, edits, layout } = editing;
  const { end } = entry.key;
  if (isFlow) edits.push({ start: end, end, text: `: ${renderFlow(target)}` });
  else {
    const { to } = unitAt(text, entry.start, end);
    const [first = '', ...lines] = renderEntry('k', target, column, layout);
    // The colon stands where the key of an entry would.
    const shown = [`${' '.repeat(column)}${first.slice(column + 1)}`, ...lines];
    edits.push({ start: to, end: to, text: shown.map((line) => `${line}\n`).join('') });
  }
}

/**
 * What the merge keys bring in and need not be written; undefined where they must go, because they bring in a key
 * that the target lacks, or override one that stands above them.
 */
function usableFields(
  merged: JsonObject | undefined,
  entries: OwnEntry[],
  lastMerge: number,
  target: JsonObject,
): JsonObject | undefined {
  if (merged === undefined) return undefined;
  const above = new Set(entries.slice(0, lastMerge).map(({ key }) => key));
  const usable: JsonObject = {};
  for (const [key, field] of Object.entries(merged)) {
    if (!Object.hasOwn(target, key)) return undefined;
    if (isSameJson(field, getField(target, key))) setField(usable, key, field);
    else if (above.has(key)) return undefined;
  }
  return usable;
}

function insertMissing(
  { node, target }: MapTask,
  entries: OwnEntry[],
  brought: JsonObject,
  lastMerge: number,
  editing: Editing,
): boolean {
  const indexes = new Map(entries.map(({ key }, index) => [key, index]));
  const end = entries.findLastIndex(({ stays }) => stays);
  const missing = new Map<number, string[]>();
  let behind: number | undefined;
  for (const key of Object.keys(target)) {
    const own = indexes.get(key);
    if (own !== undefined) {
      if (own > lastMerge) behind = own;
    } else if (!Object.hasOwn(brought, key)) {
      const at = behind ?? end;
      const held = missing.get(at);
      if (held === undefined) missing.set(at, [key]);
      else held.push(key);
    }
  }
  const stays = entries.map((own) => own.stays);
  if (missing.size === 0 && !stays.includes(false)) return true;
  const inserts = (render: (key: string, field: JsonValue) => string[]): Map<number, string[]> =>
    new Map(
      [...missing].map(([at, keys]) => [
        at,
        keys.flatMap((key) => render(key, getField(target, key) ?? null)),
      ]),
    );
  if (node.style === 'block') {
    const column = columnAt(editing.text, node.contentStart);
    const units = entries.map(({ entry }) => unitAt(editing.text, entry.start, entry.value.end));
    const lines = inserts((key, field) => renderEntry(key, field, column, editing.layout));
    editBlock({ units, stays, inserts: lines, column }, editing);
    return true;
  }
  if (node.style === 'pair' || editing.mode === 'coarse') return false;
  const members = entries.map(({ entry }) => ({
    start: entry.start,
    end: Math.max(entry.key.end, entry.value.end),
  }));
  editFlow({ members, stays, inserts: inserts((key, field) => [renderFlowEntry(key, field)]) }, editing);
  return true;
}

function renderFlowEntry(key: string, field: JsonValue): string {
  return `${renderText(key, 'flow')}: ${renderFlow(field)}`;
}
