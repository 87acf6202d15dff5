import type { JsonValue } from '../merge/json';
import type { FieldWriter } from '../session/fieldManagers';

/** A value in a sentence: short ones as they are, others by what they are. */
export function describeValue(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return 'not there';
  if (Array.isArray(value))
    return value.length === 1 ? 'a list of 1 item' : `a list of ${value.length} items`;
  if (typeof value === 'object') return 'a map';
  const text = typeof value === 'string' ? JSON.stringify(value) : String(value);
  return text.length > longestValue ? `${text.slice(0, longestValue)}…` : text;
}

/** `kubectl/scale at 14:03:22`: who wrote a field, through which subresource, and when, as far as that is recorded. */
export function describeWriter(writer: FieldWriter | undefined): string {
  if (writer === undefined) return 'unknown manager';
  const { manager, subresource, time } = writer;
  const name = subresource === undefined ? manager : `${manager}/${subresource}`;
  const milliseconds = time === undefined ? Number.NaN : Date.parse(time);
  return Number.isNaN(milliseconds) ? name : `${name} at ${clockTime(milliseconds)}`;
}

/** `14:03:22`, of milliseconds since 1970. */
export function clockTime(milliseconds: number): string {
  return new Date(milliseconds).toTimeString().slice(0, 8);
}

const longestValue = 80;
