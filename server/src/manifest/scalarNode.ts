import { resolvePlain, resolveTagged, type Scalar } from './scalar';
import type { ScalarNode, YamlNode } from './syntax/nodes';

/** The meaning of a scalar node, or undefined where its content does not fit its tag. */
export function resolveScalarNode({ properties, style, text }: ScalarNode): Scalar | undefined {
  const tag = properties?.tag;
  if (tag === '!') return { kind: 'text', value: text };
  if (tag !== undefined) return resolveTagged(tag, text);
  return style === 'plain' ? resolvePlain(text) : { kind: 'text', value: text };
}

/** Whether the node is the key `<<`, whose value is merged into the map. In quotes it is a key like any other. */
export function isMergeKey(node: YamlNode): boolean {
  if (node.kind !== 'scalar' || node.text !== '<<') return false;
  const tag = node.properties?.tag;
  if (tag === undefined) return node.style === 'plain';
  return tag === '!' || tag === 'tag:yaml.org,2002:merge';
}
