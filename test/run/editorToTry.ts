import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { provideChromium } from '../e2e/chromium';
import { installVsCode } from '../host/installVsCode';
import { installExtension, startVsCode } from '../host/vscode';
import type { Defer } from './cleanUp';
import { findDesktop, startDesktop } from './desktop';
import type { StartArguments } from './startArguments';
import { runQuietly, showStep } from './steps';

const root = resolve(__dirname, '../..');

/** A VS Code that is open, and what to tell the reader about where. */
export interface EditorToTry {
  place: string;
  ended: Promise<number>;
  output: () => string;
}

/** Builds the extension and opens a VS Code with it: the desktop's where there is one, else one in the browser. */
export async function openEditor(options: {
  wanted: StartArguments;
  folder: string;
  environment: NodeJS.ProcessEnv;
  defer: Defer;
}): Promise<EditorToTry> {
  const { wanted, folder, environment, defer } = options;
  const [dataFolder, workspaceFolder] = [join(folder, 'vscode'), join(folder, 'workspace')];
  await mkdir(workspaceFolder);
  const code = wanted.editor === 'desktop' ? findDesktop() : undefined;
  if (code !== undefined) {
    await showStep('Building the extension', () => runNpm('build'));
    const desktop = await startDesktop({
      code,
      extensionFolder: root,
      dataFolder,
      workspaceFolder,
      environment,
    });
    defer(() => desktop.stop());
    return { ...desktop, place: `in a window of its own (${code}).` };
  }
  await showStep('Building and packing the extension', () => runNpm('package'));
  await installVsCode();
  await reportMissingBrowser();
  await showStep('Installing the extension in a VS Code of its own', () =>
    installExtension({ dataFolder, vsix: join(root, 'kubernetes-live-edit.vsix') }),
  );
  const vsCode = await showStep('Starting VS Code', () =>
    startVsCode({ dataFolder, workspaceFolder, environment }),
  );
  defer(() => vsCode.stop());
  return { ...vsCode, place: `in the browser at\n\n  ${vsCode.url}` };
}

async function runNpm(script: string): Promise<void> {
  await runQuietly('npm', ['run', '--silent', script], { cwd: root });
}

/** Any browser will do, so the lack of Chromium stops nothing. */
async function reportMissingBrowser(): Promise<void> {
  try {
    await provideChromium();
  } catch (error) {
    console.log(`${error instanceof Error ? error.message : String(error)} Any other browser will do, too.`);
  }
}
