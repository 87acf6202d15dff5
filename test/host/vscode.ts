import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startGuarded } from '../run/guarded';
import { runQuietly } from '../run/steps';
import { installVsCode } from './installVsCode';

/** A running VS Code server with the web workbench. */
export interface VsCode {
  port: number;
  /** The workbench's address, with the token that it asks for: an empty window, or the workspace folder. */
  url: string;
  /** Everything that the server has written. */
  output: () => string;
  /** Resolves with the exit code when the server has ended, by itself or by `stop`. */
  ended: Promise<number>;
  /** Stops the server and its extension hosts; resolves when none of their processes is left. */
  stop: () => Promise<void>;
}

export interface VsCodeOptions {
  /** Holds settings, installed extensions and logs; created where it is missing. */
  dataFolder: string;
  /** An absolute path. */
  workspaceFolder?: string;
  /** Added to this process's environment; the extension host gets it. An undefined value removes a variable. */
  environment?: NodeJS.ProcessEnv;
  /** Added to the settings that keep VS Code quiet. */
  settings?: Record<string, unknown>;
  /** The workbench then takes a `payload` from its address, e.g. an extension under development. */
  smokeTestDriver?: 'enabled';
}

/** Starts a VS Code on a free port of this machine; installs it first where needed. It ends with this process. */
export async function startVsCode(options: VsCodeOptions): Promise<VsCode> {
  const serverMain = await installVsCode();
  await writeSettings(options);
  const token = randomBytes(16).toString('hex');
  const tokenFile = join(options.dataFolder, 'connection-token');
  // Whoever reaches the workbench has a terminal: other users of this machine shall not.
  await writeFile(tokenFile, token, { mode: 0o600 });
  const server = startGuarded(
    process.execPath,
    [
      serverMain,
      '--accept-server-license-terms',
      ...['--connection-token-file', tokenFile],
      ...(options.smokeTestDriver === 'enabled' ? ['--enable-smoke-test-driver'] : []),
      ...['--host', '127.0.0.1', '--port', '0'],
      ...['--server-data-dir', options.dataFolder],
    ],
    { environment: { ...process.env, ...options.environment } },
  );
  const listening = await server.waitForOutput(/Extension host agent listening on (\d+)/, 60_000);
  const port = Number(listening[1]);
  const window = options.workspaceFolder === undefined ? { ew: 'true' } : { folder: options.workspaceFolder };
  const query = new URLSearchParams({ tkn: token, ...window });
  const { output, ended, stop } = server;
  return { port, url: `http://localhost:${port}/?${query}`, output, ended, stop };
}

/** Installs a packed extension for the VS Code of this data folder, which need not run. */
export async function installExtension(options: { dataFolder: string; vsix: string }): Promise<void> {
  const serverMain = await installVsCode();
  await runQuietly(process.execPath, [
    serverMain,
    '--accept-server-license-terms',
    ...['--install-extension', options.vsix],
    ...['--server-data-dir', options.dataFolder],
  ]);
}

/** No telemetry, no tips, no look-ups on the network, nothing that asks a question. */
export const quietSettings: Record<string, unknown> = {
  'security.workspace.trust.enabled': false,
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  'workbench.enableExperiments': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'chat.disableAIFeatures': true,
  'telemetry.telemetryLevel': 'off',
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': false,
  'extensions.ignoreRecommendations': true,
  'update.mode': 'none',
  'git.enabled': false,
  // The default of the desktop; in the browser it would be another.
  'files.autoSave': 'off',
};

async function writeSettings({ dataFolder, settings }: VsCodeOptions): Promise<void> {
  for (const kind of ['User', 'Machine']) {
    const folder = join(dataFolder, 'data', kind);
    await mkdir(folder, { recursive: true });
    await writeFile(
      join(folder, 'settings.json'),
      JSON.stringify({ ...quietSettings, ...settings }, undefined, 2),
    );
  }
}
