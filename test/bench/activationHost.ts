import { writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import * as vscode from 'vscode';
import { type ActivationSetup, type ActivationTimes, setupVariable } from './activationSetup';

/** VS Code calls it in the extension host. */
export async function run(): Promise<void> {
  const { resultFile, uris, emptyExtension } = JSON.parse(
    process.env[setupVariable] ?? '',
  ) as ActivationSetup;
  // A person calls the first command into a window that has finished starting.
  await wait(settlingMilliseconds);
  const processor = process.cpuUsage();
  const activation = await activate(extensionId);
  const { user, system } = process.cpuUsage(processor);
  const times: ActivationTimes = {
    activate: activation,
    activateProcessor: (user + system) / 1_000,
    emptyExtension: await activate(emptyExtension),
    firstDocument: await openDocument(uris[0]),
    secondDocument: await openDocument(uris[1]),
    reported: await readReport(),
  };
  writeFileSync(resultFile, JSON.stringify(times));
}

async function activate(id: string): Promise<number> {
  const extension = vscode.extensions.getExtension(id);
  if (extension === undefined) throw new Error(`${id} is not installed`);
  if (extension.isActive) throw new Error(`${id} is active before anything has asked for it`);
  const started = performance.now();
  await extension.activate();
  return performance.now() - started;
}

async function openDocument(uri: string): Promise<number> {
  const started = performance.now();
  const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(uri));
  const milliseconds = performance.now() - started;
  if (!document.getText().includes('kind:')) throw new Error(`${uri} has no object in it`);
  return milliseconds;
}

/** Reads the table of "Developer: Startup Performance": extension, eager, load code, call activate, finish activate. */
async function readReport(): Promise<ActivationTimes['reported']> {
  await vscode.commands.executeCommand('perfview.show');
  const deadline = Date.now() + 30_000;
  for (;;) {
    const report = vscode.workspace.textDocuments.find(({ uri }) => uri.scheme === 'perf')?.getText() ?? '';
    const line = report.split('\n').find((row) => row.includes(`| ${extensionId} `));
    const [loadCode, callActivate, finishActivate] = (line ?? '').split('|').slice(3, 6).map(Number);
    if (loadCode !== undefined && callActivate !== undefined && finishActivate !== undefined)
      return { loadCode, callActivate, finishActivate };
    if (Date.now() > deadline) throw new Error(`VS Code reports no activation:\n${report}`);
    await wait(100);
  }
}

const extensionId = 'kubernetes-live-edit.kubernetes-live-edit';
const settlingMilliseconds = 3_000;
