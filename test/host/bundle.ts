import { globSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { Defer } from '../run/cleanUp';

/** Bundles the entry and each test file; returns the module that VS Code shall load as its extension tests. */
export async function bundleHostTests(defer: Defer): Promise<string> {
  // Below this project, so that its mocha is found; of its own, so that two runs do not meet.
  const outdir = join(__dirname, 'out', String(process.pid));
  defer(() => rm(outdir, { recursive: true, force: true }));
  await build({
    entryPoints: [join(__dirname, 'index.ts'), ...globSync(join(__dirname, 'suite/*.test.ts'))],
    outbase: __dirname,
    outdir,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node22',
    sourcemap: 'inline',
    external: ['vscode', 'mocha'],
    logLevel: 'warning',
  });
  return join(outdir, 'index');
}
