import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { formatFieldPath } from '../../../server/src/merge/fieldPath';
import type { JsonObject } from '../../../server/src/merge/json';
import { builtinTopology } from '../../../server/src/merge/topology';
import {
  markOwnVersion,
  nothingSeen,
  seeOlderVersion,
  type SeenVersions,
  seeVersion,
  type Sight,
} from '../../../server/src/session/seenVersions';
import type { Snapshot } from '../../../server/src/session/snapshot';
import { ownership, settings } from './documents';

const sight: Sight = { ownership, topology: builtinTopology, now: 1_000, limit: 50 };

/** All of these one after the other, a second apart. */
function see(snapshots: Snapshot[], limits: Partial<Sight> = {}): SeenVersions {
  return snapshots.reduce(
    (seen, snapshot, index) =>
      seeVersion(seen, snapshot, { ...sight, ...limits, now: sight.now * (index + 1) }),
    nothingSeen,
  );
}

/** `500 opened`, `501 ann: data.mode`, one for each version. */
function lines({ versions }: SeenVersions): string[] {
  return versions.map(({ resourceVersion, origin, changes, folded, recreated }) => {
    const managers = [...new Set(changes.map(({ writer }) => writer?.manager ?? '?'))].join(' ');
    const what = changes.map(({ change }) => formatFieldPath(change.path)).join(' ');
    const more = [folded > 0 ? `+${folded}` : '', recreated ? 'recreated' : ''].filter((word) => word !== '');
    return [resourceVersion, ...(origin === 'other' ? [] : [origin]), ...more, managers, what]
      .filter((word) => word !== '')
      .join(' ');
  });
}

/** A version whose data this manager owns. */
function by(manager: string, version: string, data: JsonObject, more: JsonObject = {}): Snapshot {
  const fields = Object.fromEntries(Object.keys(data).map((key) => [`f:${key}`, {}]));
  const entry = {
    manager,
    operation: 'Update',
    time: '2026-01-02T12:00:00Z',
    fieldsType: 'FieldsV1',
    fieldsV1: { 'f:data': fields },
  };
  return settings(version, data, { managedFields: [entry], ...more });
}

describe('the versions that were seen', () => {
  test('begin with the one that was opened, and say what each changes and who has written it', () => {
    const seen = see([by('ann', '500', { mode: 'a' }), by('bob', '501', { mode: 'b' })]);
    assert.deepEqual(lines(seen), ['500 opened', '501 bob data.mode']);
    assert.deepEqual(
      seen.versions.map(({ seenAt }) => seenAt),
      [1_000, 2_000],
    );
  });

  test('a version that was seen already is no other one', () => {
    const seen = see([by('ann', '500', { mode: 'a' })]);
    assert.equal(seeVersion(seen, by('ann', '500', { mode: 'a' }), sight), seen);
  });

  test('those that change nothing of the text are folded, however many, and push no other out', () => {
    const beats = Array.from({ length: 500 }, (_, index) =>
      by('bob', String(502 + index), { mode: 'b' }, { generation: index, managedFields: [] }),
    );
    const seen = see([by('ann', '500', { mode: 'a' }), by('bob', '501', { mode: 'b' }), ...beats]);
    assert.deepEqual(lines(seen), ['500 opened', '501 +500 bob data.mode']);
    assert.equal(seen.newest, beats.at(-1));
  });

  test('are bounded in number: the oldest go first, but for the one that was opened', () => {
    const modes = Array.from({ length: 10 }, (_, index) => by('ann', `50${index}`, { mode: String(index) }));
    const seen = see(modes, { limit: 3 });
    assert.deepEqual(lines(seen), ['500 opened', '508 ann data.mode', '509 ann data.mode']);
    assert.equal(seen.dropped, 7);
  });

  test('are bounded in bytes; the opened and the newest one are kept in any case', () => {
    const large = (version: string, letter: string): Snapshot =>
      by('ann', version, { mode: letter.repeat(1024 * 1024) });
    const versions = Array.from({ length: 9 }, (_, index) => large(`50${index}`, String(index)));
    const seen = see(versions);
    assert.deepEqual(lines(seen).slice(1).at(-1), '508 ann data.mode');
    assert.equal(seen.versions[0]?.resourceVersion, '500');
    assert.ok(seen.dropped > 0);
    const bytes = seen.versions.reduce((sum, version) => sum + version.bytes, 0);
    assert.ok(bytes <= 8 * 1024 * 1024, String(bytes));
    const huge = 'x'.repeat(20 * 1024 * 1024);
    const two = see([by('ann', '500', { mode: `a${huge}` }), by('ann', '501', { mode: huge })]);
    assert.deepEqual(lines(two), ['500 opened', '501 ann data.mode']);
  });

  test('a new object under the same name is told from a change', () => {
    const seen = see([by('ann', '500', { mode: 'a' }), by('bob', '501', { mode: 'a' }, { uid: 'uid-2' })]);
    assert.deepEqual(lines(seen), ['500 opened', '501 recreated ? metadata.uid']);
  });

  test('a save of this session is known as such; the one that was opened stays that', () => {
    const seen = see([by('ann', '500', { mode: 'a' }), by('kubernetes-live-edit', '501', { mode: 'b' })]);
    assert.deepEqual(lines(markOwnVersion(seen, '501')), [
      '500 opened',
      '501 own kubernetes-live-edit data.mode',
    ]);
    assert.equal(markOwnVersion(seen, '500'), seen);
    assert.equal(markOwnVersion(seen, '999'), seen);
  });

  test('what the watch brings after the answer to a save stands before it', () => {
    const saved = markOwnVersion(
      see([by('ann', '500', { mode: 'a', color: 'red' }), by('us', '503', { mode: 'b', color: 'blue' })]),
      '503',
    );
    const one = seeOlderVersion(saved, by('bob', '501', { mode: 'a', color: 'green' }), sight);
    const two = seeOlderVersion(one, by('eve', '502', { mode: 'a', color: 'blue' }), sight);
    assert.deepEqual(lines(two), [
      '500 opened',
      '501 bob data.color',
      '502 eve data.color',
      '503 own us data.mode',
    ]);
    assert.deepEqual(
      two.writes.map(({ changes }) => changes.map(({ manager }) => manager).join()),
      ['bob', 'eve', 'us'],
    );
    assert.equal(two.newest, saved.newest);
  });

  test('an older version that shows what the one before it does is folded into that', () => {
    const saved = see([by('ann', '500', { mode: 'a' }), by('us', '503', { mode: 'b' })]);
    const seen = seeOlderVersion(saved, by('bob', '501', { mode: 'a' }), sight);
    assert.deepEqual(lines(seen), ['500 opened +1', '503 us data.mode']);
  });

  test('of very many changes the first are kept, and how many there were', () => {
    const data = (letter: string): JsonObject =>
      Object.fromEntries(Array.from({ length: 3_000 }, (_, index) => [`key${index}`, letter]));
    const version = see([by('ann', '500', data('a')), by('ann', '501', data('b'))]).versions[1];
    assert.equal(version?.changes.length, 50);
    assert.equal(version.changeCount, 3_000);
  });

  test('who has removed a field is not taken for known where fights are looked for', () => {
    const seen = see([by('ann', '500', { mode: 'a', color: 'red' }), by('ann', '501', { mode: 'a' })]);
    assert.deepEqual(
      seen.writes.flatMap(({ changes }) => changes.map(({ manager }) => manager)),
      [undefined],
    );
  });

  test('changes are kept for a minute, for fights', () => {
    const first = see([by('ann', '500', { mode: 'a' }), by('ann', '501', { mode: 'b' })]);
    const later = seeVersion(first, by('ann', '502', { mode: 'c' }), { ...sight, now: 63_000 });
    assert.equal(later.writes.length, 1);
  });
});
