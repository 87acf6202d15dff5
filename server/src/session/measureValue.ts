import type { JsonValue } from '../merge/json';

/** About how many bytes a value takes in memory: its texts, and something for each of its parts. Never overflows the stack. */
export function measureValue(value: JsonValue | undefined): number {
  let bytes = 0;
  const pending = [value];
  while (pending.length > 0) {
    const next = pending.pop();
    bytes += bytesOfOne;
    if (typeof next === 'string') bytes += next.length;
    else if (typeof next === 'object' && next !== null)
      for (const part of Object.values(next)) pending.push(part);
  }
  return bytes;
}

/** A value and the reference to it; names of fields are shared between objects. */
const bytesOfOne = 16;
