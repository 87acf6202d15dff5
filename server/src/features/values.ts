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

/** `kubectl/scale at 14:03:22`: who wrote a field and when, as far as that is recorded. */
export function describeWriter(writer: FieldWriter | undefined): string {
  const at = writeTime(writer);
  return at === undefined ? describeManager(writer) : `${describeManager(writer)} at ${clockTime(at)}`;
}

/**
 * `kubectl/scale`, `flux via apply`: who wrote a field, through which subresource or by server-side apply. `probably`
 * where that is concluded from who wrote last at all.
 */
export function describeManager(writer: FieldWriter | undefined): string {
  if (writer === undefined) return 'unknown manager';
  const { manager, subresource, operation, isGuessed = false } = writer;
  const name = subresource === undefined ? manager : `${manager}/${subresource}`;
  const how = operation === 'Apply' ? `${name} via apply` : name;
  return isGuessed ? `probably ${how}` : how;
}

/** When a field was written, in milliseconds since 1970; undefined where that is not recorded. */
export function writeTime(writer: FieldWriter | undefined): number | undefined {
  const milliseconds = Date.parse(writer?.time ?? '');
  return Number.isNaN(milliseconds) ? undefined : milliseconds;
}

/** `14:03:22`, of milliseconds since 1970. */
export function clockTime(milliseconds: number): string {
  return new Date(milliseconds).toTimeString().slice(0, 8);
}

const longestValue = 80;
