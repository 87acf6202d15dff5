import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { listChanges, type Change } from '../../../server/src/merge/changes';
import { isEqual } from '../../../server/src/merge/equality';
import type { FieldPath } from '../../../server/src/merge/fieldPath';
import { getField, isJsonObject, type JsonObject, type JsonValue } from '../../../server/src/merge/json';
import { listPatchOperations } from '../../../server/src/merge/jsonPatch';
import { hasCopies, identifyItems } from '../../../server/src/merge/listItems';
import { mergeValues } from '../../../server/src/merge/merge';
import type { JsonPatchOperation } from '../../../server/src/merge/patchOperation';
import { topologyAt, type ListTopology } from '../../../server/src/merge/topology';
import { applyPatch, withoutEmpty, withoutNulls } from './applyPatch';
import { pathTopology } from './pathTopology';
import { anyTriple, isUnder } from './property';
import { disjoint, objectTriple, topology } from './triples';

const metadata = { uid: 'u' };

/** A triple as objects, the live ones as the API server sends them: no nulls. */
const live = (value: JsonValue | undefined): JsonObject =>
  withoutNulls({ metadata, spec: value ?? {} }) as JsonObject;

const objectTopology = pathTopology({});
const rooted = { ...objectTopology, field: (key: string) => (key === 'spec' ? topology : objectTopology) };

/** What must stay as it is for a change: the list or union in which members come, go or move, or the field. */
function reach({ kind, path }: Change): FieldPath {
  const copy = path.findIndex((step) => typeof step === 'number');
  if (copy >= 0) return path.slice(0, copy);
  if (kind === 'order' || kind === 'changed') return path;
  const parent = path.slice(0, -1);
  return typeof path.at(-1) === 'object' || topologyAt(rooted, parent).map === 'union' ? parent : path;
}

/** Whether every element of every keyed list has a key of its own. */
function areKeyed(value: JsonValue, here: ListTopology): boolean {
  if (Array.isArray(value)) {
    const items = identifyItems(value, here.list);
    return (
      (here.list.kind !== 'map' || (items !== undefined && !hasCopies(items))) &&
      value.every((element) => areKeyed(element, here.element()))
    );
  }
  return (
    !isJsonObject(value) || Object.entries(value).every(([key, field]) => areKeyed(field, here.field(key)))
  );
}

/** Whether a test finds what is equal in meaning and not in JSON, as a set in another order is. */
function isOtherSpelling(operation: JsonPatchOperation, object: JsonObject): boolean {
  if (operation.op !== 'test') return false;
  let found: JsonValue | undefined = object;
  let here: ListTopology = rooted;
  for (const step of operation.path.split('/').slice(1)) {
    here = Array.isArray(found) ? here.element() : here.field(step);
    if (Array.isArray(found)) found = found[Number(step)];
    else found = isJsonObject(found) ? getField(found, step) : undefined;
  }
  return isEqual(found, operation.value, here);
}

suite('A patch', () => {
  const numRuns = 2_000;

  test('leads from the live object to exactly the changed one', () => {
    fc.assert(
      fc.property(anyTriple, (versions) => {
        const [from, to] = [live(versions.base), { metadata, spec: versions.ours ?? {} }];
        const applied = applyPatch(from, listPatchOperations(from, to, rooted));
        assert.ok(applied.kind === 'ok');
        if (!isEqual(applied.value, to, rooted)) assert.deepEqual(applied.value, to);
      }),
      { numRuns },
    );
  });

  test('on an object that somebody else has changed is a merge without conflict, or refused', () => {
    fc.assert(
      fc.property(anyTriple, (versions) => {
        const [base, ours, theirs] = [live(versions.base), live(versions.ours), live(versions.theirs)];
        // Where theirs breaks the keys of a list, the merge takes the list as one value; the patch still finds the element.
        if (!areKeyed(theirs, rooted)) return;
        const applied = applyPatch(theirs, listPatchOperations(base, ours, rooted));
        if (applied.kind === 'refused') return;
        const merged = mergeValues({ base, ours, theirs }, rooted);
        assert.deepEqual(merged.conflicts, []);
        if (!isEqual(applied.value, merged.value, rooted)) assert.deepEqual(applied.value, merged.value);
      }),
      { numRuns },
    );
  });

  for (const [title, triples] of [
    ['that touches other fields', objectTriple(disjoint)],
    ['of any kind', anyTriple],
  ] as const)
    test(`is refused for a change ${title} only if it touches the same field or membership`, () => {
      let passed = 0;
      fc.assert(
        fc.property(triples, (versions) => {
          const [base, ours, changed] = [versions.base, versions.ours, versions.theirs].map(
            (version) => withoutEmpty(live(version)) as JsonObject,
          ) as [JsonObject, JsonObject, JsonObject];
          // What is equal in meaning is spelled as before, as nobody has written it.
          const { value } = mergeValues({ base, ours: base, theirs: changed }, rooted);
          const theirs = value as JsonObject;
          const mine = listChanges(base, ours, rooted).map(reach);
          const others = listChanges(base, theirs, rooted).map(reach);
          const areApart = !mine.some((path) =>
            others.some((other) => isUnder(path, other) || isUnder(other, path)),
          );
          if (!areApart) return;
          const applied = applyPatch(theirs, listPatchOperations(base, ours, rooted));
          if (applied.kind === 'refused' && isOtherSpelling(applied.operation, theirs)) return;
          assert.equal(
            applied.kind,
            'ok',
            JSON.stringify(applied, (_key, part: unknown) =>
              typeof part === 'bigint' ? String(part) : part,
            ),
          );
          if (mine.length > 0 && others.length > 0) passed++;
        }),
        { numRuns },
      );
      assert.ok(passed > numRuns / 50, `only ${passed} patches met a change of something else`);
    });

  test('is refused where a field that it touches has become another one', () => {
    let refused = 0;
    fc.assert(
      fc.property(anyTriple, fc.nat(), (versions, choice) => {
        const [base, ours] = [live(versions.base), live(versions.ours)];
        const operations = listPatchOperations(base, ours, rooted);
        const writes = operations.filter(({ op }) => op === 'add' || op === 'replace');
        if (writes.length === 0) return;
        // Somebody else writes a value of their own to one of the places.
        const { path } = writes[choice % writes.length]!;
        const theirs = applyPatch(base, [{ op: 'add', path, value: 'their own' }]);
        if (theirs.kind === 'refused') return; // inside a map that another operation adds
        assert.equal(applyPatch(theirs.value, operations).kind, 'refused');
        refused++;
      }),
      { numRuns: 1_000 },
    );
    assert.ok(refused > 100);
  });
});

test('equal values have no patch', () => {
  fc.assert(
    fc.property(anyTriple, ({ base }) =>
      assert.deepEqual(listPatchOperations(live(base), live(base), rooted), []),
    ),
    { numRuns: 500 },
  );
});
