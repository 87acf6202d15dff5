import { renderManifest } from '../manifest/render';
import { decodeText, encodeText } from '../merge/base64';
import { getField, isJsonObject, setField, type JsonObject, type JsonValue } from '../merge/json';
import { withFieldAt } from '../merge/objectFields';
import { mapAt } from '../merge/secretDrift';
import type { DecidedEdit } from './decide';
import type { LiveDocument } from './liveDocument';
import { readOurs } from './ours';
import { editsTo } from './text';
import { applyEdits } from '../manifest/edit';

/** A value that a Secret's text states, in `data` by base64 or in `stringData` as it is. */
export interface DecodedValue {
  readonly field: 'data' | 'stringData';
  readonly key: string;
  /** Null for bytes that are no UTF-8 text, and for what is no base64: these stay as they are written. */
  readonly text: string | null;
}

/** The values that the text of a Secret's document states, in its order; undefined where it cannot be read. */
export function listDecoded(document: LiveDocument): DecodedValue[] | undefined {
  const { value } = document.read(document.text);
  if (!isJsonObject(value)) return undefined;
  return (['data', 'stringData'] as const).flatMap((field) =>
    Object.entries(mapAt(value, field)).map(([key, own]) => ({ field, key, text: textOf(field, own) })),
  );
}

/**
 * The values of a Secret's text for people to read: texts as texts, all else as it is written, with a comment that
 * names it. It is for a read-only document, which no editor ever backs up.
 */
export function renderDecoded(document: LiveDocument): string {
  const values = listDecoded(document);
  const { value } = document.read(document.text);
  if (values === undefined || !isJsonObject(value)) return '# The text cannot be read. Mend it first.\n';
  const shown: JsonObject = {};
  for (const { field, key, text } of values) {
    const map = mapAt(shown, field);
    setField(map, key, text ?? getField(mapAt(value, field), key) ?? null);
    shown[field] = map;
  }
  const others = values.filter(({ text }) => text === null);
  const head = [
    '# Decoded for reading. To change a value, run "Edit Decoded Value…".',
    ...others.map(({ key }) => `# Not decoded, since it is no text in base64: ${JSON.stringify(key)}`),
  ];
  return `${head.join('\n')}\n${values.length === 0 ? '' : renderManifest(shown)}`;
}

/** What becomes of a request to change one value: an edit of the text, none where it says so, or why there is none. */
export type DecodedChange =
  | { kind: 'edit'; edit: Omit<DecidedEdit, 'base'> }
  | { kind: 'same' }
  | { kind: 'unreadable' }
  /** The value is not there any more, or is no text. */
  | { kind: 'noText' };

/** The edit of a document's text after which one value stands for another text. Encodes what stands in `data`, once. */
export function changeDecoded(
  document: LiveDocument,
  { field, key, text }: { field: 'data' | 'stringData'; key: string; text: string },
): DecodedChange {
  const ours = readOurs(document, document.text);
  if (ours.kind === 'refused') return { kind: 'unreadable' };
  const before = getField(mapAt(ours.visible, field), key);
  const former = before === undefined ? null : textOf(field, before);
  if (former === null) return { kind: 'noText' };
  if (former === text) return { kind: 'same' };
  const target = withFieldAt(ours.visible, [field, key], field === 'data' ? encodeText(text) : text);
  const edits = editsTo(ours.reading, target, document.topology);
  return edits === undefined
    ? { kind: 'unreadable' }
    : { kind: 'edit', edit: { edits, text: applyEdits(document.text, edits) } };
}

/** The text that a value stands for. An empty one may be written as nothing. */
function textOf(field: 'data' | 'stringData', value: JsonValue): string | null {
  if (value === null) return '';
  if (typeof value !== 'string') return null;
  return field === 'stringData' ? value : (decodeText(value) ?? null);
}
