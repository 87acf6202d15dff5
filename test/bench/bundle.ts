import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { Defer } from '../run/cleanUp';

/** A module of the tests as a bundle. */
export interface Bundle<Exports> {
  readonly file: string;
  readonly exports: Exports;
}

/**
 * Builds the module of this path below `test` as the product is built, and loads it: what runs the tests would slow
 * small functions down. Its folder goes with `defer`.
 */
export async function bundleModule<Exports>(module: string, defer: Defer): Promise<Bundle<Exports>> {
  const folder = await mkdtemp(join(tmpdir(), 'kubernetes-live-edit-bench-'));
  defer(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'bundle.js');
  await build({
    entryPoints: [join(__dirname, '..', `${module}.ts`)],
    outfile: file,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node22',
    minify: true,
    logLevel: 'warning',
  });
  return { file, exports: createRequire(file)(file) as Exports };
}
