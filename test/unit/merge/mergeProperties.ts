import assert from 'node:assert/strict';
import type { Conflict } from '../../../server/src/merge/conflicts';
import { formatPointer } from '../../../server/src/merge/fieldPath';
import { isolateConflicts } from '../../../server/src/merge/merge';
import { adoptConflict } from '../../../server/src/merge/resolve';
import { topologyAt } from '../../../server/src/merge/topology';
import {
  allConflicts,
  assertSame,
  isDisputed,
  isSameAt,
  isUnder,
  merge,
  namesOf,
  property,
  sortLists,
  type MergeProperty,
} from './property';
import { disjoint, indivisible, objectTriple, topology } from './triples';
import { listUnits, type Unit } from './units';

/** What holds of every merge, by the numbers of the specification: of its values and its conflicts. */
export const mergeProperties: readonly MergeProperty[] = [
  property('P1 three equal versions stay as they are', ({ base }) => {
    const { value, conflicts, changes } = merge({ base, ours: base, theirs: structuredClone(base) });
    assert.deepEqual([value, conflicts, changes], [base, [], []]);
  }),

  property('P2 what one side alone changed is taken', ({ base, ours }) => {
    for (const theirs of [base, structuredClone(base)]) {
      const mine = merge({ base, ours, theirs });
      assert.deepEqual([mine.value, mine.conflicts, mine.changes], [ours, [], []]);
    }
    const live = merge({ base, ours: structuredClone(base), theirs: ours });
    assert.deepEqual(live.conflicts, []);
    assertSame(live.value, ours);
  }),

  property('P3 what both sides agree on stays as ours wrote it', ({ base, ours }) => {
    const { value, conflicts, changes } = merge({ base, ours, theirs: structuredClone(ours) });
    assert.deepEqual([value, conflicts, changes], [ours, [], []]);
  }),

  property('P4 the sides are equal before the merge', ({ base, ours, theirs }) => {
    const swapped = merge({ base, ours: theirs, theirs: ours }).conflicts.map(swapSides);
    assert.deepEqual(namesOf(swapped), namesOf(merge({ base, ours, theirs }).conflicts));
    const mine = isolateConflicts({ base, ours, theirs }, topology).ours;
    const live = isolateConflicts({ base, ours: theirs, theirs: ours }, topology).theirs;
    assertSame(sortLists(mine), sortLists(live));
  }),

  property('P5 no update is lost, P6 nothing is invented', (versions) => {
    const { conflicts } = merge(versions);
    const isolated = isolateConflicts(versions, topology);
    for (const merged of [isolated.ours, isolated.theirs]) {
      for (const unit of listUnits({ ...versions, merged }, topology))
        checkUnit(unit, isDisputed(unit, conflicts));
    }
  }),

  property('P7 a conflict has two changes that differ', ({ base, ours, theirs }) => {
    for (const conflict of allConflicts(merge({ base, ours, theirs }).conflicts)) {
      if (conflict.kind === 'order') continue;
      const isSame = isSameAt(conflict.path);
      assert.ok(!isSame(conflict.base, conflict.ours) && !isSame(conflict.base, conflict.theirs));
      assert.ok(!isSame(conflict.ours, conflict.theirs));
    }
  }),

  property(
    'P8 edits in different places are never in conflict',
    (versions) => assert.deepEqual(merge(versions).conflicts, []),
    objectTriple(disjoint, indivisible),
  ),

  property('P9 conflicts are minimal', (versions) => {
    const { conflicts } = merge(versions);
    for (const { path } of conflicts) {
      assert.equal(conflicts.filter((other) => isUnder(path, other.path)).length, 1);
    }
    for (const conflict of conflicts.filter(isOutsideUnions)) {
      const others = conflicts.filter((other) => other !== conflict);
      for (const side of ['ours', 'theirs'] as const) {
        const withdrawn = adoptConflict(versions[side], versions.base, conflict, topology);
        const left = merge({ ...versions, [side]: withdrawn }).conflicts;
        assert.deepEqual(
          namesOf(allConflicts(left).filter(isOfValue)),
          namesOf(allConflicts(others).filter(isOfValue)),
        );
      }
    }
  }),

  property('P10 a merge without conflict is stable', ({ base, ours, theirs }) => {
    const first = merge({ base, ours, theirs });
    if (first.conflicts.length > 0) return;
    for (const again of [
      merge({ base, ours: first.value, theirs }),
      merge({ base: theirs, ours: first.value, theirs }),
    ]) {
      assert.deepEqual(again.conflicts, []);
      assertSame(again.value, first.value);
    }
  }),

  property('P11 after all conflicts are settled the merge is clean', (versions) => {
    const isolated = isolateConflicts(versions, topology);
    for (const resolved of [isolated.ours, isolated.theirs]) {
      const { value, conflicts } = merge({
        base: versions.theirs,
        ours: resolved,
        theirs: structuredClone(versions.theirs),
      });
      assert.deepEqual([value, conflicts], [resolved, []]);
    }
  }),
];

function checkUnit(unit: Unit, isInConflict: boolean): void {
  const { base, ours, theirs, merged, isSame } = unit;
  const expected = isSame(ours, theirs) || isSame(theirs, base) ? [ours] : isSame(ours, base) ? [theirs] : [];
  const allowed = isInConflict ? [base, ours, theirs] : expected;
  assert.ok(
    allowed.some((value) => isSame(merged, value)),
    `what stands at ${formatPointer(unit.path)} is not right`,
  );
}

function swapSides(conflict: Conflict): Conflict {
  if (conflict.kind === 'ours-deleted') return { ...conflict, kind: 'theirs-deleted' };
  return conflict.kind === 'theirs-deleted' ? { ...conflict, kind: 'ours-deleted' } : conflict;
}

/** A withdrawn change can let the order of a list be disputed, so orders are left out. */
function isOfValue({ kind }: Conflict): boolean {
  return kind !== 'order';
}

/** Without the withdrawn field a union that both sides made is two choices. */
function isOutsideUnions({ path }: Conflict): boolean {
  return path.every((_, index) => topologyAt(topology, path.slice(0, index)).map !== 'union');
}
