import { startGuarded } from './guarded';

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

/** Runs a program without showing its output, and returns that. Rejects with the end of it when the program fails. */
export async function runQuietly(
  command: string,
  commandArguments: string[],
  options: { cwd?: string; environment?: NodeJS.ProcessEnv } = {},
): Promise<string> {
  const program = startGuarded(command, commandArguments, {
    cwd: options.cwd,
    environment: { ...process.env, ...options.environment },
  });
  const code = await program.ended;
  if (code === 0) return program.output();
  const what = [command, ...commandArguments].join(' ');
  throw new Error(`${what} failed (code ${code}):\n${program.output().slice(-3000)}`);
}
