import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until `read` gives something. Rejects after `timeout` ms with a sentence that says what did not come. */
export async function waitFor<T>(
  what: string,
  read: () => Promise<T | undefined>,
  timeout = 40_000,
): Promise<T> {
  const deadline = Date.now() + timeout;
  for (;;) {
    const found = await read();
    if (found !== undefined) return found;
    if (Date.now() > deadline) throw new Error(`Waited ${timeout} ms for ${what}.`);
    await sleep(100);
  }
}

/** Waits until a condition holds, see `waitFor`. */
export async function waitUntil(
  what: string,
  holds: () => Promise<boolean>,
  timeout?: number,
): Promise<void> {
  await waitFor(what, async () => ((await holds()) ? true : undefined), timeout);
}
