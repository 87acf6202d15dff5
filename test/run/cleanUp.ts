/** Takes note of something to undo when the work is over. */
export type Defer = (undo: () => Promise<unknown>) => void;

/**
 * Does work and then undoes what it has deferred, the last first, also when the work failed. Rejects with the
 * work's error, else with the first error while undoing; one failing does not keep the others from being undone.
 */
export async function withCleanUp<T>(work: (defer: Defer) => Promise<T>): Promise<T> {
  const undos: (() => Promise<unknown>)[] = [];
  const errors: unknown[] = [];
  let result: { value: T } | undefined;
  try {
    result = { value: await work((undo) => void undos.unshift(undo)) };
  } catch (error) {
    errors.push(error);
  }
  for (const undo of undos) {
    try {
      await undo();
    } catch (error) {
      errors.push(error);
    }
  }
  if (result === undefined || errors.length > 0) throw errors[0];
  return result.value;
}

/** A promise that rejects once the signal aborts, to race with something that may take for ever. */
export function rejectOnAbort(signal: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  const stop = (): void =>
    reject(signal.reason instanceof Error ? signal.reason : new Error(String(signal.reason)));
  if (signal.aborted) stop();
  else signal.addEventListener('abort', stop);
  // Whoever races against it may have finished long before.
  promise.catch(() => undefined);
  return promise;
}
