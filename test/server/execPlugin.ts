import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A credential plugin for kubeconfigs: a program in a folder whose name has a space, and itself named so. */
export interface ExecPlugin {
  /** Its folder. */
  readonly folder: string;
  readonly command: string;
  /** What it does from now on. */
  behave(behaviour: PluginBehaviour): Promise<void>;
  /** The KUBERNETES_EXEC_INFO, arguments and environment of each run so far. */
  runs(): Promise<{ info: unknown; args: string[]; environment: NodeJS.ProcessEnv }[]>;
}

export interface PluginBehaviour {
  /** `status` of its ExecCredential. */
  status?: Record<string, unknown>;
  /** The credential's lifetime from the run on; without it there is no expirationTimestamp. */
  lifetimeSeconds?: number;
  apiVersion?: string;
  /** Written as it is, instead of an ExecCredential. */
  output?: string;
  stderr?: string;
  exitCode?: number;
  delayMilliseconds?: number;
}

/** Writes the plugin below `parent`. */
export async function writeExecPlugin(parent: string): Promise<ExecPlugin> {
  const folder = join(parent, 'my plugins');
  await mkdir(folder, { recursive: true });
  const command = join(folder, 'sign in');
  const behaviourFile = join(folder, 'behaviour.json');
  const runsFile = join(folder, 'runs.jsonl');
  await writeFile(runsFile, '');
  await writeFile(command, program, { mode: 0o755 });
  return {
    folder,
    command,
    behave: (behaviour) => writeFile(behaviourFile, JSON.stringify(behaviour)),
    async runs() {
      const lines = (await readFile(runsFile, 'utf8')).split('\n').filter((line) => line !== '');
      return lines.map((line) => JSON.parse(line) as Awaited<ReturnType<ExecPlugin['runs']>>[number]);
    },
  };
}

const program = `#!/usr/bin/env node
const fs = require('node:fs');
const path = require('node:path');
const behaviour = JSON.parse(fs.readFileSync(path.join(__dirname, 'behaviour.json'), 'utf8'));
const info = JSON.parse(process.env.KUBERNETES_EXEC_INFO);
const run = { info, args: process.argv.slice(2), environment: process.env };
fs.appendFileSync(path.join(__dirname, 'runs.jsonl'), JSON.stringify(run) + '\\n');
setTimeout(() => {
  const status = { ...behaviour.status };
  if (behaviour.lifetimeSeconds !== undefined)
    status.expirationTimestamp = new Date(Date.now() + behaviour.lifetimeSeconds * 1000).toISOString();
  const credential = { apiVersion: behaviour.apiVersion ?? info.apiVersion, kind: 'ExecCredential', status };
  process.stderr.write(behaviour.stderr ?? '');
  process.stdout.write(behaviour.output ?? JSON.stringify(credential));
  process.exitCode = behaviour.exitCode ?? 0;
}, behaviour.delayMilliseconds ?? 0);
`;
