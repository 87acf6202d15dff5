import { existsSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { quietSettings } from '../host/vscode';
import { startGuarded } from './guarded';

/**
 * The `code` of a VS Code on this desktop, or undefined: where there is none, no screen, or only the `code` of a
 * terminal inside VS Code that opens files in a window elsewhere.
 */
export function findDesktop(): string | undefined {
  const hasScreen =
    process.platform !== 'linux' ||
    process.env.DISPLAY !== undefined ||
    process.env.WAYLAND_DISPLAY !== undefined;
  if (!hasScreen || process.env.VSCODE_IPC_HOOK_CLI !== undefined) return undefined;
  return (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'code'))
    .find((path) => existsSync(path));
}

/** A desktop VS Code with the extension under development. `ended` resolves when its window is closed. */
export interface Desktop {
  ended: Promise<number>;
  output: () => string;
  stop: () => Promise<void>;
}

/** Opens a window with settings and extensions of its own, so that the reader's stay as they are. */
export async function startDesktop(options: {
  code: string;
  extensionFolder: string;
  dataFolder: string;
  workspaceFolder: string;
  environment: NodeJS.ProcessEnv;
}): Promise<Desktop> {
  const { code, extensionFolder, dataFolder, workspaceFolder, environment } = options;
  await mkdir(join(dataFolder, 'User'), { recursive: true });
  await writeFile(join(dataFolder, 'User', 'settings.json'), JSON.stringify(quietSettings, undefined, 2));
  const launcher = startGuarded(
    code,
    [
      ...['--extensionDevelopmentPath', extensionFolder],
      ...['--user-data-dir', dataFolder, '--extensions-dir', join(dataFolder, 'extensions')],
      ...['--new-window', '--wait', workspaceFolder],
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
    { environment: { ...process.env, ...environment } },
  );
  return {
    ended: launcher.ended,
    output: launcher.output,
    stop: async () => {
      endMainProcess(dataFolder);
      await launcher.stop();
    },
  };
}

/** VS Code's main process leaves the launcher's group, and keeps its id in a file of the data folder. */
function endMainProcess(dataFolder: string): void {
  try {
    const id = Number(readFileSync(join(dataFolder, 'code.lock'), 'utf8'));
    if (id > 1) process.kill(id, 'SIGTERM');
  } catch {
    // It has ended by itself.
  }
}
