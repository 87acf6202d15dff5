import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { Defer } from '../run/cleanUp';
import type * as mergeWork from './mergeWork';

/** `mergeWork` as a bundle, built as the product is; what runs the tests would slow its small functions down. */
export interface MergeBundle {
  readonly file: string;
  readonly prepareMerge: typeof mergeWork.prepareMerge;
}

/** Builds the bundle in a folder of its own, which goes with `defer`. */
export async function bundleMergeWork(defer: Defer): Promise<MergeBundle> {
  const folder = await mkdtemp(join(tmpdir(), 'kubernetes-live-edit-bench-'));
  defer(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'mergeWork.js');
  await build({
    entryPoints: [join(__dirname, 'mergeWork.ts')],
    outfile: file,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node22',
    minify: true,
    logLevel: 'warning',
  });
  const { prepareMerge } = createRequire(file)(file) as typeof mergeWork;
  return { file, prepareMerge };
}
