import type { Result } from '../session/ports';
import { failed } from './failures';

/**
 * Runs a task no more than once at a time for each key; who asks meanwhile gets the same result. A caller's signal
 * cancels for that caller alone; the task's own signal is aborted when nobody waits for it any more.
 */
export function shareRequests<T>(
  run: (key: string, signal: AbortSignal) => Promise<Result<T>>,
): (key: string, signal: AbortSignal) => Promise<Result<T>> {
  const running = new Map<string, Running<T>>();

  const start = (key: string): Running<T> => {
    const ending = new AbortController();
    const end = () => {
      // Another one may run under this key since nobody waited for this one.
      if (running.get(key) === task) running.delete(key);
    };
    const task: Running<T> = { result: run(key, ending.signal).finally(end), ending, waiting: 0 };
    running.set(key, task);
    return task;
  };

  return (key, signal) => {
    if (signal.aborted) return Promise.resolve(failed({ kind: 'cancelled' }));
    const task = running.get(key) ?? start(key);
    task.waiting++;
    return new Promise((resolve, reject) => {
      const leave = () => {
        resolve(failed({ kind: 'cancelled' }));
        if (--task.waiting > 0) return;
        if (running.get(key) === task) running.delete(key);
        task.ending.abort();
      };
      signal.addEventListener('abort', leave, { once: true });
      const stay = () => signal.removeEventListener('abort', leave);
      task.result.finally(stay).then(resolve, reject);
    });
  };
}

interface Running<T> {
  result: Promise<Result<T>>;
  ending: AbortController;
  /** How many callers have not been cancelled. */
  waiting: number;
}
