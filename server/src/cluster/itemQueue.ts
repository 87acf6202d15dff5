/** Items that one side gives and the other takes when it is ready. Takes nothing after its end. */
export interface ItemQueue<T> {
  push(item: T): void;
  /** What was given before is still taken. */
  end(): void;
  /** For one reader. */
  items(): AsyncGenerator<T, void>;
}

/** An empty queue. */
export function createItemQueue<T>(): ItemQueue<T> {
  let given: T[] = [];
  let isEnded = false;
  let wake = (): void => undefined;
  return {
    push(item) {
      if (isEnded) return;
      given.push(item);
      wake();
    },
    end() {
      isEnded = true;
      wake();
    },
    async *items() {
      for (;;) {
        const taken = given;
        given = [];
        yield* taken;
        if (given.length > 0) continue;
        if (isEnded) return;
        await new Promise<void>((resolve) => (wake = resolve));
      }
    },
  };
}
