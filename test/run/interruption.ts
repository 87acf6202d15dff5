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
