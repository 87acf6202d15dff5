import { globSync } from 'node:fs';
import { relative } from 'node:path';
import { finished } from 'node:stream/promises';
import { run } from 'node:test';
import type { EventData } from 'node:test';
import { spec } from 'node:test/reporters';
import { failedSuite, withoutSilence } from './suiteResult';
import type { SuiteResult } from './suiteResult';

type TestEvent = EventData.TestPass | EventData.TestFail;

/**
 * Runs the files that match `pattern` with node:test, each in a process of its own, and counts from its events.
 * Skipped and todo tests, hooks that fail and files without a test are failures. `timeout` is for one test, in
 * milliseconds.
 */
export async function runNodeTests(options: {
  pattern: string;
  concurrency: number;
  timeout: number;
  signal: AbortSignal;
}): Promise<SuiteResult> {
  const { pattern, ...runOptions } = options;
  const files = globSync(pattern).sort();
  if (files.length === 0) return failedSuite(`no file matches ${pattern}`);
  const result: SuiteResult = { passed: 0, failed: 0, problems: [] };
  let succeeded = true;
  const count = (event: TestEvent, outcome: 'passed' | 'failed'): void => {
    const problem = findProblem(event, outcome);
    if (problem === 'notATest') return;
    if (problem === undefined) result.passed++;
    else {
      result.failed++;
      result.problems.push(`${relative(process.cwd(), event.file ?? '')}: ${problem}`);
    }
  };
  const events = run({ ...runOptions, files });
  events.on('test:pass', (event) => count(event, 'passed'));
  events.on('test:fail', (event) => count(event, 'failed'));
  events.on('test:summary', (summary) => (succeeded &&= summary.success));
  const report = events.compose(spec);
  report.pipe(process.stdout, { end: false });
  await finished(report);
  return withoutSilence(result, { succeeded });
}

function findProblem(event: TestEvent, outcome: 'passed' | 'failed'): string | undefined {
  // A file stands for itself only when it has reported no test.
  if (event.name === event.file && event.nesting === 0) {
    return outcome === 'failed' ? 'the file failed' : 'no test in this file';
  }
  if (event.skip !== undefined) return `${event.name} (skipped)`;
  if (event.todo !== undefined) return `${event.name} (todo)`;
  if (event.details.type === 'suite') {
    return outcome === 'failed' && isHookFailure(event) ? `${event.name} (a hook failed)` : 'notATest';
  }
  return outcome === 'failed' ? event.name : undefined;
}

function isHookFailure(event: TestEvent): boolean {
  const error: unknown = 'error' in event.details ? event.details.error : undefined;
  return error instanceof Error && 'failureType' in error && error.failureType === 'hookFailed';
}
