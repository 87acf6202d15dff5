import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { parse } from 'yaml';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../server/src/merge/json';
import { applyEdits, editToValue } from '../../../server/src/manifest/edit';
import { isSameJson } from '../../../server/src/manifest/equal';
import { readDocuments, readManifest } from '../../../server/src/manifest/read';
import { renderManifest } from '../../../server/src/manifest/render';
import { jsonObject, jsonScalar, vary } from './jsonValues';
import { mangledText, yamlText } from './yamlTexts';

const numRuns = 300;
const variation = fc.tuple(
  fc.array(fc.nat(1000), { minLength: 5, maxLength: 40 }),
  fc.array(fc.oneof(jsonScalar, jsonObject), { minLength: 1, maxLength: 5 }),
);

suite('properties of reading and rendering', () => {
  test('any text is read without an exception: it has a value, or a problem that is an error', () =>
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), mangledText), (text) => {
        const { value, problems } = readManifest(text);
        assert.equal(
          value === undefined,
          problems.some(({ severity }) => severity === 'error'),
        );
        readDocuments(text);
      }),
      { numRuns: numRuns * 5 },
    ));

  test('what is rendered reads as it was, with one line end at its end', () =>
    fc.assert(
      fc.property(jsonObject, (object) => {
        const text = renderManifest(object);
        assert.ok(isSameJson(readManifest(text).value, object), text);
        assert.match(text, /[^\n]\n$|\|[0-9]?\+\n(?:.*\n)*\n$/);
      }),
      { numRuns: numRuns * 3 },
    ));

  test('other YAML readers see the same texts in it', () =>
    fc.assert(
      fc.property(jsonObject.map(onlyTexts), (object) => {
        const text = renderManifest(object);
        for (const version of ['1.1', '1.2'] as const)
          assert.ok(
            isSameJson(toJson(parse(text, { version, mapAsMap: true })), object),
            `${version} ${text}`,
          );
      }),
      { numRuns },
    ));
});

suite('properties of editing', () => {
  const edited = fc
    .tuple(fc.oneof(yamlText, jsonObject.map(renderManifest)), variation)
    .map(([text, [numbers, fresh]]) => {
      const reading = readManifest(text);
      return { text, reading, target: reading.value && vary(reading.value, numbers, fresh) };
    })
    .filter(({ target }) => isJsonObject(target));

  test('T1, T2, T6: a text can be made to say any value, and then says it without an edit', () =>
    fc.assert(
      fc.property(edited, ({ text, reading, target }) => {
        assert.deepEqual(editToValue(reading, reading.value!), []);
        const edits = editToValue(reading, target!);
        assert.ok(edits, text);
        const after = readManifest(applyEdits(text, edits));
        assert.ok(isSameJson(after.value, target), applyEdits(text, edits));
        assert.deepEqual(editToValue(after, target!), []);
      }),
      { numRuns: numRuns * 3 },
    ));

  test('T7: line ends stay what they are', () =>
    fc.assert(
      fc.property(edited, ({ text, reading, target }) => {
        const after = applyEdits(text, editToValue(reading, target!) ?? []);
        if (text.includes('\r\n')) assert.doesNotMatch(after, /[^\r]\n/);
        else assert.doesNotMatch(after, /\r\n/);
        if (text.endsWith('\n')) assert.match(after, /\n$/);
      }),
      { numRuns },
    ));

  test('T3, T4: comments and lines of what stays are there, in order', () =>
    fc.assert(
      fc.property(
        jsonObject.map(onlyPlainKeys).filter((object) => Object.keys(object).length > 0),
        variation,
        (object, [numbers, fresh]) => {
          const text = writeCommented(object, 0, []);
          const reading = readManifest(text);
          assert.ok(isSameJson(reading.value, object), text);
          const target = vary(object, numbers, fresh);
          const lines = applyEdits(text, editToValue(reading, target) ?? []).split('\n');
          const expected = expectedLines(object, target, 0, []);
          let at = -1;
          for (const line of expected) {
            at = lines.findIndex(
              (other, index) =>
                index > at && (other === line || (line.endsWith('…') && other.endsWith(line.slice(0, -1)))),
            );
            assert.notEqual(at, -1, `${text}\n${lines.join('\n')}\nlacks ${line}`);
          }
        },
      ),
      { numRuns },
    ));
});

/** Every map entry with a comment above and one behind. Lists and texts stand on one line. */
function writeCommented(object: JsonObject, column: number, path: string[]): string {
  return Object.entries(object)
    .map(([key, value]) => {
      const place = [...path, key];
      const spaces = ' '.repeat(column);
      const above = `${spaces}# above ${place.join('.')}\n`;
      if (!isJsonObject(value) || Object.keys(value).length === 0)
        return `${above}${leafLine(place, value, column)}\n`;
      return `${above}${spaces}${key}:${behind(place)}\n${writeCommented(value, column + 2, place)}`;
    })
    .join('');
}

function leafLine(path: string[], value: JsonValue, column: number): string {
  return `${' '.repeat(column)}${path.at(-1) ?? ''}: ${writeJson(value)}${behind(path)}`;
}

function behind(path: string[]): string {
  return ` # at ${path.join('.')}`;
}

function writeJson(value: JsonValue): string {
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'string')
    return renderManifest({ v: [`\u0000${value}`] })
      .slice('v:\n- '.length, -1)
      .replace('\\x00', '');
  if (Array.isArray(value)) return `[${value.map(writeJson).join(', ')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const members = Object.entries(value).map(([key, member]) => `${writeJson(key)}: ${writeJson(member)}`);
  return `{${members.join(', ')}}`;
}

/** The lines that must be left: whole where nothing changed, else their comments (marked with … for any beginning). */
function expectedLines(object: JsonObject, target: JsonValue, column: number, path: string[]): string[] {
  if (!isJsonObject(target)) return [];
  return Object.entries(object).flatMap(([key, value]) => {
    if (!Object.hasOwn(target, key)) return [];
    const place = [...path, key];
    const wanted = target[key] as JsonValue;
    const above = `${' '.repeat(column)}# above ${place.join('.')}`;
    if (!isJsonObject(value) || Object.keys(value).length === 0)
      return [above, isSameJson(value, wanted) ? leafLine(place, value, column) : `${behind(place)}…`];
    const below = keepsAny(value, wanted) ? expectedLines(value, wanted, column + 2, place) : [];
    return [above, `${behind(place)}…`, ...below];
  });
}

function keepsAny(value: JsonObject, wanted: JsonValue): boolean {
  return isJsonObject(wanted) && Object.keys(value).some((key) => Object.hasOwn(wanted, key));
}

/** The object with each scalar made a text, and keys that a YAML reader of JavaScript can hold. */
function onlyTexts(object: JsonObject): JsonObject {
  const visit = (value: JsonValue): JsonValue => {
    if (Array.isArray(value)) return value.map(visit);
    return isJsonObject(value) ? onlyTexts(value) : String(value);
  };
  return Object.fromEntries(
    Object.entries(object).map(([key, value]) => [key === '__proto__' ? 'proto' : key, visit(value)]),
  );
}

/** The object with keys of letters, so that lines can be foretold. */
function onlyPlainKeys(object: JsonObject): JsonObject {
  const visit = (value: JsonValue): JsonValue => {
    if (Array.isArray(value)) return value.map(visit);
    return isJsonObject(value) ? onlyPlainKeys(value) : value;
  };
  return Object.fromEntries(Object.entries(object).map(([, value], index) => [`k${index}`, visit(value)]));
}

function toJson(value: unknown): JsonValue {
  if (value instanceof Map)
    return Object.fromEntries([...value].map(([key, member]) => [String(key), toJson(member)]));
  return Array.isArray(value) ? value.map(toJson) : (value as JsonValue);
}
