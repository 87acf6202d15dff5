import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** A program that cannot outlive this process: see guard.mjs. */
export interface Guarded {
  /** What it has written so far, both streams. */
  output: () => string;
  /** Resolves once the output matches; rejects when the program ends or `timeout` ms pass before. */
  waitForOutput: (pattern: RegExp, timeout: number) => Promise<RegExpExecArray>;
  /** Resolves with the exit code when the program and all that it started have ended; -1 when `stop` ended it. */
  ended: Promise<number>;
  /** Ends it and all that it started; resolves when no process of the group is left. */
  stop: () => Promise<void>;
}

/** Starts a program in a process group of its own, which ends with this process. `environment` is the whole of it. */
export function startGuarded(
  command: string,
  commandArguments: string[],
  options: { cwd?: string | undefined; environment: NodeJS.ProcessEnv },
): Guarded {
  const guard = spawn(process.execPath, [join(__dirname, 'guard.mjs'), command, ...commandArguments], {
    cwd: options.cwd,
    env: options.environment,
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [guard.stdout, guard.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  // The guard may end first; its closed input is then no news.
  guard.stdin.on('error', () => undefined);
  const ended = endGroupWith(guard);
  // Reported by `stop`; whoever does not wait for the end shall not be ended by it.
  ended.catch(() => undefined);
  return {
    output: () => output,
    waitForOutput: async (pattern, timeout) => {
      const deadline = Date.now() + timeout;
      const name = [command, ...commandArguments].join(' ');
      for (;;) {
        const match = pattern.exec(output);
        if (match !== null) return match;
        if (guard.exitCode !== null || guard.signalCode !== null) {
          throw new Error(`${name} ended:\n${output.slice(-3000)}`);
        }
        if (Date.now() > deadline) {
          throw new Error(`${name} did not get ready within ${timeout} ms:\n${output.slice(-3000)}`);
        }
        await sleep(50);
      }
    },
    ended,
    stop: async () => {
      guard.stdin.end();
      await ended;
    },
  };
}

/** Waits for the guard's end and then ends whoever is left of its group. */
async function endGroupWith(guard: ChildProcess): Promise<number> {
  const code = await new Promise<number>((resolve, reject) => {
    guard.on('error', reject);
    guard.on('exit', (exitCode) => resolve(exitCode ?? -1));
  });
  for (let attempt = 0; attempt < 100; attempt++) {
    if (guard.pid === undefined || !killGroup(guard.pid)) return code;
    await sleep(50);
  }
  throw new Error(`Processes of group ${guard.pid} are still there 5 s after they were killed.`);
}

/** Whether there was still somebody to kill. */
function killGroup(group: number): boolean {
  try {
    process.kill(-group, 'SIGKILL');
    return true;
  } catch {
    return false;
  }
}
