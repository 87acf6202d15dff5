import { globSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';

/** Bundles the entry and each test file; returns the module that VS Code shall load as its extension tests. */
export async function bundleHostTests(): Promise<string> {
  const outdir = join(__dirname, 'out');
  // A test file that was deleted must not run again.
  await rm(outdir, { recursive: true, force: true });
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
