import assert from 'node:assert/strict';
import type { Workbench } from './workbench';

/** Somebody who writes an object again and again: `stop` resolves to how many writes there were, the last number. */
export function writeAgainAndAgain(
  { controlPlane }: Pick<Workbench, 'controlPlane'>,
  path: string,
  { change, milliseconds }: { change: (number: number) => object; milliseconds: number },
): { stop: () => Promise<number> } {
  let [count, isOver] = [0, false];
  const write = async (): Promise<void> => {
    while (!isOver) {
      const begun = Date.now();
      const answer = await controlPlane.request({
        method: 'PATCH',
        path: `${path}?fieldManager=beat`,
        headers: { 'content-type': 'application/merge-patch+json' },
        body: JSON.stringify(change(count + 1)),
      });
      assert.equal(answer.status, 200, answer.body);
      count += 1;
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, begun + milliseconds - Date.now())));
    }
  };
  const writing = write();
  return {
    async stop() {
      isOver = true;
      await writing;
      return count;
    },
  };
}
