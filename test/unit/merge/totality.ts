import assert from 'node:assert/strict';
import fc, { type Arbitrary } from 'fast-check';
import { formatPointer } from '../../../server/src/merge/fieldPath';
import type { JsonValue } from '../../../server/src/merge/json';
import { isolateConflicts, mergeValues } from '../../../server/src/merge/merge';
import {
  isolateObjectConflicts,
  mergeObject,
  type ObjectVersions,
} from '../../../server/src/merge/mergeObject';
import { serverOwnedFields } from '../../../server/src/merge/objectFields';
import { openApiTopology } from '../../../server/src/merge/openApiTopology';
import { keepOurs, takeTheirs } from '../../../server/src/merge/resolve';
import type { ListKind, ListTopology, MapKind } from '../../../server/src/merge/topology';
import { isUnder, type MergeProperty } from './property';

/** Keys and texts that break naive code, besides ordinary ones. */
const words = fc.constantFrom('__proto__', '', 'a/b~c', '1', '01', 'constructor', 'id', 'k', 'a', 'toString');
const scalars = fc.oneof(
  fc.constantFrom<JsonValue>(
    null,
    true,
    0,
    -0,
    1,
    1.5,
    1e300,
    9007199254740993n,
    -(2n ** 70n),
    '1Gi',
    '1e400',
  ),
  words,
);

/** Any JSON value, up to a few levels. */
const anyJson: Arbitrary<JsonValue> = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    scalars,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.array(fc.tuple(words, tie('value')), { maxLength: 4 }).map((entries) => Object.fromEntries(entries)),
  ),
})).value;

/** A topology in which anything can be anything, the same for the same numbers. */
function chaos(seed: number): ListTopology {
  const lists: ListKind[] = [
    { kind: 'map', keys: ['id', '__proto__'], keyDefaults: new Map([['__proto__', 'x']]) },
    { kind: 'map', keys: ['k'], keyDefaults: new Map() },
    { kind: 'set' },
    { kind: 'atomic' },
    { kind: 'unknown' },
  ];
  const maps: MapKind[] = ['struct', 'dict', 'atomic', 'union'];
  return {
    list: lists[seed % 5]!,
    map: maps[(seed >> 3) % 4]!,
    scalar: seed % 7 === 0 ? 'quantity' : 'plain',
    nullable: seed % 11 === 0,
    field: (key) => chaos((seed * 31 + key.length * 7 + 1) % 9973),
    element: () => chaos((seed * 17 + 5) % 9973),
  };
}

const metadata = fc.record(
  {
    name: fc.constant('n'),
    uid: fc.constant('u'),
    resourceVersion: fc.constantFrom('1', '2', '3'),
    generation: fc.constantFrom(1, 2),
    managedFields: fc.constantFrom<JsonValue>([], [{ manager: 'a' }]),
    deletionTimestamp: fc.constantFrom('then', 'now'),
    labels: fc.constantFrom<JsonValue>({}, { a: '1' }, { a: '2' }),
  },
  { requiredKeys: ['name'], noNullPrototype: true },
);
const anyObject = fc.record(
  { metadata, spec: anyJson, status: anyJson },
  { requiredKeys: ['metadata'], noNullPrototype: true },
);

/** What holds of any JSON at all, and of whole objects. */
export const totalProperties: readonly MergeProperty[] = [
  {
    title: 'P16 no JSON value makes it throw',
    property: fc.property(anyJson, anyJson, anyJson, fc.nat(9972), (base, ours, theirs, seed) => {
      const topology = chaos(seed);
      const versions = { base, ours, theirs };
      const { conflicts } = mergeValues(versions, topology);
      isolateConflicts(versions, topology);
      for (const conflict of conflicts) {
        formatPointer(conflict.path);
        keepOurs(versions, conflict, topology);
        takeTheirs(versions, conflict, topology);
      }
      mergeObject({ ...versions, topology, hidden: [['a', 'id']], status: 'edited' });
      openApiTopology(base, { group: 'id', version: 'k', kind: 'a' });
    }),
  },
  {
    title: 'P15 server-owned fields are those of theirs and never in conflict',
    property: fc.property(anyObject, anyObject, anyObject, fc.nat(9972), (base, ours, theirs, seed) => {
      const versions: ObjectVersions = {
        base,
        ours,
        theirs,
        topology: chaos(seed),
        hidden: [],
        status: 'ignored',
      };
      const merged = mergeObject(versions);
      isolateObjectConflicts(versions);
      assert.ok(merged.kind !== 'refused');
      const written = merged.object as typeof theirs;
      for (const key of serverOwnedFields.map((path) => path[1] as keyof typeof theirs.metadata)) {
        assert.deepEqual(written.metadata[key], theirs.metadata[key]);
      }
      const conflicts = merged.kind === 'conflicting' ? merged.conflicts : [];
      for (const { path } of conflicts) {
        assert.ok(
          [...serverOwnedFields, ['status']].every((field) => !isUnder(path, field)),
          formatPointer(path),
        );
      }
    }),
  },
];
