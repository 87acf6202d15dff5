import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { installExtension, startVsCode } from '../host/vscode';
import type { VsCode } from '../host/vscode';
import { startUndos } from '../run/cleanUp';
import { launchChromium } from './chromium';

/** A VS Code with the packed extension in it, shown in a browser. */
export interface Workbench {
  page: Page;
  vsCode: VsCode;
  /** The opened folder, empty at first. */
  workspaceFolder: string;
  /** Stops the browser and VS Code, and deletes their folders. */
  stop: () => Promise<void>;
}

export interface WorkbenchOptions {
  /** Added to the environment of the extension host, e.g. KUBECONFIG. */
  environment?: NodeJS.ProcessEnv;
  settings?: Record<string, unknown>;
  /** The packed extension; without it, the one that `npm run package` writes. */
  vsix?: string;
}

/** Calm surroundings in which a whole small manifest fits on the screen. */
const settings = {
  'editor.fontSize': 12,
  'editor.lineHeight': 16,
  'editor.minimap.enabled': false,
  'editor.stickyScroll.enabled': false,
  'editor.hover.delay': 100,
  'editor.wordBasedSuggestions': 'off',
  // Settings open in a tab as other texts do.
  'workbench.editor.useModal': 'off',
};

/** Starts a VS Code with the packed extension and opens it in a browser. Whoever starts it must stop it. */
export async function startWorkbench(options: WorkbenchOptions): Promise<Workbench> {
  const undos = startUndos();
  try {
    const folder = await mkdtemp(join(tmpdir(), 'kubernetes-live-edit-e2e-'));
    undos.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }));
    const [dataFolder, workspaceFolder] = [join(folder, 'vscode'), join(folder, 'workspace')];
    await mkdir(workspaceFolder);
    await installExtension({ dataFolder, vsix: options.vsix ?? findPackedExtension() });
    const vsCode = await startVsCode({
      dataFolder,
      workspaceFolder,
      environment: options.environment ?? {},
      settings: { ...settings, ...options.settings },
    });
    undos.defer(() => vsCode.stop());
    const browser = await launchChromium({ profileFolder: join(folder, 'chromium') });
    undos.defer(() => browser.close());
    // tsx wraps named functions with this helper, which the page does not have.
    await browser.addInitScript('globalThis.__name = (value) => value;');
    const page = browser.pages()[0] ?? (await browser.newPage());
    // A person allows it when the browser asks.
    await browser.grantPermissions(['clipboard-read', 'clipboard-write']);
    await openWorkbench(page, vsCode.url);
    return { page, vsCode, workspaceFolder, stop: undos.undo };
  } catch (error) {
    await undos.undo();
    throw error;
  }
}

async function openWorkbench(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.locator('.monaco-workbench .statusbar').waitFor({ timeout: 60_000 });
}

function findPackedExtension(): string {
  const path = resolve(__dirname, '../../kubernetes-live-edit.vsix');
  if (existsSync(path)) return path;
  throw new Error('kubernetes-live-edit.vsix is missing: run npm run package.');
}
