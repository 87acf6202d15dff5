import { getField, isJsonObject, type JsonValue } from './json';

interface Verbatim {
  readonly verbatim: string;
}

/**
 * A text that two values share exactly if they are equal without any schema: keys sorted, null fields left out,
 * numbers by value. Fits for a Map key; never overflows the stack.
 */
export function canonicalText(value: JsonValue): string {
  if (typeof value !== 'object' || value === null) return scalarText(value);
  const parts: string[] = [];
  const pending: (Verbatim | { readonly value: JsonValue })[] = [{ value }];
  for (let item = pending.pop(); item; item = pending.pop()) {
    if ('verbatim' in item) parts.push(item.verbatim);
    else if (Array.isArray(item.value)) {
      parts.push('[');
      pending.push({ verbatim: ']' });
      for (const element of item.value.toReversed()) pending.push({ verbatim: ',' }, { value: element });
    } else if (isJsonObject(item.value)) {
      parts.push('{');
      pending.push({ verbatim: '}' });
      for (const key of Object.keys(item.value).sort().reverse()) {
        const field = getField(item.value, key) ?? null;
        if (field === null) continue;
        pending.push({ verbatim: ',' }, { value: field }, { verbatim: `${JSON.stringify(key)}:` });
      }
    } else parts.push(scalarText(item.value));
  }
  return parts.join('');
}

/** The canonical text of a scalar; a whole number has the same text as number and as bigint. */
export function scalarText(value: null | boolean | number | bigint | string): string {
  if (typeof value === 'string') return JSON.stringify(value);
  return typeof value === 'number' && Number.isInteger(value) ? String(BigInt(value)) : String(value);
}
