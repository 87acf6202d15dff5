import { startUndos } from './cleanUp';
import type { Defer } from './cleanUp';

/**
 * A signal that aborts when this process is asked to stop: Ctrl+C, SIGTERM, a closed terminal, or the loss of the
 * process that started it. Asked a second time it changes nothing: npm and the terminal both pass Ctrl+C on.
 */
export function watchInterruption(): AbortSignal {
  const controller = new AbortController();
  const stop = (reason: string): void => controller.abort(new Error(reason));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => stop(`stopped by ${signal}`));
  }
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) stop('the process that started this one is gone');
  }, 1000).unref();
  return controller.signal;
}

/**
 * Does work until it is done or this process is asked to stop, and then undoes what the work has deferred. Rejects with
 * the work's error. Interrupted work may still be waiting for something when this returns.
 */
export async function workUntilInterrupted<T>(
  work: (defer: Defer) => Promise<T>,
): Promise<{ kind: 'done'; value: T } | { kind: 'interrupted' }> {
  const interruption = watchInterruption();
  const { defer, undo } = startUndos();
  const interrupted = Promise.withResolvers<{ kind: 'interrupted' }>();
  interruption.addEventListener('abort', () => {
    console.log('\nStopping everything …');
    interrupted.resolve({ kind: 'interrupted' });
  });
  const done = async (): Promise<{ kind: 'done'; value: T }> => ({ kind: 'done', value: await work(defer) });
  try {
    return await Promise.race([done(), interrupted.promise]);
  } finally {
    await undo();
    if (interruption.aborted) console.log('Everything has stopped.');
  }
}

/** A promise that only ever rejects, once the signal aborts: to race with what takes no signal. */
export function rejectOnAbort(signal: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  const stop = (): void => reject(signal.reason instanceof Error ? signal.reason : new Error('stopped'));
  if (signal.aborted) stop();
  else signal.addEventListener('abort', stop);
  // Whoever races against it may have finished long before.
  promise.catch(() => undefined);
  return promise;
}
