/**
 * The way from the root of an object to a node. A text is a map key, a number is a 0-based list index,
 * an object is the element of a keyed list that has these key values.
 */
export type FieldPath = readonly FieldPathStep[];

export type FieldPathStep = string | number | Readonly<Record<string, string | number | bigint | boolean>>;

/**
 * The path as Kubernetes writes it in error causes: `.spec.containers[name=app].image`, without the leading dot;
 * keys that are not plain names stand in brackets: `metadata.annotations[example.dev/owner]`.
 */
export function formatFieldPath(path: FieldPath): string {
  let text = '';
  for (const step of path) {
    if (typeof step === 'number') text += `[${step}]`;
    else if (typeof step === 'object') {
      text += `[${Object.entries(step)
        .map(([key, value]) => `${key}=${String(value)}`)
        .join(',')}]`;
    } else if (/^[A-Za-z_$][\w$-]*$/.test(step)) text += text === '' ? step : `.${step}`;
    else text += `[${step}]`;
  }
  return text;
}
