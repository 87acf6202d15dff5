import { keyText } from './keyText';
import type { AliasTargets } from './reading';
import { isMergeKey, resolveScalarNode } from './scalarNode';
import type { MapEntry, YamlNode } from './syntax/nodes';

/** The node itself, or the one that it stands for as an alias. */
export function targetOf(node: YamlNode, aliases: AliasTargets): YamlNode {
  return node.kind === 'alias' ? (aliases.get(node) ?? node) : node;
}

/** The JSON key of a map's entry; undefined for a merge key and for what no JSON key can be. */
export function entryKey({ key }: MapEntry, aliases: AliasTargets): string | undefined {
  const node = targetOf(key, aliases);
  if (node.kind !== 'scalar' || isMergeKey(key)) return undefined;
  const scalar = resolveScalarNode(node);
  return scalar && keyText(scalar);
}
