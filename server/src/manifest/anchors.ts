import { isAlias, isMap, isScalar, isSeq, type Alias, type Node } from 'yaml';
import type { AliasTargets } from './reading';

/**
 * What each alias below a node stands for: the last node before it, in the order of the text, with its anchor.
 * `unknown` holds the aliases of anchors that nothing before them carries.
 */
export function linkAliases(root: Node): { targets: AliasTargets; unknown: Alias[] } {
  const anchors = new Map<string, Node>();
  const targets = new Map<Node, Node>();
  const unknown: Alias[] = [];
  const visit = (node: unknown): void => {
    if (isAlias(node)) {
      const target = anchors.get(node.source);
      if (target === undefined) unknown.push(node);
      else targets.set(node, target);
    } else if (isScalar(node)) {
      if (node.anchor !== undefined) anchors.set(node.anchor, node);
    } else if (isSeq(node)) {
      if (node.anchor !== undefined) anchors.set(node.anchor, node);
      node.items.forEach(visit);
    } else if (isMap(node)) {
      if (node.anchor !== undefined) anchors.set(node.anchor, node);
      for (const { key, value } of node.items) {
        visit(key);
        visit(value);
      }
    }
  };
  visit(root);
  return { targets, unknown };
}
