import { isScalar, type Node, type Scalar as ScalarNode } from 'yaml';
import { resolvePlain, resolveTagged, type Scalar } from './scalar';

/** The meaning of a scalar node, or undefined where its content does not fit its tag. */
export function resolveScalarNode(node: ScalarNode): Scalar | undefined {
  const text = scalarText(node);
  if (node.tag === '!') return { kind: 'text', value: text };
  if (node.tag !== undefined) return resolveTagged(node.tag, text);
  return isPlain(node) ? resolvePlain(text) : { kind: 'text', value: text };
}

/** The text of a scalar. A block text whose last line the file does not end has no line end there, as in go-yaml. */
function scalarText(node: ScalarNode): string {
  const text = String(node.value);
  const token = node.srcToken;
  return token?.type === 'block-scalar' && token.source !== '' && !token.source.endsWith('\n')
    ? text.replace(/\n$/, '')
    : text;
}

/** Whether the node is the key `<<`, whose value is merged into the map. Quoted it is a key like any other. */
export function isMergeKey(node: unknown): boolean {
  if (!isScalar(node) || node.value !== '<<') return false;
  return node.tag === 'tag:yaml.org,2002:merge' || (node.tag === undefined && isPlain(node));
}

function isPlain(node: ScalarNode): boolean {
  return node.type === undefined || node.type === 'PLAIN';
}

/** The node's offsets in the parsed source: its first character and the one behind its last. */
export function nodeSpan(node: Node): [number, number] {
  const [start, end] = node.range ?? [0, 0];
  return [start, end];
}
