import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { downloadAndUnzipVSCode, runTests } from '@vscode/test-electron';
import type { Defer } from '../run/cleanUp';
import { startDemoCluster } from '../run/demoCluster';
import { workUntilInterrupted } from '../run/interruption';
import { runQuietly, showStep } from '../run/steps';
import type { SuiteResult } from '../run/suiteResult';
import { bundleHostTests } from './bundle';
import { setupVariable } from './report';
import type { HostTestSetup } from './report';

const root = resolve(__dirname, '../..');

/** Runs the tests in test/host/suite inside a desktop VS Code, which is downloaded where it is not there yet. */
async function runInElectron(defer: Defer): Promise<SuiteResult> {
  const executable = await download();
  await showStep('Building the extension', () =>
    runQuietly('npm', ['run', '--silent', 'build'], { cwd: root }),
  );
  const folder = await mkdtemp(join(tmpdir(), 'kubernetes-live-edit-electron-'));
  defer(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }));
  const cluster = await startDemoCluster();
  defer(() => cluster.stop());
  const workspaceFolder = join(folder, 'workspace');
  await mkdir(workspaceFolder);
  const setup: HostTestSetup = {
    resultFile: join(folder, 'result.json'),
    kubectl: cluster.kubectlFile,
    kubeconfig: cluster.kubeconfigs.admin,
    auditLog: cluster.auditLogFile,
  };
  const dataFolder = join(folder, 'vscode');
  try {
    await runTests({
      vscodeExecutablePath: executable,
      extensionDevelopmentPath: root,
      extensionTestsPath: await bundleHostTests(defer),
      extensionTestsEnv: { KUBECONFIG: setup.kubeconfig, [setupVariable]: JSON.stringify(setup) },
      launchArgs: [workspaceFolder, '--disable-workspace-trust', '--user-data-dir', dataFolder],
    });
  } catch (error) {
    // Tests that failed have left a result, which says more.
    const result = await readResult(setup.resultFile);
    if (result === undefined) throw error;
    return result;
  }
  const result = await readResult(setup.resultFile);
  if (result === undefined) throw new Error('VS Code ended well, but no test has reported anything.');
  return result;
}

async function download(): Promise<string> {
  try {
    return await showStep('Downloading VS Code (about 150 MB, kept in .vscode-test)', () =>
      downloadAndUnzipVSCode({ version: 'stable' }),
    );
  } catch (error) {
    throw new Error(
      'VS Code cannot be downloaded: this machine does not reach its download site ' +
        `(${error instanceof Error ? error.message : String(error)}). ` +
        'npm run test:host runs the same tests in a VS Code from the npm registry.',
      { cause: error },
    );
  }
}

async function readResult(file: string): Promise<SuiteResult | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as SuiteResult;
  } catch {
    return undefined;
  }
}

async function main(): Promise<number> {
  try {
    const outcome = await workUntilInterrupted(runInElectron);
    if (outcome.kind === 'interrupted') return 130;
    const { passed, failed, problems } = outcome.value;
    for (const problem of problems) console.log(`Failed: ${problem}`);
    console.log(`${passed} passed, ${failed} failed`);
    return failed > 0 || passed === 0 ? 1 : 0;
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    return 1;
  }
}

// Exits at once: a download that was given up may still be waiting.
void main().then((code) => process.exit(code));
