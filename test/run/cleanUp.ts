/** Takes note of something to undo when the work is over. */
export type Defer = (undo: () => Promise<unknown>) => void;

/** What has been begun and must be ended. */
export interface Undos {
  defer: Defer;
  /** Undoes everything, the last first. One failure keeps no other from being undone; rejects with the first. */
  undo: () => Promise<void>;
}

/** An empty list of things to undo. */
export function startUndos(): Undos {
  const undos: (() => Promise<unknown>)[] = [];
  let undone = false;
  return {
    defer: (undo) => {
      // Work that was interrupted may still begin something.
      if (undone) void undo();
      else undos.push(undo);
    },
    undo: async () => {
      undone = true;
      const errors: unknown[] = [];
      for (let undo = undos.pop(); undo !== undefined; undo = undos.pop()) {
        try {
          await undo();
        } catch (error) {
          errors.push(error);
        }
      }
      if (errors.length > 0) throw errors[0];
    },
  };
}

/** Does work and then undoes what it has deferred, also when the work failed. */
export async function withCleanUp<T>(work: (defer: Defer) => Promise<T>): Promise<T> {
  const { defer, undo } = startUndos();
  try {
    return await work(defer);
  } finally {
    await undo();
  }
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
