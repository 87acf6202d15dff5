import { isDeepStrictEqual } from 'node:util';
import { readManifest } from '../../../server/src/manifest/read';
import { formatPointer } from '../../../server/src/merge/fieldPath';
import { isJsonObject, type JsonValue } from '../../../server/src/merge/json';
import { type TextMerge, visibleOf } from './textMerge';
import type { Triple } from './triples';

/** `needless`: a conflict where nothing is disputed; `missed`: none where something is. */
export type Verdict = 'right' | 'needless' | 'missed' | 'wrong';

/** Right is the very conflict at the very path, and what is expected everywhere, in the very order. */
export function judgeMerge({ expected, dispute }: Triple, { text, conflicts }: TextMerge): Verdict {
  if (conflicts.length > 0 && dispute === undefined) return 'needless';
  if (conflicts.length === 0 && dispute !== undefined) return 'missed';
  const found = conflicts.map(({ kind, path }) => `${kind} ${formatPointer(path)}`);
  const wanted = dispute === undefined ? [] : [`${dispute.kind} ${formatPointer(dispute.path)}`];
  const isRight =
    isDeepStrictEqual(found, wanted) && isDeepStrictEqual(readManifest(text).value, visibleOf(expected));
  return isRight ? 'right' : 'wrong';
}

/** Of a tool that knows lines only: any conflict will do where there is one, and any order of a list's elements. */
export function judgeLines(
  { expected, dispute }: Triple,
  { text, isConflicting }: { text: string; isConflicting: boolean },
): Verdict {
  if (isConflicting) return dispute === undefined ? 'needless' : 'right';
  if (dispute !== undefined) return 'missed';
  const isRight = isDeepStrictEqual(
    unordered(readManifest(text).value ?? null),
    unordered(visibleOf(expected)),
  );
  return isRight ? 'right' : 'wrong';
}

/** The value with the elements of all lists sorted. */
function unordered(value: JsonValue): JsonValue {
  if (Array.isArray(value))
    return value.map(unordered).sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
  if (!isJsonObject(value)) return value;
  const entries = Object.keys(value)
    .sort()
    .map((key) => [key, unordered(value[key]!)]);
  return Object.fromEntries(entries) as JsonValue;
}
