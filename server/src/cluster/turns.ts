/** Lets a few tasks run at a time; the others wait in the order in which they came. */
export interface Turns {
  /** Resolves when it is the caller's turn, or at once when the signal is aborted. The result ends the turn. */
  take(signal: AbortSignal): Promise<() => void>;
}

/**
 * Turns for `limit` tasks at a time. One that takes longer than that many milliseconds holds up no others, so that
 * requests which hang stop nothing.
 */
export function createTurns({
  limit,
  longestMilliseconds,
}: {
  limit: number;
  longestMilliseconds: number;
}): Turns {
  const waiting = new Set<() => void>();
  let running = 0;

  const begin = (): (() => void) => {
    running += 1;
    let isOver = false;
    const end = (): void => {
      clearTimeout(timer);
      if (isOver) return;
      isOver = true;
      running -= 1;
      const [next] = waiting;
      next?.();
    };
    const timer = setTimeout(end, longestMilliseconds).unref();
    return end;
  };

  return {
    take: (signal) =>
      new Promise((resolve) => {
        const leave = (): void => {
          waiting.delete(start);
          resolve(() => undefined);
        };
        const start = (): void => {
          waiting.delete(start);
          signal.removeEventListener('abort', leave);
          resolve(begin());
        };
        if (signal.aborted) return leave();
        if (running < limit) return start();
        waiting.add(start);
        signal.addEventListener('abort', leave, { once: true });
      }),
  };
}
