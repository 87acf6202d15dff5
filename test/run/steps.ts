import { spawn } from 'node:child_process';

/** Does a long step: says what it does, every ten seconds for how long it has been going, and how long it took. */
export async function showStep<T>(title: string, work: () => Promise<T>): Promise<T> {
  const started = Date.now();
  const seconds = (): string => `${Math.round((Date.now() - started) / 1000)} s`;
  console.log(`${title} …`);
  const ticker = setInterval(() => console.log(`  … still at it, ${seconds()}`), 10_000);
  try {
    const result = await work();
    console.log(`  done in ${seconds()}.`);
    return result;
  } finally {
    clearInterval(ticker);
  }
}

/** Runs a program without showing its output. Rejects with the end of that output when it fails. */
export function runQuietly(
  command: string,
  commandArguments: string[],
  options: { cwd?: string; environment?: NodeJS.ProcessEnv } = {},
): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const child = spawn(command, commandArguments, {
    cwd: options.cwd,
    env: { ...process.env, ...options.environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  child.on('error', (error) => reject(new Error(`Cannot start ${command}: ${error.message}`)));
  child.on('close', (code, signal) => {
    if (code === 0) return resolve(output);
    const what = [command, ...commandArguments].join(' ');
    reject(new Error(`${what} failed (${signal ?? `code ${code}`}):\n${output.slice(-3000)}`));
  });
  return promise;
}
