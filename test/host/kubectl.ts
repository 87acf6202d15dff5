import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { readSetup } from './report';

/** Runs the tests' kubectl as the admin and returns what it prints. Rejects with what it complains of. */
export async function kubectl(args: string[], options: { stdin?: string } = {}): Promise<string> {
  const setup = readSetup();
  const program = spawn(setup.kubectl, ['--kubeconfig', setup.kubeconfig, ...args]);
  program.stdin.end(options.stdin ?? '');
  const [output, complaints, code] = await Promise.all([
    text(program.stdout),
    text(program.stderr),
    new Promise<number | null>((resolve, reject) => program.on('close', resolve).on('error', reject)),
  ]);
  if (code !== 0) throw new Error(`kubectl ${args.join(' ')} failed: ${complaints}`);
  return output;
}
