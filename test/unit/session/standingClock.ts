import type { Clock } from '../../../server/src/session/ports';

export interface StandingClock extends Clock {
  /** Resolves when what was due by then has begun. Milliseconds. */
  moveTo: (time: number) => Promise<void>;
  /** How many wait for it. */
  sleepers: () => number;
}

/** A clock that stands at 0 until it is moved. */
export function standingClock(): StandingClock {
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
