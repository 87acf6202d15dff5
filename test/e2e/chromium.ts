import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright-core';
import type { BrowserContext } from 'playwright-core';
import { runQuietly, showStep } from '../run/steps';

/**
 * Starts a Chromium without a window, with a new profile in `profileFolder`. It ends with this process. Rejects with
 * a sentence that says what to install where there is none.
 */
export async function launchChromium(options: { profileFolder: string }): Promise<BrowserContext> {
  return await chromium.launchPersistentContext(options.profileFolder, {
    executablePath: await provideChromium(),
    viewport: { width: 1400, height: 900 },
    // Whoever started it closes it, in the right order.
    ...{ handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false },
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

/** The path of a Chromium or Chrome; installs Debian's where there is none and we may. */
export async function provideChromium(): Promise<string> {
  const found = findChromium();
  if (found !== undefined) return found;
  const advice =
    'Install Chromium or Google Chrome (Debian: apt-get install chromium), or name the program in the variable CHROME.';
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) {
    throw new Error(`No Chromium was found. ${advice}`);
  }
  try {
    await installDebianChromium();
  } catch (error) {
    throw new Error(`No Chromium was found, and it could not be installed. ${advice}`, { cause: error });
  }
  const installed = findChromium();
  if (installed === undefined)
    throw new Error(`Chromium was installed but is not where it belongs. ${advice}`);
  return installed;
}

async function installDebianChromium(): Promise<void> {
  await showStep('Installing Chromium from the packages of this system (about a minute)', async () => {
    await runQuietly('apt-get', ['update']);
    await runQuietly('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], {
      environment: { DEBIAN_FRONTEND: 'noninteractive' },
    });
  });
}

function findChromium(): string | undefined {
  if (process.env.CHROME !== undefined) {
    if (existsSync(process.env.CHROME)) return process.env.CHROME;
    throw new Error(`The variable CHROME names ${process.env.CHROME}, which is not there.`);
  }
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/snap/bin'];
  return [
    ...names.flatMap((name) => folders.map((folder) => join(folder, name))),
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ].find((path) => existsSync(path));
}
