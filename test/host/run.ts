import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { launchChromium } from '../e2e/chromium';
import type { Defer } from '../run/cleanUp';
import { startDemoCluster } from '../run/demoCluster';
import { workUntilInterrupted } from '../run/interruption';
import { bundleHostTests } from './bundle';
import { reportTag, setupVariable } from './report';
import type { HostTestSetup } from './report';
import { startVsCode } from './vscode';
import type { VsCode } from './vscode';

const timeLimit = 15 * 60_000;

/**
 * Runs the tests in test/host/suite inside the extension host of a real VS Code that Chromium shows, with a live
 * cluster behind it. Writes their result as JSON into the file that the first argument
 * names; returns the tests' exit code.
 */
async function runInBrowser(defer: Defer): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'kubernetes-live-edit-host-'));
  defer(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }));
  const resultFile = process.argv[2] ?? join(folder, 'result.json');
  const testsPath = await bundleHostTests(defer);
  const cluster = await startDemoCluster();
  defer(() => cluster.stop());
  const setup: HostTestSetup = {
    resultFile,
    kubectl: cluster.kubectlFile,
    kubeconfig: cluster.kubeconfigs.admin,
    auditLog: cluster.auditLogFile,
  };
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
  const late = sleep(timeLimit, undefined, { ref: false }).then((): never => {
    throw new Error(`The tests took longer than ${timeLimit / 60_000} minutes.`);
  });
  return await Promise.race([exited.promise, ended, late]);
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

async function main(): Promise<number> {
  const outcome = await workUntilInterrupted(runInBrowser);
  return outcome.kind === 'done' ? outcome.value : 130;
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
