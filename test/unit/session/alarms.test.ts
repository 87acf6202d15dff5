import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAlarms } from '../../../server/src/session/alarms';
import { standingClock } from './standingClock';

test('each alarm is due at its time, the soonest first, all by one sleeper', async () => {
  const clock = standingClock();
  const due: string[] = [];
  const alarms = createAlarms({
    clock,
    signal: new AbortController().signal,
    onDue: (name) => due.push(name),
  });
  alarms.set('late', 100);
  alarms.set('soon', 10);
  alarms.set('late', 200); // it was to be sooner anyway
  await clock.moveTo(9);
  assert.deepEqual([due, clock.sleepers()], [[], 1]);
  await clock.moveTo(10);
  assert.deepEqual(due, ['soon']);
  await clock.moveTo(100);
  assert.deepEqual(due, ['soon', 'late']);
  assert.equal(clock.sleepers(), 0, 'nothing is left to wait for');
});

test('an alarm can be set anew where it goes off, cleared, and nothing goes off after the end', async () => {
  const clock = standingClock();
  const end = new AbortController();
  let count = 0;
  const alarms = createAlarms({
    clock,
    signal: end.signal,
    onDue: (name) => {
      count += 1;
      alarms.set(name, clock.now() + 10);
    },
  });
  alarms.set('again', 10);
  alarms.set('never', 15);
  alarms.clear('never');
  for (const time of [10, 20, 30]) await clock.moveTo(time);
  assert.equal(count, 3);
  end.abort();
  await clock.moveTo(1_000);
  assert.equal(count, 3);
  assert.equal(clock.sleepers(), 0);
});
