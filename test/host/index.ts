import { globSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Mocha from 'mocha';
import { readSetup, reportTag } from './report';
import { mapStack } from './sourceMaps';
import type { SuiteResult } from '../run/suiteResult';

/**
 * Runs every bundled test file with mocha; VS Code calls it in the extension host. Writes the result into the
 * setup's file, and rejects when anything failed. Pending tests and hooks that fail are failures.
 */
export async function run(): Promise<void> {
  const setup = readSetup();
  process.setSourceMapsEnabled(true);
  const mocha = new Mocha({ ui: 'tdd', timeout: 60_000, reporter: Mocha.reporters.Base, fullTrace: true });
  for (const file of globSync(join(__dirname, 'suite/*.test.js')).sort()) mocha.addFile(file);
  const result: SuiteResult = { passed: 0, failed: 0, problems: [] };
  const fail = (title: string): void => {
    result.failed++;
    result.problems.push(title);
  };
  await new Promise<void>((resolve) => {
    mocha
      .run(() => resolve())
      .on('pass', (test) => {
        result.passed++;
        console.log(reportTag, `✔ ${test.fullTitle()} (${test.duration ?? 0} ms)`);
      })
      .on('pending', (test) => {
        fail(`${test.fullTitle()} (pending)`);
        console.log(reportTag, `✖ ${test.fullTitle()} is pending`);
      })
      .on('fail', (test, error: unknown) => {
        fail(test.fullTitle());
        const detail = error instanceof Error ? mapStack(error.stack ?? error.message) : String(error);
        console.log(reportTag, `✖ ${test.fullTitle()}\n${detail}`);
      });
  });
  writeFileSync(setup.resultFile, JSON.stringify(result));
  if (result.failed > 0) throw new Error(`${result.failed} tests failed`);
}
