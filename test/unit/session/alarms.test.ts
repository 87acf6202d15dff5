import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAlarms } from '../../../server/src/session/alarms';
import type { Clock } from '../../../server/src/session/ports';

/** A clock that stands until it is moved. */
function standingClock(): Clock & { moveTo: (time: number) => Promise<void>; sleepers: () => number } {
  let time = 0;
  const sleepers = new Set<{ until: number; wake: () => void }>();
  const settle = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));
  return {
    now: () => time,
    sleep: (milliseconds, signal) =>
      new Promise((resolve) => {
        const sleeper = { until: time + milliseconds, wake };
        function wake(): void {
          sleepers.delete(sleeper);
          resolve();
        }
        sleepers.add(sleeper);
        signal.addEventListener('abort', wake);
      }),
    sleepers: () => sleepers.size,
    async moveTo(later) {
      await settle();
      time = later;
      for (const sleeper of [...sleepers]) if (sleeper.until <= time) sleeper.wake();
      await settle();
    },
  };
}

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
