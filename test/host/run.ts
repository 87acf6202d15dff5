import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { launchChromium } from '../e2e/chromium';
import { rejectOnAbort, withCleanUp } from '../run/cleanUp';
import type { Defer } from '../run/cleanUp';
import { startDemoCluster } from '../run/demoCluster';
import { watchInterruption } from '../run/interruption';
import { bundleHostTests } from './bundle';
import { reportTag, setupVariable } from './report';
import type { HostTestSetup } from './report';
import { startVsCode } from './vscode';
import type { VsCode } from './vscode';

const timeLimit = 15 * 60_000;

/**
 * Runs the tests in test/host/suite inside the extension host of a real VS Code that Chromium shows, with a live
 * cluster behind it. Writes their result as JSON into `resultFile`; returns the tests' exit code.
 */
async function runInBrowser(options: {
  resultFile: string;
  interruption: AbortSignal;
  defer: Defer;
}): Promise<number> {
  const { resultFile, interruption, defer } = options;
  const folder = await mkdtemp(join(tmpdir(), 'kubernetes-live-edit-host-'));
  defer(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }));
  const testsPath = await bundleHostTests();
  const cluster = await startDemoCluster();
  defer(() => cluster.stop());
  const setup = { resultFile, kubectl: cluster.kubectlFile, kubeconfig: cluster.kubeconfigs.admin };
  const vsCode = await startHost({ folder, setup });
  defer(() => vsCode.stop());
  const browser = await launchChromium({ profileFolder: join(folder, 'chromium') });
  defer(() => browser.close());
  const page = browser.pages()[0] ?? (await browser.newPage());
  const exited = Promise.withResolvers<number>();
  await page.exposeFunction('codeAutomationExit', (code: number) => exited.resolve(code));
  await page.exposeFunction('codeAutomationLog', (_type: string, parts: unknown[]) => {
    if (parts[0] === reportTag) console.log(...parts.slice(1));
  });
  await page.goto(`${vsCode.url}&payload=${encodeURIComponent(payload(vsCode, testsPath))}`);
  const ended = vsCode.ended.then((): never => {
    throw new Error(`VS Code ended:\n${vsCode.output().slice(-3000)}`);
  });
  const limit = AbortSignal.any([interruption, AbortSignal.timeout(timeLimit)]);
  return await Promise.race([exited.promise, ended, rejectOnAbort(limit)]);
}

async function startHost({ folder, setup }: { folder: string; setup: HostTestSetup }): Promise<VsCode> {
  const workspaceFolder = join(folder, 'workspace');
  await mkdir(workspaceFolder);
  return await startVsCode({
    dataFolder: join(folder, 'vscode'),
    workspaceFolder,
    environment: { KUBECONFIG: setup.kubeconfig, [setupVariable]: JSON.stringify(setup) },
    smokeTestDriver: 'enabled',
  });
}

/** What the workbench reads from its address: which extension to load, and which tests to run in its host. */
function payload({ port }: VsCode, testsPath: string): string {
  const remote = (path: string): string => `vscode-remote://localhost:${port}${path}`;
  return JSON.stringify([
    ['extensionDevelopmentPath', remote(resolve(__dirname, '../..'))],
    ['extensionTestsPath', remote(testsPath)],
  ]);
}

async function main(): Promise<void> {
  const resultFile = process.argv[2] ?? join(tmpdir(), `kubernetes-live-edit-host-${process.pid}.json`);
  const interruption = watchInterruption();
  process.exitCode = await withCleanUp((defer) => runInBrowser({ resultFile, interruption, defer }));
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
