import { spawn } from 'node:child_process';

/** What a program left behind. `code` is 1 where a signal ended it. */
export interface ProgramResult {
  code: number;
  stdout: string;
  stderr: string;
}

export interface ProgramRun {
  command: string;
  args: readonly string[];
  environment?: NodeJS.ProcessEnv;
  stdin?: string;
  /** Milliseconds after which the program is killed; two minutes where not given. */
  timeout?: number;
}

/** Runs a program to its end. Rejects only where it cannot be started. */
export function runProgram(run: ProgramRun): Promise<ProgramResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(run.command, run.args, {
      env: run.environment ?? process.env,
      timeout: run.timeout ?? 120_000,
      killSignal: 'SIGKILL',
    });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code: code ?? 1, stdout, stderr }));
    child.stdin.on('error', () => undefined); // the program may end without reading
    child.stdin.end(run.stdin ?? '');
  });
}
