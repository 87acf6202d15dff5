import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from './command';
import { runNodeTests } from './nodeTests';
import { failedSuite, withoutSilence } from './suiteResult';
import type { SuiteResult } from './suiteResult';

/** A part of `npm test`. `minutes` is how long it may take; longer is a failure. */
export interface Suite {
  name: string;
  minutes: number;
  run: (signal: AbortSignal) => Promise<SuiteResult>;
}

/** Every suite, in the order in which they run: what fails fastest first. */
export const suites: Suite[] = [
  { name: 'lint', minutes: 5, run: (signal) => runScript('lint', signal) },
  { name: 'types', minutes: 5, run: (signal) => runScript('types', signal) },
  { name: 'unit', minutes: 5, run: (signal) => runNodeTests({ ...inUnit, signal }) },
  // The first run of all builds the control plane, which takes minutes.
  { name: 'cluster', minutes: 25, run: (signal) => runNodeTests({ ...inCluster, signal }) },
  { name: 'server', minutes: 25, run: (signal) => runNodeTests({ ...inServer, signal }) },
  { name: 'host', minutes: 30, run: (signal) => afterBuild('build', signal, runHostTests) },
  { name: 'e2e', minutes: 30, run: (signal) => afterBuild('package', signal, runEndToEndTests) },
];

const inUnit = { pattern: 'test/unit/**/*.test.ts', concurrency: 2, timeout: 60_000 };
const inCluster = { pattern: 'test/cluster/*.test.ts', concurrency: 1, timeout: 1_200_000 };
const inServer = { pattern: 'test/server/**/*.test.ts', concurrency: 1, timeout: 1_200_000 };
const inEndToEnd = { pattern: 'test/e2e/*.test.ts', concurrency: 1, timeout: 1_200_000 };

async function runScript(script: string, signal: AbortSignal): Promise<SuiteResult> {
  const code = await runCommand('npm', ['run', '--silent', script], { signal });
  return code === 0
    ? { passed: 1, failed: 0, problems: [] }
    : failedSuite(`npm run ${script} ended with code ${code}`);
}

async function afterBuild(
  script: string,
  signal: AbortSignal,
  run: (signal: AbortSignal) => Promise<SuiteResult>,
): Promise<SuiteResult> {
  const build = await runScript(script, signal);
  return build.failed > 0 ? build : await run(signal);
}

function runEndToEndTests(signal: AbortSignal): Promise<SuiteResult> {
  return runNodeTests({ ...inEndToEnd, signal });
}

/** The tests in the extension host write their counts into a file, since their process is not a child of this one. */
async function runHostTests(signal: AbortSignal): Promise<SuiteResult> {
  const resultFile = join(tmpdir(), `kubernetes-live-edit-host-${process.pid}.json`);
  const code = await runCommand(process.execPath, ['--import', 'tsx', 'test/host/run.ts', resultFile], {
    signal,
  });
  try {
    const result = JSON.parse(readFileSync(resultFile, 'utf8')) as SuiteResult;
    return withoutSilence(result, { succeeded: code === 0 });
  } catch {
    return failedSuite(`the tests in the extension host reported nothing (exit code ${code})`);
  } finally {
    rmSync(resultFile, { force: true });
  }
}
