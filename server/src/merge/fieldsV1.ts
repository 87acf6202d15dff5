import { canonicalText } from './canonical';
import type { FieldPathStep } from './fieldPath';
import { getField, isJsonObject, type JsonObject, type JsonValue } from './json';

/**
 * Finds in a FieldsV1, as `metadata.managedFields` has it, the node that a step of a path leads to; undefined where there
 * is none. Keys of elements are read once for each list.
 */
export function createFieldsFinder(): (node: JsonObject, step: FieldPathStep) => JsonObject | undefined {
  const elements = new Map<JsonObject, Map<string, JsonValue>>();
  return (node, step) => {
    if (typeof step !== 'object')
      return asNode(getField(node, typeof step === 'string' ? `f:${step}` : `i:${step}`));
    const known = elements.get(node) ?? readElements(node);
    elements.set(node, known);
    const member = getField(step, '');
    return asNode(
      known.get(member === undefined ? `k:${canonicalText(step)}` : `v:${canonicalText(member)}`),
    );
  };
}

function asNode(value: JsonValue | undefined): JsonObject | undefined {
  return isJsonObject(value) ? value : undefined;
}

/** The elements of a list by the values of their keys, `k:{"name":"app"}`, or their own, `v:"app"`. */
function readElements(node: JsonObject): Map<string, JsonValue> {
  const elements = new Map<string, JsonValue>();
  for (const [name, child] of Object.entries(node)) {
    const kind = name.slice(0, 2);
    if (kind !== 'k:' && kind !== 'v:') continue;
    const key = parseExactly(name.slice(2));
    if (key !== undefined) elements.set(`${kind}${canonicalText(key)}`, child);
  }
  return elements;
}

/** TypeScript's library does not know yet that a reviver sees a number's own digits. */
type ParseJson = (
  text: string,
  reviver: (key: string, value: unknown, context: { source?: string }) => unknown,
) => JsonValue;

/** The value of a JSON text with exact integers; undefined where it is none. */
function parseExactly(text: string): JsonValue | undefined {
  try {
    return (JSON.parse as ParseJson)(text, (_key, value, { source = '' }) =>
      typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(source)
        ? BigInt(source)
        : value,
    );
  } catch {
    return undefined;
  }
}
