import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from './command';
import { runNodeTests } from './nodeTests';
import type { Need } from './prepare';
import { failedSuite, withoutSilence } from './suiteResult';
import type { SuiteResult } from './suiteResult';

/** A part of `npm test`. Getting what it needs does not count; when it then takes more minutes, that is a failure. */
export interface Suite {
  name: string;
  needs: Need[];
  minutes: number;
  run: (signal: AbortSignal) => Promise<SuiteResult>;
}

/** Every suite, in the order in which they run: what fails fastest first. */
export const suites: Suite[] = [
  { name: 'lint', needs: [], minutes: 5, run: (signal) => runScript('lint', signal) },
  { name: 'types', needs: [], minutes: 5, run: (signal) => runScript('types', signal) },
  {
    name: 'unit',
    needs: [],
    minutes: 5,
    run: (signal) =>
      runNodeTests({ pattern: 'test/unit/**/*.test.ts', concurrency: 2, timeout: 60_000, signal }),
  },
  {
    name: 'cluster',
    needs: ['control plane'],
    minutes: 10,
    run: (signal) =>
      runNodeTests({ pattern: 'test/cluster/*.test.ts', concurrency: 1, timeout: 180_000, signal }),
  },
  {
    name: 'server',
    needs: ['control plane'],
    minutes: 25,
    run: (signal) =>
      runNodeTests({ pattern: 'test/server/**/*.test.ts', concurrency: 2, timeout: 180_000, signal }),
  },
  {
    name: 'host',
    needs: ['control plane', 'VS Code', 'Chromium'],
    minutes: 15,
    run: (signal) => afterBuild('build', signal, () => runHostTests(signal)),
  },
  {
    name: 'e2e',
    needs: ['control plane', 'VS Code', 'Chromium'],
    minutes: 30,
    run: (signal) =>
      afterBuild('package', signal, () =>
        runNodeTests({ pattern: 'test/e2e/*.test.ts', concurrency: 1, timeout: 300_000, signal }),
      ),
  },
];

async function runScript(script: string, signal: AbortSignal): Promise<SuiteResult> {
  const code = await runCommand('npm', ['run', '--silent', script], { signal });
  return code === 0
    ? { passed: 1, failed: 0, problems: [] }
    : failedSuite(`npm run ${script} ended with code ${code}`);
}

async function afterBuild(
  script: string,
  signal: AbortSignal,
  run: () => Promise<SuiteResult>,
): Promise<SuiteResult> {
  const build = await runScript(script, signal);
  return build.failed > 0 ? build : await run();
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
