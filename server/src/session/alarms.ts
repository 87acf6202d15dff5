import type { Clock } from './ports';

export interface AlarmOptions {
  clock: Clock;
  signal: AbortSignal;
  onDue: (name: string) => void;
}

/** Things to be done at their time, all by one timer; none runs where there is nothing to do. */
export interface Alarms {
  /** Has something done at this time (milliseconds since 1970), or before that where it was to be done sooner anyway. */
  set(name: string, at: number): void;
  clear(name: string): void;
}

/** The alarms by this clock. */
export function createAlarms({ clock, signal, onDue }: AlarmOptions): Alarms {
  const due = new Map<string, number>();
  let waiting: { until: number; over: AbortController } | undefined;

  async function run(): Promise<void> {
    while (due.size > 0 && !signal.aborted) {
      const until = Math.min(...due.values());
      const milliseconds = until - clock.now();
      if (milliseconds > 0) {
        const over = new AbortController();
        waiting = { until, over };
        await clock.sleep(Math.min(milliseconds, longestSleep), AbortSignal.any([over.signal, signal]));
      } else {
        for (const [name, at] of [...due]) {
          if (at > until) continue;
          due.delete(name);
          onDue(name);
        }
      }
    }
    waiting = undefined;
  }

  return {
    set(name, at) {
      const before = due.get(name);
      if (before !== undefined && before <= at) return;
      due.set(name, at);
      if (waiting === undefined) {
        waiting = { until: at, over: new AbortController() };
        void run();
      } else if (at < waiting.until) waiting.over.abort();
    },
    clear: (name) => void due.delete(name),
  };
}

/** Timers of Node hold 31 bits of milliseconds. */
const longestSleep = 3_600_000;
