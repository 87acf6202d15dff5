import { rejectOnAbort, watchInterruption } from './interruption';
import { prepare } from './prepare';
import { failedSuite } from './suiteResult';
import type { SuiteResult } from './suiteResult';
import { suites } from './suites';
import type { Suite } from './suites';

interface Row extends SuiteResult {
  name: string;
  seconds: number;
}

async function runSuites(chosen: Suite[], interruption: AbortSignal): Promise<Row[]> {
  const rows: Row[] = [];
  for (const suite of chosen) {
    if (interruption.aborted) {
      rows.push({ name: suite.name, seconds: 0, ...failedSuite('not run: the tests were interrupted') });
      continue;
    }
    console.log(`\n── ${suite.name} ──`);
    const started = Date.now();
    const result = await runSuite(suite, interruption);
    rows.push({ name: suite.name, seconds: (Date.now() - started) / 1000, ...result });
  }
  return rows;
}

async function runSuite(suite: Suite, interruption: AbortSignal): Promise<SuiteResult> {
  try {
    for (const need of suite.needs) await Promise.race([prepare(need), rejectOnAbort(interruption)]);
    const timeLimit = AbortSignal.timeout(suite.minutes * 60_000);
    const result = await suite.run(AbortSignal.any([interruption, timeLimit]));
    if (interruption.aborted) return addFailure(result, String(interruption.reason));
    return timeLimit.aborted ? addFailure(result, `took longer than ${suite.minutes} minutes`) : result;
  } catch (error) {
    return failedSuite(`could not run: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function addFailure(result: SuiteResult, problem: string): SuiteResult {
  return { ...result, failed: result.failed + 1, problems: [...result.problems, problem] };
}

function printRows(rows: Row[]): void {
  for (const row of rows.filter(({ failed }) => failed > 0)) {
    console.log(`\nFailed in ${row.name}:`);
    for (const problem of row.problems) console.log(`  ${problem}`);
  }
  console.log('\nsuite      passed  failed  seconds');
  for (const { name, passed, failed, seconds } of rows) {
    console.log(
      `${name.padEnd(9)}${String(passed).padStart(8)}${String(failed).padStart(8)}${seconds.toFixed(1).padStart(9)}`,
    );
  }
  const [passed, failed] = [sum(rows.map((row) => row.passed)), sum(rows.map((row) => row.failed))];
  console.log(`\n${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function chooseSuites(names: string[]): Suite[] | undefined {
  const unknown = names.filter((name) => !suites.some((suite) => suite.name === name));
  if (unknown.length > 0) {
    console.error(
      `There is no suite ${unknown.join(', ')}. The suites are: ${suites.map(({ name }) => name).join(', ')}.`,
    );
    return undefined;
  }
  return names.length === 0 ? suites : suites.filter(({ name }) => names.includes(name));
}

async function main(): Promise<void> {
  const chosen = chooseSuites(process.argv.slice(2));
  if (chosen === undefined) {
    process.exitCode = 2;
    return;
  }
  const interruption = watchInterruption();
  printRows(await runSuites(chosen, interruption));
  // What was interrupted may still be waiting for something.
  if (interruption.aborted) process.exit();
}

void main();
