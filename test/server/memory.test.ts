import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { serverProcess } from '../../server/src/protocol/serverProcess';

describe('memory of the server process', () => {
  const children: ChildProcess[] = [];
  const start = (flags: readonly string[]): ChildProcess => {
    const child = startGrowing(flags);
    children.push(child);
    return child;
  };
  after(() => children.forEach((child) => child.kill()));

  test('what a burst of work has left goes back to the system when the burst is over', async () => {
    const child = start(serverProcess.execArgv);
    const [code] = (await once(child, 'exit')) as [number | null];
    assert.equal(code, 0);
  });

  test('a process that may not collect runs on as it is', async () => {
    const child = start([]);
    const [message] = (await once(child, 'message')) as [string];
    assert.equal(message, 'grown');
    await once(child, 'message');
    assert.equal(child.exitCode, null);
  });
});

/** A process that grows by some 200 MB and lets go of them: it says so, says when time has passed, and ends when they are gone. */
function startGrowing(flags: readonly string[]): ChildProcess {
  const program = `
    const { giveMemoryBack } = require(${JSON.stringify(join(__dirname, '../../server/src/memory.ts'))});
    const before = process.memoryUsage.rss();
    giveMemoryBack();
    let held = Array.from({ length: 2_000_000 }, (_, index) => ({ index, more: [index] }));
    const grown = process.memoryUsage.rss() - before;
    process.send('grown');
    held = undefined;
    setTimeout(() => process.send('later'), 3_000);
    setInterval(() => {
      if (process.memoryUsage.rss() - before < grown / 2) process.exit(0);
    }, 100);
  `;
  // Else V8 gives it back by itself in the end, where nothing at all happens.
  const own = ['--no-memory-reducer', '--import', 'tsx', '--input-type=commonjs'];
  return spawn(process.execPath, [...flags, ...own, '--eval', program], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, ...serverProcess.env },
  });
}
