/**
 * The way from the root of an object to a node. A text is a map key, a number is a 0-based list index, an object is
 * the element of a keyed list that has these key values, or `{ '': value }` the member of a set.
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
    else if (typeof step === 'object') text += `[${formatSelector(step)}]`;
    else if (/^[A-Za-z_$][\w$-]*$/.test(step)) text += text === '' ? step : `.${step}`;
    else text += `[${step}]`;
  }
  return text;
}

/**
 * The path as a JSON pointer with selectors for keyed elements: `/spec/containers[name=app]/image`; `~` and `/` in
 * keys are escaped (RFC 6901). Different paths have different texts, but for the types of key values.
 */
export function formatPointer(path: FieldPath): string {
  return path
    .map((step) => {
      if (typeof step === 'object') return `[${formatSelector(step)}]`;
      return `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`;
    })
    .join('');
}

/** `name=app` or `port=80,protocol=TCP`; a value that contains one of `,` `=` `]` is written as JSON text. */
function formatSelector(step: Exclude<FieldPathStep, string | number>): string {
  return Object.entries(step)
    .map(([key, value]) => `${key}=${/[,=\]]/.test(String(value)) ? JSON.stringify(value) : String(value)}`)
    .join(',');
}
