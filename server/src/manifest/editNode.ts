import { runDeep, type Deep } from '../merge/deep';
import { isJsonObject } from '../merge/json';
import { editList } from './editList';
import { editMap } from './editMap';
import type { EditTask, Editing } from './editing';
import { isSameJson } from './equal';
import { headerOf, replaceNode } from './replaceNode';
import type { ScalarNode } from './syntax/nodes';

/** Gathers the edits after which a node says its target. Nodes are visited in the order of the text. */
export function editTree(task: EditTask, editing: Editing): void {
  runDeep(editNode(task, editing));
}

/** Returns true: its result is in the edits. */
function* editNode(task: EditTask, editing: Editing): Deep<boolean> {
  const { node, value, target, place } = task;
  const { anchored, aliases, edits } = editing;
  const before = { edits: edits.length, anchored: anchored.size };
  let isDone = true;
  if (node.kind === 'map' && isJsonObject(value) && isJsonObject(target)) {
    isDone = (yield editMap({ ...task, node, value, target }, editing, editNode)) === true;
  } else if (node.kind === 'list' && Array.isArray(value) && Array.isArray(target)) {
    isDone = (yield editList({ ...task, node, value, target }, editing, editNode)) === true;
  } else if (node.kind === 'alias') {
    // What it repeats may have changed, or gone. Then it is written out here.
    const source = aliases.get(node);
    const repeated = source && anchored.get(source);
    isDone = repeated !== undefined && isSameJson(repeated, target);
  } else if (!isSameJson(value, target)) isDone = false;
  else if (node.kind === 'scalar' && node.end === editing.addsLineEndAt) stripLineEnd(node, editing);
  if (!isDone) {
    // Whatever was gathered below is part of what is replaced.
    edits.length = before.edits;
    if (anchored.size > before.anchored)
      for (const inside of [...anchored.keys()].slice(before.anchored)) anchored.delete(inside);
    replaceNode(node, target, place, editing);
  }
  if (node.properties?.anchor !== undefined) anchored.set(node, target);
  return true;
}

/** Makes a block text that had no line end, as the file ended there, say that it has none. */
function stripLineEnd(node: ScalarNode, { text, edits }: Editing): void {
  const { style, contentStart } = node;
  if (style !== 'literal' && style !== 'folded') return;
  const header = headerOf(node, text);
  const end = contentStart + header.length;
  edits.push({ start: contentStart, end, text: `${header.replace(/[-+]/, '')}-` });
}
