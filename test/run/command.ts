import { spawn } from 'node:child_process';

/**
 * Runs a program in this terminal and returns its exit code (-1 when a signal ended it). Rejects when it cannot be
 * started. An aborted `signal` ends it with SIGTERM.
 */
export function runCommand(
  command: string,
  commandArguments: string[],
  options: { cwd?: string; environment?: NodeJS.ProcessEnv; signal?: AbortSignal } = {},
): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const child = spawn(command, commandArguments, {
    cwd: options.cwd,
    env: { ...process.env, ...options.environment },
    stdio: 'inherit',
  });
  const stop = (): void => void child.kill();
  options.signal?.addEventListener('abort', stop);
  child.on('error', (error) => reject(new Error(`Cannot start ${command}: ${error.message}`)));
  child.on('exit', (code) => {
    options.signal?.removeEventListener('abort', stop);
    resolve(code ?? -1);
  });
  return promise;
}
