import { PerformanceObserver } from 'node:perf_hooks';

/**
 * Gives the system back what a burst of work has left, a second after the last collection of it: V8 keeps the pages
 * that it has emptied, and by itself lets go of them only after minutes without a collection. Collects in full for
 * that, some 0.1 s for a thousand documents, and only where the process has grown by more than `growthBytes` since.
 * Does nothing in a process that was started without `--expose-gc`.
 */
export function giveMemoryBack(): void {
  const collect = globalThis.gc;
  if (collect === undefined) return;
  let kept = process.memoryUsage.rss();
  const timer = setTimeout(giveBack, quietMilliseconds).unref();

  function giveBack(): void {
    if (process.memoryUsage.rss() - kept < growthBytes) return;
    collect?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
    kept = process.memoryUsage.rss();
  }

  // Nothing grows without collections: they are the clock, and an idle server has none.
  new PerformanceObserver(() => void timer.refresh()).observe({ entryTypes: ['gc'] });
}

const quietMilliseconds = 1_000;
const growthBytes = 64 * 1024 * 1024;
