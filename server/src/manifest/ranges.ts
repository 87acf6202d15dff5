import type { Position, Range } from 'vscode-languageserver-types';
import type { FieldPath, FieldPathStep } from '../merge/fieldPath';
import { entryKey, targetOf } from './keys';
import type { AliasTargets, ManifestReading, ParsedManifest } from './reading';
import { isMergeKey } from './scalarNode';
import { startOf, type MapNode, type YamlNode } from './syntax/nodes';
import { toValue } from './toValue';

/** Where a field, or the nearest field around it, stands in a text. Lines and characters are 0-based. */
export interface FieldRange {
  /** The path to what was found: the whole path, or its beginning where the text has no more of it. */
  path: FieldPath;
  isFound: boolean;
  /** The field's key; of a list element, or of the whole object, its first key, or all of it. */
  key: Range;
  /** The value: from its first character, anchor and tag included, to its last; empty where none is written. */
  value: Range;
  /** The key, the value, and what is between them. */
  field: Range;
}

interface Found {
  key: [number, number];
  node: YamlNode;
  start: number;
}

/**
 * The place of a path in a text. A keyed step fits the list element that has all its key values, or else the first
 * that has one of them and no other for the rest (a key that is not written has its default). What an alias or `<<`
 * brings in stands where that is written. A text that cannot be parsed has its start only.
 */
export function findRange({ parsed }: ManifestReading, path: FieldPath): FieldRange {
  const { source, root, start } = parsed;
  const toRange = (from: number, to: number): Range => ({
    start: source.positionAt(from),
    end: source.positionAt(to),
  });
  if (root === undefined) {
    const nothing = toRange(start, start);
    return { path: [], isFound: path.length === 0, key: nothing, value: nothing, field: nothing };
  }
  let found: Found = { key: beginningOf(root), node: root, start: startOf(root) };
  let length = 0;
  // What an alias repeats is written elsewhere: the alias is as near as one gets.
  while (length < path.length && found.node.kind !== 'alias') {
    const next = findStep(parsed, found.node, path[length] as FieldPathStep);
    if (next === undefined) break;
    found = next;
    length += 1;
  }
  return {
    path: path.slice(0, length),
    isFound: length === path.length,
    key: toRange(...found.key),
    value: toRange(startOf(found.node), found.node.end),
    field: toRange(found.start, found.node.end),
  };
}

/**
 * The path to the deepest field that stands at a position: its key, its value or what is between them, also behind
 * it on its last line. List elements are given by their index. Undefined in a text that cannot be parsed.
 */
export function pathAt({ parsed }: ManifestReading, position: Position): FieldPath | undefined {
  const { source, root } = parsed;
  if (root === undefined) return undefined;
  const offset = source.offsetAt(position);
  const lineStart = source.offsetAt({ line: position.line, character: 0 });
  const path: FieldPathStep[] = [];
  let node = root;
  for (;;) {
    const child: Child | undefined = childrenOf(node, parsed).findLast(({ start }) => start <= offset);
    if (child === undefined || child.node.end < lineStart) return path;
    if (offset > child.node.end && isInFlow(node)) return path;
    path.push(child.step);
    node = child.node;
  }
}

interface Child {
  start: number;
  step: FieldPathStep;
  node: YamlNode;
}

function isInFlow(node: YamlNode): boolean {
  return (node.kind === 'map' || node.kind === 'list') && node.style !== 'block';
}

function childrenOf(node: YamlNode, { aliases }: ParsedManifest): Child[] {
  if (node.kind === 'list') return node.items.map(({ start, value }, step) => ({ start, step, node: value }));
  if (node.kind !== 'map') return [];
  return node.entries.map((entry) => ({
    start: entry.start,
    step: entryKey(entry, aliases) ?? '<<',
    node: entry.value,
  }));
}

function findStep(parsed: ParsedManifest, node: YamlNode, step: FieldPathStep): Found | undefined {
  if (node.kind === 'map') return typeof step === 'string' ? findKey(parsed, node, step) : undefined;
  if (node.kind !== 'list' || typeof step === 'string') return undefined;
  const item =
    typeof step === 'number'
      ? node.items[step]
      : (node.items.find(({ value }) => fits(parsed, value, step) === 'fully') ??
        node.items.find(({ value }) => fits(parsed, value, step) === 'partly'));
  return item && { key: beginningOf(item.value), node: item.value, start: item.start };
}

function findKey({ aliases }: ParsedManifest, map: MapNode, key: string): Found | undefined {
  const own = map.entries.find((entry) => entryKey(entry, aliases) === key);
  const entry =
    own ??
    map.entries.findLast(
      ({ key: name, value }) =>
        isMergeKey(name) && mapsOf(value, aliases).some((merged) => hasKey(merged, key, aliases)),
    );
  return entry && { key: [startOf(entry.key), entry.key.end], node: entry.value, start: entry.start };
}

/** The maps that a merge key's value brings in. */
function mapsOf(value: YamlNode, aliases: AliasTargets): MapNode[] {
  const nodes = value.kind === 'list' ? value.items.map((item) => item.value) : [value];
  return nodes.map((node) => targetOf(node, aliases)).filter((node) => node.kind === 'map');
}

function hasKey(map: MapNode, key: string, aliases: AliasTargets): boolean {
  return map.entries.some((entry) => entryKey(entry, aliases) === key);
}

/** Whether a list element has all the key values of a step, or some of them and no other for the rest. */
function fits(
  { aliases }: ParsedManifest,
  element: YamlNode,
  step: Exclude<FieldPathStep, string | number>,
): 'fully' | 'partly' | undefined {
  const node = targetOf(element, aliases);
  if (node.kind === 'scalar' && Object.hasOwn(step, ''))
    return toValue(node, aliases).value === step[''] ? 'fully' : undefined;
  if (node.kind !== 'map') return undefined;
  const keys = Object.keys(step);
  const values = keys.map((key) => {
    const entry = node.entries.find((candidate) => entryKey(candidate, aliases) === key);
    return entry && toValue(entry.value, aliases).value;
  });
  const equal = values.filter((value, index) => value !== undefined && value === step[keys[index] as string]);
  if (equal.length === keys.length) return 'fully';
  const missing = values.filter((value) => value === undefined || value === null);
  return equal.length > 0 && equal.length + missing.length === keys.length ? 'partly' : undefined;
}

/** What a reader would point at: the first key of a block map, else all of the node. */
function beginningOf(node: YamlNode): [number, number] {
  if (node.kind === 'map' && node.style === 'block' && node.entries[0] !== undefined)
    return [startOf(node.entries[0].key), node.entries[0].key.end];
  return [startOf(node), node.end];
}
