import fc, { type Arbitrary } from 'fast-check';
import type { Versions } from '../../../server/src/merge/conflicts';
import { setField, type JsonObject, type JsonValue } from '../../../server/src/merge/json';
import { pathTopology, type PathTable } from './pathTopology';

type Optional = JsonValue | undefined;

/** What the fields of the random objects are. */
export const meanings: PathTable = {
  '/dict': { map: 'dict' },
  '/dicts': { map: 'dict' },
  '/dicts/*': { map: 'dict' },
  '/structs': { map: 'dict' },
  '/atomicMap': { map: 'atomic' },
  '/atomicList': { list: 'atomic' },
  '/union': { map: 'union' },
  '/set': { list: 'set' },
  '/items': { list: 'map', keys: ['id'] },
  '/items[]/subs': { list: 'map', keys: ['id'] },
  '/items[]/tags': { list: 'set' },
  '/items[]/bag': { map: 'dict' },
  '/ports': { list: 'map', keys: ['port', 'protocol'], keyDefaults: { protocol: 'TCP' } },
  '/sequence': { list: 'map', keys: ['id'] },
  '/refs': { list: 'map', keys: ['id'] },
  '/refs[]': { map: 'atomic' },
  '/volumes': { list: 'map', keys: ['id'] },
  '/volumes[]': { map: 'union' },
  '/amount': { scalar: 'quantity' },
  '/port': { scalar: 'intOrString' },
  '/nullable': { scalar: 'nullable' },
};

export const topology = pathTopology(meanings);

/** How the three versions of a node come from three values: who changed it. */
const patterns = {
  same: (a: Optional): Versions => ({ base: a, ours: a, theirs: a }),
  ours: (a: Optional, b: Optional): Versions => ({ base: a, ours: b, theirs: a }),
  theirs: (a: Optional, b: Optional): Versions => ({ base: a, ours: a, theirs: b }),
  agreed: (a: Optional, b: Optional): Versions => ({ base: a, ours: b, theirs: b }),
  free: (a: Optional, b: Optional, c: Optional): Versions => ({ base: a, ours: b, theirs: c }),
};

export type Pattern = keyof typeof patterns;

/** Which patterns occur, and how often. */
export type Mixture = Partial<Record<Pattern, number>>;

export const mixed: Mixture = { same: 24, ours: 3, theirs: 3, agreed: 1, free: 1 };
export const wild: Mixture = { same: 1, ours: 1, theirs: 1, agreed: 1, free: 2 };
export const disjoint: Mixture = { same: 4, ours: 2, theirs: 2 };

/** Fields that are one choice of several. */
export const unions = ['union', 'volumes'];

/** Fields of which two sides cannot edit different parts without a conflict. */
export const indivisible = [...unions, 'refs'];

/** Three versions of one object, made node by node, so that a failing one shrinks to a few fields. */
export function objectTriple(mixture: Mixture, without: readonly string[] = []): Arbitrary<Versions> {
  const scalar = patterned(
    mixture,
    fc.constantFrom<Optional>(undefined, null, 0, 1, '', 'x', false, 9007199254740993n),
  );
  const text = patterned(mixture, fc.constantFrom<Optional>(undefined, 'x', 'y'));
  const struct = (fields: Record<string, Arbitrary<Versions>>): Arbitrary<Versions> =>
    mapTriple(mixture, fields);
  const inner = struct({ x: scalar, y: scalar });
  const dict = mapTriple(mixture, { a: text, b: text, ['__proto__']: text, 'a/b': text });
  const listOf = (values: JsonValue[]): Arbitrary<Optional> =>
    fc.option(fc.array(fc.constantFrom(...values), { maxLength: 3 }), { nil: undefined });
  const mapOf = (names: string[]): Arbitrary<Optional> =>
    fc.option(
      fc.dictionary(fc.constantFrom(...names), fc.constantFrom(0, 1), { maxKeys: 2, noNullPrototype: true }),
      {
        nil: undefined,
      },
    );
  const set = patterned(mixture, listOf(['p', 'q', 'r', 1]));
  const keyed = (keys: JsonObject[], fields: Record<string, Arbitrary<Versions>>): Arbitrary<Versions> =>
    listTriple(mixture, keys, mapTriple(disjoint, fields));
  const ids = ['a', 'b', 'c', 'd'].map((id) => ({ id }));
  const fields: Record<string, Arbitrary<Versions>> = {
    title: scalar,
    struct: struct({ x: scalar, in: inner }),
    dict,
    dicts: struct({ a: dict, b: dict }),
    structs: struct({ a: inner, b: inner }),
    atomicMap: patterned(mixture, mapOf(['x', 'y'])),
    atomicList: patterned(mixture, listOf([1, 2])),
    list: patterned(mixture, listOf([1, null])),
    union: struct({ left: inner, right: scalar, third: text }),
    set,
    items: keyed(ids, { v: scalar, w: text, subs: keyed(ids, { v: scalar }), tags: set, bag: dict }),
    ports: keyed([{ port: 1 }, { port: 1, protocol: 'UDP' }, { port: 2, protocol: 'TCP' }], { name: text }),
    sequence: sequence(isDisjoint(mixture) ? mixture : wild),
    refs: keyed(ids, { x: text, y: text }),
    volumes: keyed(ids, { left: inner, right: scalar }),
    amount: patterned(mixture, fc.constantFrom<Optional>(undefined, 1, '1', '1000m', '2', '2x')),
    port: patterned(mixture, fc.constantFrom<Optional>(80, '80', 'http')),
    nullable: patterned(mixture, fc.constantFrom<Optional>(undefined, null, 1)),
    odd: patterned(mixture, fc.constantFrom<Optional>(undefined, 1, { x: 1 }, [1], {}, [])),
  };
  const names = Object.keys(fields).filter((name) => !without.includes(name));
  return fc
    .subarray(names, { minLength: 1, maxLength: 4 })
    .chain((chosen) => struct(Object.fromEntries(chosen.map((name) => [name, fields[name]!]))));
}

/** An object with one keyed list, whose elements both sides move, add and remove. */
export function sequenceTriple(): Arbitrary<Versions> {
  return mapTriple({ same: 1 }, { sequence: sequence(wild) });
}

function sequence(mixture: Mixture): Arbitrary<Versions> {
  const ids = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id }));
  return listTriple(mixture, ids, mapTriple({ same: 1 }, {}), 3);
}

function patterned(mixture: Mixture, value: Arbitrary<Optional>): Arbitrary<Versions> {
  return fc
    .tuple(patternOf(mixture), value, value, value)
    .map(([pattern, first, second, third]) => patterns[pattern](first, second, third));
}

function patternOf(mixture: Mixture): Arbitrary<Pattern> {
  const entries = Object.entries(mixture) as [Pattern, number][];
  return fc.oneof(...entries.map(([pattern, weight]) => ({ arbitrary: fc.constant(pattern), weight })));
}

/** A map in three versions: each field by itself, the map as a whole now and then absent or empty. */
function mapTriple(mixture: Mixture, fields: Record<string, Arbitrary<Versions>>): Arbitrary<Versions> {
  const names = Object.keys(fields);
  const presence = fc.oneof(
    { arbitrary: fc.constant('whole' as const), weight: 8 },
    { arbitrary: fc.constantFrom<Optional>(undefined, {}), weight: isDisjoint(mixture) ? 0 : 1 },
  );
  const triples = fc.tuple(...names.map((name) => fields[name]!));
  return fc.tuple(triples, patterned(mixture, presence)).map(([values, whole]) => {
    const side = (version: keyof Versions): Optional => {
      if (whole[version] !== 'whole') return whole[version];
      const map: JsonObject = {};
      names.forEach((name, index) => {
        const value = values[index]![version];
        if (value !== undefined) setField(map, name, value);
      });
      return map;
    };
    return { base: side('base'), ours: side('ours'), theirs: side('theirs') };
  });
}

/** Orders of up to six elements: sorting by the numbers. */
const orders = fc.array(fc.nat(50), { minLength: 6, maxLength: 6 });

/**
 * A keyed list in three versions: each element by itself, each version in its own order; now and then with copies of
 * a key, with an element that has no key, or absent or empty as a whole.
 */
function listTriple(
  mixture: Mixture,
  keys: JsonObject[],
  fields: Arbitrary<Versions>,
  minLength = 0,
): Arbitrary<Versions> {
  const often = { weight: 15, arbitrary: fc.constant<Optional>('there') };
  const rarely = (value: Optional): { weight: number; arbitrary: Arbitrary<Optional> } => ({
    weight: isDisjoint(mixture) ? 0 : 1,
    arbitrary: fc.constant(value),
  });
  const element = fc.record({
    key: fc.constantFrom(...keys),
    fields,
    presence: patterned(
      mixture,
      fc.oneof(often, { ...rarely(undefined), weight: isDisjoint(mixture) ? 0 : 5 }),
    ),
  });
  const unique = fc.uniqueArray(element, {
    minLength,
    maxLength: 5,
    selector: ({ key }) => JSON.stringify(key),
  });
  const elements = fc.oneof(
    { weight: 10, arbitrary: unique },
    { weight: isDisjoint(mixture) ? 0 : 1, arbitrary: fc.array(element, { maxLength: 4 }) },
  );
  return fc
    .record({
      elements,
      order: patterned(mixture, orders),
      odd: patterned(mixture, fc.oneof({ ...often, weight: 40 }, rarely({ v: 1 }), rarely(1))),
      whole: patterned(mixture, fc.oneof(often, rarely(undefined), rarely([]))),
    })
    .map((parts) => {
      const side = (version: keyof Versions): Optional => {
        if (parts.whole[version] !== 'there') return parts.whole[version];
        const order = parts.order[version] as number[];
        const present = parts.elements
          .map((item, index) => ({ item, rank: order[index] ?? 0 }))
          .filter(({ item }) => item.presence[version] === 'there')
          .sort((left, right) => left.rank - right.rank)
          .map(({ item }): JsonValue => ({ ...item.key, ...(item.fields[version] as JsonObject) }));
        return parts.odd[version] === 'there' ? present : [...present, parts.odd[version] ?? null];
      };
      return { base: side('base'), ours: side('ours'), theirs: side('theirs') };
    });
}

function isDisjoint(mixture: Mixture): boolean {
  return mixture.free === undefined;
}
