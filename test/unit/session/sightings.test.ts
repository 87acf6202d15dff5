import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatFieldPath } from '../../../server/src/merge/fieldPath';
import type { LiveDocument } from '../../../server/src/session/liveDocument';
import { seeLive } from '../../../server/src/session/seeing';
import { receiveLive, receiveText } from '../../../server/src/session/transitions';
import { viewDocument } from '../../../server/src/session/view';
import { open, settings } from './documents';

const opened = settings('500', { mode: 'fast', color: 'red', size: '1' });

/** A text with changes, over versions of the object that were seen at these times. */
function seen(...versions: [at: number, object: ReturnType<typeof settings>][]): LiveDocument {
  const begun = seeLive(open(opened), { now: 0, limit: 100 });
  const dirty = receiveText(begun, `${begun.text}# mine\n`).document;
  return versions.reduce(
    (document, [now, version]) => seeLive(receiveLive(document, version).document, { now, limit: 100 }),
    dirty,
  );
}

function times(document: LiveDocument): [field: string, seenAt: number | undefined][] {
  return viewDocument(document, 0).moved.map(({ change, seenAt }) => [formatFieldPath(change.path), seenAt]);
}

test('a change without a recorded time has the time at which it was seen last to change', () => {
  const document = seen(
    [10, settings('501', { mode: 'slow', color: 'red', size: '1' })],
    [20, settings('502', { mode: 'slower', color: 'red', size: '1' })],
    [30, settings('503', { mode: 'slower', size: '1' })],
    [40, settings('504', { mode: 'slower', size: '1' }, { generation: 7 })],
  );
  assert.deepEqual(times(document).sort(), [
    ['data.color', 30],
    ['data.mode', 20],
  ]);
});

test('what was recorded stands, what was never seen has no time', () => {
  const fieldsV1 = { 'f:data': { 'f:mode': {} } };
  const entry = { manager: 'ann', operation: 'Update', fieldsType: 'FieldsV1', fieldsV1 };
  const withTime = (time?: string) =>
    settings(
      '501',
      { mode: 'slow', color: 'red', size: '1' },
      { managedFields: [{ ...entry, ...(time && { time }) }] },
    );
  assert.deepEqual(times(seen([10, withTime('2026-01-02T03:04:05Z')])), [['data.mode', undefined]]);
  assert.deepEqual(times(seen([10, withTime()])), [['data.mode', 10]]);
  const unseen = receiveLive(seen(), withTime()).document;
  assert.deepEqual(times(unseen), [['data.mode', undefined]]);
});
