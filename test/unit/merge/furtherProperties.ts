import assert from 'node:assert/strict';
import fc from 'fast-check';
import { canonicalText } from '../../../server/src/merge/canonical';
import { listChanges } from '../../../server/src/merge/changes';
import type { Versions } from '../../../server/src/merge/conflicts';
import { isEqual } from '../../../server/src/merge/equality';
import { isJsonObject, setField, type JsonObject, type JsonValue } from '../../../server/src/merge/json';
import { isolateConflicts, mergeValues } from '../../../server/src/merge/merge';
import { keepOurs, takeTheirs } from '../../../server/src/merge/resolve';
import { applyChanges } from './applyChanges';
import { pathTopology, type PathTable } from './pathTopology';
import { assertSame, isUnder, merge, namesOf, property, sortLists, type MergeProperty } from './property';
import { meanings, mixed, objectTriple, sequenceTriple, topology, unions, wild } from './triples';

type Optional = JsonValue | undefined;

/** What holds of every merge besides: of order, of coarser schemas, of settling conflicts and of changes. */
export const furtherProperties: readonly MergeProperty[] = [
  property('P12 the order of keys and of set members is nothing', (versions) => {
    const first = merge(versions);
    for (const side of ['base', 'ours', 'theirs'] as const) {
      const again = merge({ ...versions, [side]: turnKeys(versions[side]) });
      assert.deepEqual(namesOf(again.conflicts), namesOf(first.conflicts));
      assertSame(again.value, first.value);
      const turned = merge({ ...versions, [side]: turnSets(versions[side], '') });
      assert.deepEqual(namesOf(turned.conflicts), namesOf(first.conflicts));
    }
  }),

  property('P13 each pair of elements stands as the side says that moved it', checkOrder, sequenceTriple()),

  property('P14 a coarser schema removes no conflict', (versions) => {
    const { conflicts } = merge(versions);
    for (const coarser of coarserTopologies) {
      const coarse = mergeValues(versions, coarser).conflicts;
      for (const { path } of conflicts) assert.ok(coarse.some((conflict) => isUnder(path, conflict.path)));
    }
  }),

  property('P17 equal inputs give equal bytes', (versions) => {
    const text = (value: unknown): string =>
      JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? `${part}n` : part));
    assert.equal(text(merge(structuredClone(versions))), text(merge(versions)));
  }),

  property('T5 the isolated versions differ at the conflicts only', (versions) => {
    const { conflicts, value } = merge(versions);
    const isolated = isolateConflicts(versions, topology);
    assertSame(isolated.ours, value);
    for (const side of ['base', 'theirs'] as const) {
      for (const { path } of listChanges(isolated.ours, isolated[side], topology)) {
        assert.ok(conflicts.some((conflict) => isUnder(path, conflict.path) || isUnder(conflict.path, path)));
      }
    }
  }),

  property(
    'settling one conflict after the other ends at the isolated versions, but for the order',
    (versions) => {
      const isolated = isolateConflicts(versions, topology);
      assertSame(sortLists(settle(versions, 'ours')), sortLists(isolated.ours));
      assertSame(sortLists(settle(versions, 'theirs')), sortLists(isolated.theirs));
    },
    // In a union, what is settled can be a choice that is in conflict with what else the other side chose.
    fc.oneof(objectTriple(mixed, unions), objectTriple(wild, unions), sequenceTriple()),
  ),

  property(
    'there are changes exactly if the values differ, and they lead from one to the other',
    ({ base, ours }) => {
      const changes = listChanges(base, ours, topology);
      assert.equal(changes.length === 0, isEqual(base, ours, topology));
      assertSame(applyChanges(base, changes, topology), ours);
    },
  ),

  property('no input is changed', (versions) => {
    const before = structuredClone(versions);
    settle(versions, 'theirs');
    isolateConflicts(versions, topology);
    assert.deepEqual(versions, before);
  }),
];

const coarserTopologies = Object.keys(meanings).map((path) => {
  const { list } = meanings[path]!;
  const coarse: PathTable = {
    ...meanings,
    [path]: list === undefined ? { map: 'atomic' } : { list: 'atomic' },
  };
  return pathTopology(meanings[path]!.scalar === undefined ? coarse : meanings);
});

/** The merged value after the user settled every conflict to the side, the first one first. */
function settle(versions: Versions, side: 'ours' | 'theirs'): Optional {
  let settled = versions;
  for (let rounds = 0; rounds < 100; rounds++) {
    const { value, conflicts } = merge(settled);
    const [conflict] = conflicts;
    if (!conflict) return value;
    settled =
      side === 'ours'
        ? { ...settled, base: keepOurs(settled, conflict, topology) }
        : takeTheirs(settled, conflict, topology);
  }
  return assert.fail('the conflicts do not end');
}

function checkOrder(versions: Versions): void {
  const { value, conflicts } = merge(versions);
  if (conflicts.length > 0) return;
  const base = idsIn(versions.base);
  const ours = idsIn(versions.ours);
  const theirs = idsIn(versions.theirs);
  const merged = idsIn(value);
  if (!base || !ours || !theirs || !merged) return;
  const isBefore = (ids: string[], first: string, second: string): boolean =>
    ids.indexOf(first) < ids.indexOf(second);
  const inAll = base.filter((id) => ours.includes(id) && theirs.includes(id));
  for (const first of inAll) {
    for (const second of inAll) {
      const isBase = isBefore(base, first, second);
      const isOurs = isBefore(ours, first, second);
      const expected: boolean = isOurs === isBase ? isBefore(theirs, first, second) : isOurs;
      assert.equal(isBefore(merged, first, second), expected);
    }
  }
  for (const own of [ours, theirs]) {
    const added: string[] = own.filter(
      (id) => !base.includes(id) && !(ours.includes(id) && theirs.includes(id)),
    );
    assert.deepEqual(
      merged.filter((id) => added.includes(id)),
      added,
    );
    for (const id of added) {
      const preceding = own.slice(0, own.indexOf(id)).filter((other) => inAll.includes(other));
      assert.ok(preceding.every((other) => isBefore(merged, other, id)));
    }
  }
}

/** The ids of the elements; undefined if the list is not a proper keyed list. */
function idsIn(value: Optional): string[] | undefined {
  const list = isJsonObject(value) ? (value.sequence ?? []) : [];
  const ids = (list as JsonValue[]).map((element) => (isJsonObject(element) ? element.id : undefined));
  const isProper = ids.every((id) => typeof id === 'string') && new Set(ids).size === ids.length;
  return isProper ? ids : undefined;
}

function turnKeys(value: Optional): Optional {
  if (Array.isArray(value)) return value.map((element) => turnKeys(element) ?? null);
  if (!isJsonObject(value)) return value;
  const turned: JsonObject = {};
  for (const key of Object.keys(value).reverse()) setField(turned, key, turnKeys(value[key]) ?? null);
  return turned;
}

/** The value with the members of all its sets in another order. */
function turnSets(value: Optional, place: string): Optional {
  const isSet = meanings[place]?.list === 'set';
  if (Array.isArray(value)) {
    const elements = value.map((element) => turnSets(element, `${place}[]`) ?? null);
    return isSet ? elements.sort((a, b) => (canonicalText(a) < canonicalText(b) ? -1 : 1)) : elements;
  }
  if (!isJsonObject(value)) return value;
  const turned: JsonObject = {};
  for (const key of Object.keys(value))
    setField(turned, key, turnSets(value[key], `${place}/${key}`) ?? null);
  return turned;
}
