import type { OffsetEdit } from './editing';

/**
 * The edits in the order of the text, with those that touch one another made one. Undefined if two overlap.
 * Of several insertions at one place the one that was gathered first comes first.
 */
export function arrangeEdits(edits: readonly OffsetEdit[]): OffsetEdit[] | undefined {
  const sorted = edits.toSorted(
    (left, right) =>
      left.start - right.start || Number(left.end > left.start) - Number(right.end > right.start),
  );
  const arranged: OffsetEdit[] = [];
  for (const edit of sorted) {
    const last = arranged.at(-1);
    if (last === undefined || edit.start > last.end) arranged.push({ ...edit });
    else if (edit.start < last.end) return undefined;
    else {
      last.end = edit.end;
      last.text += edit.text;
    }
  }
  return arranged;
}

/** The text after the edits; undefined if two overlap. */
export function applyOffsetEdits(text: string, edits: readonly OffsetEdit[]): string | undefined {
  const arranged = arrangeEdits(edits);
  if (arranged === undefined) return undefined;
  const parts: string[] = [];
  let at = 0;
  for (const edit of arranged) {
    parts.push(text.slice(at, edit.start), edit.text);
    at = edit.end;
  }
  return parts.join('') + text.slice(at);
}

/** The edit without what it replaces by itself at its beginning and end; undefined where nothing is left. */
export function shrinkEdit({ start, end, text }: OffsetEdit, source: string): OffsetEdit | undefined {
  const old = source.slice(start, end);
  const most = Math.min(old.length, text.length);
  let before = 0;
  while (before < most && old.charCodeAt(before) === text.charCodeAt(before)) before += 1;
  if (isHighSurrogate(old.charCodeAt(before - 1))) before -= 1;
  let behind = 0;
  while (
    behind < most - before &&
    old.charCodeAt(old.length - 1 - behind) === text.charCodeAt(text.length - 1 - behind)
  )
    behind += 1;
  if (isLowSurrogate(old.charCodeAt(old.length - behind))) behind -= 1;
  const kept = text.slice(before, text.length - behind);
  if (kept === '' && before + behind === old.length) return undefined;
  return { start: start + before, end: end - behind, text: kept };
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff;
}
