import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatFieldPath } from '../../../server/src/merge/fieldPath';
import { createEntry, type Entry } from '../../../server/src/session/entry';
import { learnLive, learnOlder, learnOwn, learntDocument } from '../../../server/src/session/learning';
import { receiveLive } from '../../../server/src/session/transitions';
import { open, settings } from './documents';

const opened = settings('500', { mode: 'a', color: 'red' });

/** An entry on the opened object, at 0. */
function begin(): Entry {
  const entry = createEntry(open(opened));
  learnLive(entry, { now: 0, limit: 100 });
  return entry;
}

function receive(entry: Entry, snapshot: ReturnType<typeof settings>, now: number): void {
  entry.document = receiveLive(entry.document, snapshot).document;
  learnLive(entry, { now, limit: 100 });
}

/** `501@10 own data.mode`: the versions that were seen, oldest first. */
function versionsOf(entry: Entry): string[] {
  return learntDocument(entry).seen.versions.map(({ resourceVersion, seenAt, origin, changes }) =>
    [
      `${resourceVersion}@${seenAt}`,
      ...(origin === 'other' ? [] : [origin]),
      ...changes.map(({ change }) => formatFieldPath(change.path)),
    ].join(' '),
  );
}

test('nothing is learnt before somebody looks, and then each version at the time when it came', () => {
  const entry = begin();
  receive(entry, settings('501', { mode: 'b', color: 'red' }), 10);
  receive(entry, settings('502', { mode: 'b', color: 'blue' }), 20);
  assert.deepEqual(entry.document.seen.versions, []);
  assert.equal(entry.document.judged, undefined);
  assert.deepEqual(versionsOf(entry), ['500@0 opened', '501@10 data.mode', '502@20 data.color']);
  assert.equal(learntDocument(entry).judged?.snapshot.resourceVersion, '502');
  assert.equal(entry.lessons.length, 0);
});

test('an own version is known as such, whether it was looked at before the answer to its write or not', () => {
  for (const looksBefore of [true, false]) {
    const entry = begin();
    const written = settings('501', { mode: 'b', color: 'red' });
    receive(entry, written, 10);
    if (looksBefore) versionsOf(entry);
    receive(entry, settings('502', { mode: 'c', color: 'red' }), 20);
    learnOwn(entry, written);
    assert.deepEqual(versionsOf(entry), ['500@0 opened', '501@10 own data.mode', '502@20 data.mode']);
  }
});

test('an older version stands before the own one, though it is told of later', () => {
  const entry = begin();
  const written = settings('502', { mode: 'b', color: 'blue' });
  receive(entry, written, 20);
  learnOwn(entry, written);
  learnOlder(entry, settings('501', { mode: 'a', color: 'blue' }), { now: 30, limit: 100 });
  assert.deepEqual(versionsOf(entry), ['500@0 opened', '501@20 data.color', '502@20 own data.mode']);
});

test('where nobody looks, no more than some versions wait', () => {
  const entry = begin();
  for (let version = 1; version <= 100; version += 1) {
    receive(entry, settings(String(500 + version), { mode: String(version), color: 'red' }), version);
    assert.ok(entry.lessons.length <= 20, `${entry.lessons.length} wait`);
  }
  assert.equal(versionsOf(entry).length, 100);
  assert.deepEqual(versionsOf(entry).at(-1), '600@100 data.mode');
});

test('to look again gives the same document', () => {
  const entry = begin();
  assert.equal(learntDocument(entry), learntDocument(entry));
});
