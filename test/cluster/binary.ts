import { createHash } from 'node:crypto';
import { access, constants, readdir, readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { buildBinary, buildArguments } from './build';

/** What can be started, suspended and stopped. */
export type ComponentName = 'etcd' | 'kube-apiserver' | 'kube-controller-manager' | 'kube-scheduler' | 'kwok';

export type ProgramName = ComponentName | 'kubectl' | 'kwok-stages';

/** Where the programs of a control plane are. */
export interface Programs {
  /** The command and the first arguments that run a program. */
  commandOf: (program: ProgramName) => readonly [command: string, ...args: string[]];
}

export interface ProgramSearch {
  /** What is going to be run; a source that lacks one of them is passed over. */
  needed: readonly ProgramName[];
  /** Takes a line for the reader of a terminal. */
  report: (line: string) => void;
  environment?: NodeJS.ProcessEnv;
}

/**
 * Finds the programs: in the folder KUBEBUILDER_ASSETS, else in the one binary built from this folder's Go
 * module, cached outside the checkout, else by building that. Throws a ControlPlaneError that says what to install.
 */
export async function findPrograms(search: ProgramSearch): Promise<Programs> {
  const environment = search.environment ?? process.env;
  return (await findAssets(search, environment['KUBEBUILDER_ASSETS'])) ?? findBuilt(search, environment);
}

async function findAssets(search: ProgramSearch, folder: string | undefined): Promise<Programs | undefined> {
  if (folder === undefined || folder === '') return undefined;
  for (const program of search.needed) {
    if (await isExecutable(join(folder, program))) continue;
    search.report(
      `KUBEBUILDER_ASSETS (${folder}) has no ${program}; using a control plane of our own build.`,
    );
    return undefined;
  }
  return { commandOf: (program) => [join(folder, program)] };
}

async function findBuilt(search: ProgramSearch, environment: NodeJS.ProcessEnv): Promise<Programs> {
  const cacheHome = environment['XDG_CACHE_HOME'] || join(homedir(), '.cache');
  const key = await hashSources(__dirname);
  const binary = join(cacheHome, 'kubernetes-live-edit', `control-plane-${key}`);
  if (!(await isExecutable(binary))) {
    await buildBinary({ sourceFolder: __dirname, binary, report: search.report, environment });
  }
  return { commandOf: (program) => [binary, program] };
}

/** 16 hexadecimal digits over everything that decides what the build makes. */
async function hashSources(folder: string): Promise<string> {
  const names = (await readdir(folder)).filter((name) => /\.go$|^go\.(mod|sum)$/.test(name)).sort();
  const hash = createHash('sha256').update(`${process.platform} ${process.arch} ${buildArguments.join(' ')}`);
  for (const name of names) hash.update(`\0${name}\0`).update(await readFile(join(folder, name)));
  return hash.digest('hex').slice(0, 16);
}

async function isExecutable(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
