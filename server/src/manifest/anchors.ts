import type { AliasTargets } from './reading';
import type { AliasNode, YamlNode } from './syntax/nodes';

/**
 * What each alias below a node stands for: the last node before it, in the order of the text, with its anchor.
 * `unknown` holds the aliases of anchors that nothing before them carries.
 */
export function linkAliases(root: YamlNode): { targets: AliasTargets; unknown: AliasNode[] } {
  const anchors = new Map<string, YamlNode>();
  const targets = new Map<YamlNode, YamlNode>();
  const unknown: AliasNode[] = [];
  const visit = (node: YamlNode): void => {
    const anchor = node.properties?.anchor;
    if (anchor !== undefined) anchors.set(anchor, node);
    if (node.kind === 'alias') {
      const target = anchors.get(node.name);
      if (target === undefined) unknown.push(node);
      else targets.set(node, target);
    } else if (node.kind === 'list') {
      for (const { value } of node.items) visit(value);
    } else if (node.kind === 'map') {
      for (const { key, value } of node.entries) {
        visit(key);
        visit(value);
      }
    }
  };
  visit(root);
  return { targets, unknown };
}
