import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { serverProcess } from '../../server/src/protocol/serverProcess';
import type { Defer } from '../run/cleanUp';
import { connectEditor, type Editor } from '../server/editor/editor';

/** A process whose memory and processor time can be asked for. */
export interface ProbedProcess {
  /** After a full collection; bytes. */
  memory: () => Promise<NodeJS.MemoryUsage>;
  /** What it has used so far, in all its threads. Milliseconds. */
  cpu: () => Promise<number>;
  stop: () => Promise<void>;
}

/** The server as it ships, in a process of its own. */
export interface ServerProcess extends ProbedProcess {
  readonly editor: Editor;
}

/** Starts Node as the client starts the server's, with this program and nothing else in it. Ends with `defer`, too. */
export function startProbed(
  programArguments: string[],
  { kubeconfig, defer }: { kubeconfig?: string; defer: Defer },
): { child: ChildProcess; probed: ProbedProcess } {
  const probe = join(__dirname, 'memoryProbe.mjs');
  const child = spawn(process.execPath, [...serverProcess.execArgv, '--import', probe, ...programArguments], {
    stdio: ['pipe', 'pipe', 'inherit', 'ipc'],
    env: { ...process.env, ...serverProcess.env, KUBECONFIG: kubeconfig },
  });
  const exited = once(child, 'exit');
  const stop = async (): Promise<void> => {
    child.kill();
    await exited;
  };
  defer(stop);
  const ask = async <Answer>(what: 'memory' | 'cpu'): Promise<Answer> => {
    child.send(what);
    const [answer] = (await once(child, 'message')) as [Answer];
    return answer;
  };
  const cpu = async (): Promise<number> => {
    const { user, system } = await ask<NodeJS.CpuUsage>('cpu');
    return (user + system) / 1_000;
  };
  return { child, probed: { memory: () => ask('memory'), cpu, stop } };
}

/** Starts the server's bundle over stdio, with an editor. */
export async function startServerProcess(
  bundle: string,
  options: { kubeconfig: string; defer: Defer },
): Promise<ServerProcess> {
  const { child, probed } = startProbed([bundle, '--stdio'], options);
  const editor = await connectEditor({
    toServer: child.stdin as Writable,
    toClient: child.stdout as Readable,
  });
  return { ...probed, editor };
}
