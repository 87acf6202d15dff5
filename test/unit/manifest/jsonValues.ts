import fc, { type Arbitrary } from 'fast-check';
import { isJsonObject, setField, type JsonObject, type JsonValue } from '../../../server/src/merge/json';

const text = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      '',
      'x',
      'yes',
      '0644',
      '1e3',
      '~',
      'a: b',
      '#c',
      'x #y',
      '- x',
      '[',
      "it's",
      '"',
      '\\',
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      'a\nb',
      'a\nb\n',
      ' a\nb\n\n\n',
      '\n',
      '\n\na',
      '\ta\n',
      'a\n \n  b \n',
      '# c\n',
      'a\r\nb',
      '---\n',
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '\u0000',
      '\u007f\u0085',
      '\u2028 \u2029',
      '\ufeff',
      '\ufffe',
      '😀',
      '\u00a0',
      '2026-01-02',
      '12:30:45',
      '<<',
      '=',
    ),
  },
  {
    weight: 2,
    arbitrary: fc.string({ unit: 'binary', maxLength: 12 }).map((string) => string.toWellFormed()),
  },
  {
    weight: 2,
    arbitrary: fc
      .array(fc.constantFrom('a', ' ', '\n', '\t', '#', ':', '-', "'", '"', '|', ',', '{'), { maxLength: 8 })
      .map((parts) => parts.join('')),
  },
);

const scalar: Arbitrary<JsonValue> = fc.oneof(
  { weight: 4, arbitrary: text },
  { weight: 1, arbitrary: fc.constantFrom(null, true, false) },
  { weight: 1, arbitrary: fc.integer() },
  { weight: 1, arbitrary: fc.constantFrom(9007199254740993n, 9223372036854775807n, -9223372036854775808n) },
  { weight: 1, arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true, noInteger: true }) },
  { weight: 1, arbitrary: fc.constantFrom(1e21, 1.5e300, 1e-7, 0.1, -2.5) },
);

const key = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom('a', 'b', 'c', 'name', 'x.y/z', 'n', '1', '', '__proto__', 'a b', 'a: b'),
  },
  // JSON.parse of V8 13.6 takes other escapes for a backslash once it has seen a key that begins with one.
  { weight: 1, arbitrary: text.filter((name) => !name.includes('\\')) },
);

/** Any JSON object that an API server could hold, with texts and keys that YAML makes difficult. */
export const jsonObject: Arbitrary<JsonObject> = fc.letrec<{ object: JsonObject; value: JsonValue }>(
  (tie) => ({
    value: fc.oneof({ maxDepth: 4 }, scalar, tie('object'), fc.array(tie('value'), { maxLength: 4 })),
    object: fc
      .uniqueArray(fc.tuple(key, tie('value')), { maxLength: 4, selector: ([name]) => name })
      .map((members) => makeObject(members)),
  }),
).object;

export const jsonScalar = scalar;

function makeObject(members: [string, JsonValue][]): JsonObject {
  const object: JsonObject = {};
  for (const [name, value] of members) setField(object, name, value);
  return object;
}

/** A value near another one: some members changed, removed, added and moved, as the numbers say. */
export function vary(value: JsonValue, numbers: readonly number[], fresh: readonly JsonValue[]): JsonValue {
  let used = 0;
  const next = (below: number): number => (numbers[used++ % numbers.length] ?? 0) % below;
  const anything = (): JsonValue => fresh[next(fresh.length)] ?? null;
  const visit = (part: JsonValue): JsonValue => {
    const chance = next(12);
    if (chance === 0) return anything();
    if (Array.isArray(part)) {
      const items = part.map(visit);
      if (chance === 1) items.splice(next(items.length + 1), 0, anything());
      if (chance === 2) items.splice(next(items.length + 1), 1);
      if (chance === 3) items.splice(next(items.length + 1), 0, ...items.splice(next(items.length + 1), 1));
      return items;
    }
    if (!isJsonObject(part)) return part;
    const members: [string, JsonValue][] = [];
    for (const [name, member] of Object.entries(part)) {
      const choice = next(12);
      if (choice === 1) members.push([`new ${next(3)}`, anything()]);
      if (choice !== 0) members.push([name, visit(member)]);
    }
    if (chance === 4) members.push(['last', anything()]);
    return makeObject(members);
  };
  return visit(value);
}
