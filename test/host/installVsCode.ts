import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findCacheFolder } from '../run/cacheFolder';
import { runQuietly, showStep } from '../run/steps';

const codeServerVersion = '4.139.1';

/**
 * The server program of a whole VS Code (`server-main.js`), to be run with this process's Node. It comes from the
 * npm package code-server, of which only `lib/vscode` is used, and is kept in the cache folder.
 */
export async function installVsCode(): Promise<string> {
  const node = process.versions.node.split('.')[0] ?? '';
  const name = `code-server-${codeServerVersion}-${process.platform}-${process.arch}-node${node}`;
  const folder = join(findCacheFolder(), name);
  const serverMain = join(folder, vsCodePath, 'out/server-main.js');
  if (existsSync(serverMain)) return serverMain;
  await mkdir(findCacheFolder(), { recursive: true });
  const building = await mkdtemp(join(findCacheFolder(), '.vscode-'));
  try {
    await fill(building);
    await rename(building, folder);
  } catch (error) {
    // Another process may have been faster: what it made is as good.
    if (!existsSync(serverMain)) throw error;
  } finally {
    await rm(building, { recursive: true, force: true });
  }
  return serverMain;
}

const vsCodePath = 'node_modules/code-server/lib/vscode';

async function fill(folder: string): Promise<void> {
  const vsCode = join(folder, vsCodePath);
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund'];
  await writeFile(join(folder, 'package.json'), '{ "private": true }\n');
  await showStep(`Installing VS Code: the npm package code-server ${codeServerVersion} (about 10 s)`, () =>
    runQuietly('npm', ['install', ...quiet, `code-server@${codeServerVersion}`], { cwd: folder }),
  );
  await showStep('Installing VS Code: its own npm packages (about 10 s)', () =>
    runQuietly('npm', ['install', ...quiet, '--omit=dev'], { cwd: vsCode }),
  );
  await buildNativeModules(vsCode);
}

/** Without them VS Code runs too, but writes no logs: a machine without a C++ compiler is no reason to stop. */
async function buildNativeModules(vsCode: string): Promise<void> {
  const modules = ['@vscode/spdlog', '@vscode/native-watchdog'];
  try {
    await showStep('Installing VS Code: compiling its log writer (about 30 s)', () =>
      runQuietly('npm', ['rebuild', ...modules], { cwd: vsCode }),
    );
  } catch {
    console.log(
      '  It cannot be compiled here. Going on without: this VS Code will write no logs. Compiling needs Python 3, ' +
        `make and a C++ compiler; once they are there, delete ${findCacheFolder()}/code-server-* to try again.`,
    );
  }
}
