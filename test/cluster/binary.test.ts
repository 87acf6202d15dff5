import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { findPrograms, type ProgramName } from './binary';
import { buildBinary } from './build';
import { startControlPlane } from './controlPlane';
import { ControlPlaneError } from './errors';
import { runProgram } from './runProgram';

const storageOnly: readonly ProgramName[] = ['etcd', 'kube-apiserver', 'kubectl'];

suite('where the programs come from', () => {
  let folder: string;
  let lines: string[];
  const report = (line: string) => void lines.push(line);

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'binary-test-'));
    lines = [];
  });
  after(() => rm(folder, { recursive: true }));

  /** A folder as setup-envtest fills it, with scripts that run our own build. */
  async function makeAssets(): Promise<string> {
    const assets = await mkdtemp(join(folder, 'assets-'));
    const own = await findPrograms({ needed: storageOnly, report, environment: withoutAssets() });
    for (const program of storageOnly) {
      const command = own.commandOf(program).join(' ');
      await writeFile(join(assets, program), `#!/bin/sh\nexec ${command} "$@"\n`, { mode: 0o755 });
    }
    return assets;
  }

  test('KUBEBUILDER_ASSETS comes first, and a control plane starts from it', async () => {
    const assets = await makeAssets();
    const programs = await findPrograms({
      needed: storageOnly,
      report,
      environment: { KUBEBUILDER_ASSETS: assets, PATH: '', XDG_CACHE_HOME: folder },
    });
    assert.deepEqual(programs.commandOf('kubectl'), [join(assets, 'kubectl')]);

    const before = process.env['KUBEBUILDER_ASSETS'];
    process.env['KUBEBUILDER_ASSETS'] = assets;
    try {
      const cluster = await startControlPlane({ report });
      const { code } = await cluster.kubectl(['get', 'namespace', 'default']);
      await cluster.stop();
      assert.equal(code, 0);
    } finally {
      if (before === undefined) delete process.env['KUBEBUILDER_ASSETS'];
      else process.env['KUBEBUILDER_ASSETS'] = before;
    }
  });

  test('assets without a program that is needed are passed over, and it is said', async () => {
    const assets = await makeAssets();
    const programs = await findPrograms({
      needed: [...storageOnly, 'kube-controller-manager'],
      report,
      environment: { ...withoutAssets(), KUBEBUILDER_ASSETS: assets },
    });
    assert.equal(programs.commandOf('kubectl')[1], 'kubectl');
    assert.ok(lines.some((line) => line.includes(assets) && line.includes('kube-controller-manager')));
  });

  test('a cached build needs no Go, and lies outside the checkout', async () => {
    await findPrograms({ needed: storageOnly, report, environment: withoutAssets() }); // builds where need be
    const environment = { ...withoutAssets(), PATH: join(folder, 'nowhere') };
    const programs = await findPrograms({ needed: storageOnly, report, environment });
    const [binary, component] = programs.commandOf('etcd');
    assert.equal(component, 'etcd');
    assert.ok((await stat(binary)).size > 0);
    assert.ok(!binary.startsWith(join(__dirname, '..', '..')));
  });

  test('with neither assets nor cache nor Go, the error says what to install and nothing stays', async () => {
    const cache = join(folder, 'empty-cache');
    const environment = { PATH: join(folder, 'nowhere'), XDG_CACHE_HOME: cache };
    await assert.rejects(findPrograms({ needed: storageOnly, report, environment }), (error) => {
      assert.ok(error instanceof ControlPlaneError);
      assert.match(error.message, /Install Go 1\.26/);
      return true;
    });
    assert.deepEqual(await readdir(join(cache, 'kubernetes-live-edit')), []);
  });

  test('two builds at once both end with the one whole binary, with progress reported', async () => {
    const sourceFolder = await makeModule('package main\n\nfunc main() { println("built") }\n');
    const binary = join(folder, 'cache-of-two', 'program');
    lines = [];
    const build = { sourceFolder, binary, report, environment: process.env, reportInterval: 20 };
    await Promise.all([buildBinary(build), buildBinary(build)]);
    assert.deepEqual(await readdir(join(binary, '..')), ['program']);
    assert.equal((await runProgram({ command: binary, args: [] })).stderr, 'built\n');
    assert.ok(lines.some((line) => line.includes('about ten minutes')));
    assert.ok(lines.some((line) => /^Building .* \d+ s: \d+ modules .* \d+ packages/.test(line)));
  });

  test('a build that fails says how the compiler sees it, and leaves nothing', async () => {
    const sourceFolder = await makeModule('package main\n\nfunc main() { undefinedName() }\n');
    const binary = join(folder, 'cache-of-none', 'program');
    await assert.rejects(buildBinary({ sourceFolder, binary, report, environment: process.env }), (error) => {
      assert.ok(error instanceof ControlPlaneError);
      assert.match(error.message, /undefined: undefinedName/);
      return true;
    });
    assert.deepEqual(await readdir(join(binary, '..')), []);
  });

  async function makeModule(main: string): Promise<string> {
    const module = await mkdtemp(join(folder, 'module-'));
    await writeFile(join(module, 'go.mod'), 'module program\n\ngo 1.26\n');
    await writeFile(join(module, 'main.go'), main);
    return module;
  }
});

function withoutAssets(): NodeJS.ProcessEnv {
  return { ...process.env, KUBEBUILDER_ASSETS: '' };
}
