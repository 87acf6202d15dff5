import assert from 'node:assert/strict';
import { test } from 'node:test';
import { printResult } from './printResult';
import { runTorture } from './run';

test('nothing is lost, misplaced or silent while nine writers and the network work against each other', async (t) => {
  const seed = Date.now() % 1_000_000;
  const result = await runTorture({
    rounds: 150,
    seed,
    faults: 30,
    disruptEvery: 0,
    write: (line) => t.diagnostic(line),
  });
  printResult(result, (line) => t.diagnostic(line));
  const { lost, misplaced, silent, rule } = result;
  assert.deepEqual({ lost, misplaced, silent, rule }, { lost: 0, misplaced: 0, silent: 0, rule: 0 });
  assert.ok(result.saves > 50 && result.merges > 5, 'so few saves and merges show nothing');
});
