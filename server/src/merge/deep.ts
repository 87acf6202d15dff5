/**
 * A computation that asks for the result of another one of its kind by yielding it: a generator function, most often.
 * However deep that goes, it costs memory and never overflows the stack.
 */
export interface Deep<Result> extends Iterator<Deep<Result>, Result, Result> {
  next(...[result]: [] | [Result]): IteratorResult<Deep<Result>, Result>;
}

/** A computation that is over already. */
export function settled<Result>(value: Result): Deep<Result> {
  return { next: () => ({ done: true, value }) };
}

/** The result of the computation, after all that it asks for. */
export function runDeep<Result>(computation: Deep<Result>): Result {
  const waiting: Deep<Result>[] = [];
  let running = computation;
  let step = running.next();
  for (;;) {
    if (!step.done) {
      waiting.push(running);
      running = step.value;
      step = running.next();
    } else {
      const asking = waiting.pop();
      if (!asking) return step.value;
      running = asking;
      step = running.next(step.value);
    }
  }
}
