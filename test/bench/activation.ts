import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { launchChromium } from '../e2e/chromium';
import { installExtension, startVsCode, type VsCode } from '../host/vscode';
import { type ActivationSetup, type ActivationTimes, setupVariable } from './activationSetup';
import { createBareApi } from './bareApi';
import { createBenchObject } from './benchObjects';
import type { Bench, Figure, Row } from './figure';
import { milliseconds } from './quantities';
import { summarize } from './statistics';

/** Activating the packed extension in a real VS Code, and how long its first document then takes. */
export const activationFigure: Figure = {
  name: 'activation',
  measure: async (bench) => {
    const controlPlane = await bench.controlPlane();
    const { vsix } = await bench.packed();
    const folder = await mkdtemp(join(tmpdir(), 'kubernetes-live-edit-bench-'));
    bench.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }));
    const setup: ActivationSetup = {
      resultFile: join(folder, 'times.json'),
      uris: await createObjects(bench),
      emptyExtension: 'bench.empty-extension',
    };
    const [dataFolder, workspaceFolder] = [join(folder, 'vscode'), join(folder, 'workspace')];
    await mkdir(workspaceFolder);
    await installExtension({ dataFolder, vsix });
    const vsCode = await startVsCode({
      dataFolder,
      workspaceFolder,
      environment: { KUBECONFIG: controlPlane.kubeconfigs.admin, [setupVariable]: JSON.stringify(setup) },
      smokeTestDriver: 'enabled',
    });
    bench.defer(() => vsCode.stop());
    const payload = await writePayload(folder, vsCode);
    const times: ActivationTimes[] = [];
    const warmUp = 1;
    for (let round = 0; round < warmUp + bench.rounds(15); round += 1) {
      const measured = await measureInWindow({
        bench,
        folder,
        url: `${vsCode.url}&payload=${payload}`,
        setup,
      });
      if (round >= warmUp) times.push(measured);
    }
    return rowsOf(times);
  },
};

async function createObjects(bench: Bench): Promise<[string, string]> {
  const api = await createBareApi(await bench.controlPlane());
  try {
    const create = async (name: string): Promise<string> =>
      (await createBenchObject(api, { kind: 'deployment', name, bytes: 5_000 })).uri;
    return [await create('activation-first'), await create('activation-second')];
  } finally {
    await api.close();
  }
}

/** What the workbench reads from its address: an extension that does nothing, and the code to run in the host. */
async function writePayload(folder: string, { port }: VsCode): Promise<string> {
  const remote = (path: string): string => `vscode-remote://localhost:${port}${path}`;
  const entry = join(folder, 'activationHost.js');
  await build({
    entryPoints: [join(__dirname, 'activationHost.ts')],
    outfile: entry,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    external: ['vscode'],
    logLevel: 'warning',
  });
  return encodeURIComponent(
    JSON.stringify([
      ['extensionDevelopmentPath', remote(await writeEmptyExtension(folder))],
      ['extensionTestsPath', remote(entry)],
    ]),
  );
}

/** The folder of an extension of the publisher `bench` that does nothing. */
async function writeEmptyExtension(parent: string): Promise<string> {
  const folder = join(parent, 'empty-extension');
  await mkdir(folder);
  const manifest = {
    name: 'empty-extension',
    publisher: 'bench',
    version: '0.0.0',
    engines: { vscode: '^1.106.0' },
    main: './main.js',
    activationEvents: ['onCommand:empty-extension.nothing'],
  };
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
  await writeFile(join(folder, 'main.js'), 'exports.activate = () => undefined;\n');
  return folder;
}

/** Each window has an extension host of its own, in which nothing has been loaded yet. */
async function measureInWindow(options: {
  bench: Bench;
  folder: string;
  url: string;
  setup: ActivationSetup;
}): Promise<ActivationTimes> {
  const { folder, url, setup } = options;
  await rm(setup.resultFile, { force: true });
  const browser = await launchChromium({ profileFolder: join(folder, 'chromium') });
  try {
    const page = browser.pages()[0] ?? (await browser.newPage());
    const exited = Promise.withResolvers<number>();
    const complaints: unknown[] = [];
    await page.exposeFunction('codeAutomationExit', (code: number) => exited.resolve(code));
    await page.exposeFunction('codeAutomationLog', (_type: string, parts: unknown[]) =>
      complaints.push(parts),
    );
    await page.goto(url);
    const late = setTimeout(() => exited.resolve(-1), windowMilliseconds);
    const code = await exited.promise;
    clearTimeout(late);
    if (code !== 0)
      throw new Error(`Measuring in VS Code failed (${code}):\n${JSON.stringify(complaints.at(-1))}`);
    return JSON.parse(await readFile(setup.resultFile, 'utf8')) as ActivationTimes;
  } finally {
    await browser.close();
  }
}

function rowsOf(times: ActivationTimes[]): Row[] {
  const of = (kind: Exclude<keyof ActivationTimes, 'reported'>) => times.map((measured) => measured[kind]);
  const reported = (kind: keyof ActivationTimes['reported']) =>
    milliseconds(times.map((measured) => measured.reported[kind]));
  return [
    {
      figure: 'activation in VS Code, loading included',
      target: '≤ 50 ms',
      unit: 'ms',
      measured: summarize(of('activate')),
      judgedBy: 'median',
      limit: 50,
      medians: {
        'of it processor': milliseconds(of('activateProcessor')),
        'an empty extension': milliseconds(of('emptyExtension')),
        'VS Code says: load': reported('loadCode'),
        'call activate': reported('callActivate'),
        'finish activate': reported('finishActivate'),
      },
    },
    {
      figure: 'first document after it, start of the server included',
      target: '',
      unit: 'ms',
      measured: summarize(of('firstDocument')),
      judgedBy: 'median',
      medians: { 'second document': milliseconds(of('secondDocument')) },
    },
  ];
}

const windowMilliseconds = 120_000;
