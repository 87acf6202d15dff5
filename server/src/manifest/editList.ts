import type { Deep } from '../merge/deep';
import type { JsonValue } from '../merge/json';
import { alignLists } from './align';
import { applyOffsetEdits } from './applyEdits';
import { editBlock } from './editBlock';
import { editFlow } from './editFlow';
import type { EditChild, EditTask, Editing, OffsetEdit } from './editing';
import { columnAt, unitAt, type Unit } from './lines';
import { renderFlow, renderItem } from './renderValue';
import type { ListNode } from './syntax/nodes';

interface ListTask extends EditTask {
  node: ListNode;
  value: JsonValue[];
  target: JsonValue[];
}

/**
 * Gathers the edits that make a list say its target. Items keep their text and their comments, also those that move.
 * Returns false where the list must be written anew.
 */
export function* editList(task: ListTask, editing: Editing, editChild: EditChild): Deep<boolean> {
  const { node, value, target, topology } = task;
  const { sources, staying } = alignLists(value, target, topology.list);
  if (staying.size === 0) return value.length === 0 && target.length === 0;
  const isBlock = node.style === 'block' && task.place.kind !== 'flow';
  const moves = sources.some((source) => source !== undefined && !staying.has(source));
  const isChanged = moves || staying.size !== value.length || staying.size !== target.length;
  if (isChanged && !isBlock && (moves || editing.mode === 'coarse')) return false;
  // An alias that moves, or is moved over, may come to stand for something else.
  if (moves && editing.mode === 'coarse' && editing.aliases.size > 0) return false;
  const column = columnAt(editing.text, node.items[0]?.start ?? node.contentStart);
  const units = isChanged ? node.items.map((item) => unitAt(editing.text, item.start, item.value.end)) : [];
  const moved = yield* editItems(task, { sources, staying, units, column, isBlock }, editing, editChild);
  if (!isChanged) return true;
  const stays = value.map((_, index) => staying.has(index));
  const inserts = new Map<number, string[]>();
  let behind = -1;
  sources.forEach((source, index) => {
    if (source !== undefined && staying.has(source)) {
      behind = source;
      return;
    }
    const item = target[index] as JsonValue;
    const lines = source === undefined ? undefined : moved.get(source);
    const rendered = isBlock ? renderItem(item, column, editing.layout) : [renderFlow(item)];
    const held = inserts.get(behind);
    if (held === undefined) inserts.set(behind, lines ?? rendered);
    else for (const line of lines ?? rendered) held.push(line);
  });
  if (isBlock) editBlock({ units, stays, inserts, column }, editing);
  else
    editFlow(
      { members: node.items.map((item) => ({ start: item.start, end: item.value.end })), stays, inserts },
      editing,
    );
  return true;
}

/** Edits the items that are kept, in the order of the text, and returns the lines of those that move. */
function* editItems(
  { node, value, target, topology }: ListTask,
  plan: {
    sources: (number | undefined)[];
    staying: ReadonlySet<number>;
    units: Unit[];
    column: number;
    isBlock: boolean;
  },
  editing: Editing,
  editChild: EditChild,
): Generator<Deep<boolean>, Map<number, string[]>, boolean | undefined> {
  const destinations = new Map(plan.sources.map((source, index) => [source, index]));
  const moved = new Map<number, string[]>();
  for (const [index, item] of node.items.entries()) {
    const destination = destinations.get(index);
    if (destination === undefined) continue;
    const edits: OffsetEdit[] = plan.staying.has(index) ? editing.edits : [];
    const child: EditTask = {
      node: item.value,
      value: value[index] as JsonValue,
      target: target[destination] as JsonValue,
      place: plan.isBlock ? { kind: 'item', column: plan.column, after: item.start + 1 } : { kind: 'flow' },
      topology: topology.element(),
    };
    yield editChild(child, { ...editing, edits });
    const unit = plan.units[index];
    if (edits !== editing.edits && unit !== undefined)
      moved.set(index, linesOf(unit, edits, plan.column, editing.text));
  }
  return moved;
}

function linesOf(unit: Unit, edits: OffsetEdit[], column: number, text: string): string[] {
  const shifted = edits.map(({ start, end, text: inserted }) => ({
    start: start - unit.from,
    end: end - unit.from,
    text: inserted,
  }));
  const chunk = applyOffsetEdits(text.slice(unit.from, unit.to), shifted) ?? '';
  const lines = chunk.replace(/\n$/, '').split('\n');
  return unit.isMidLine ? [' '.repeat(column) + (lines[0] ?? ''), ...lines.slice(1)] : lines;
}
