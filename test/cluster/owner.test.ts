import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { processesNaming } from './processList';

interface Owned {
  folder: string;
  processIds: { etcd: number; 'kube-apiserver': number };
}

/** Starts a program of this folder; its errors go to this process's. */
function startProgram(file: string): ChildProcess & { stdout: NodeJS.ReadableStream } {
  return spawn(process.execPath, ['--import', 'tsx', join(__dirname, file)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/** The first line that matches, as far as it does. */
async function waitForLine(stream: NodeJS.ReadableStream, pattern: RegExp): Promise<string> {
  for await (const line of createInterface(stream)) {
    const [match] = pattern.exec(line) ?? [];
    if (match !== undefined) return match;
  }
  throw new Error(`The program ended without a line like ${pattern.source}`);
}

async function startOwner(): Promise<{ owner: ChildProcess; owned: Owned }> {
  const owner = startProgram('ownerProgram.ts');
  return { owner, owned: JSON.parse(await waitForLine(owner.stdout, /^\{.*\}$/)) as Owned };
}

async function end(program: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const exited = once(program, 'exit');
  program.kill(signal);
  await exited;
}

/** Fails unless every process of the folder has gone within five seconds; kills what is left then. */
async function expectNothingLeft(folder: string): Promise<void> {
  const deadline = Date.now() + 5_000;
  for (;;) {
    const left = await processesNaming(folder);
    if (left.length === 0) return;
    if (Date.now() > deadline) {
      for (const { pid } of left) process.kill(pid, 'SIGKILL');
      assert.fail(`left behind: ${left.map(({ command }) => command.slice(0, 100)).join('\n')}`);
    }
    await wait(100);
  }
}

for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
  test(`nothing is left of a control plane whose owner ends by ${signal}, one component suspended`, async () => {
    const { owner, owned } = await startOwner();
    process.kill(owned.processIds['kube-apiserver'], 'SIGSTOP');
    await end(owner, signal);
    await expectNothingLeft(owned.folder);
    assert.equal(existsSync(owned.folder), false);
  });
}

test('components end with their owner by themselves, too, where its guard has been killed', async () => {
  const { owner, owned } = await startOwner();
  const [guard, ...others] = (await processesNaming(owned.folder)).filter(({ command }) =>
    command.includes('control-plane-guard'),
  );
  assert.ok(guard);
  assert.deepEqual(others, []);
  process.kill(guard.pid, 'SIGKILL');
  // Without the kernel's help, which only Linux gives, a suspended process cannot notice anything.
  if (process.platform === 'linux') process.kill(owned.processIds.etcd, 'SIGSTOP');
  await end(owner, 'SIGKILL');
  await expectNothingLeft(owned.folder);
});

test('the command line prints how to reach its cluster and ends with Ctrl+C', async () => {
  const program = startProgram('cli.ts');
  const kubeconfig = await waitForLine(program.stdout, /(?<=export KUBECONFIG=).*$/);
  const folder = join(kubeconfig, '..', '..');
  const kubectl = join(folder, 'bin', 'kubectl');
  const child = spawn(kubectl, ['get', 'deployment', 'web', '-o', 'name'], {
    env: { ...process.env, KUBECONFIG: kubeconfig, HOME: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  assert.equal(await waitForLine(child.stdout, /.*/), 'deployment.apps/web');
  await end(program, 'SIGINT');
  assert.equal(program.exitCode, 0);
  await expectNothingLeft(folder);
  assert.equal(existsSync(folder), false);
});
