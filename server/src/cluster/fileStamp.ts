import { stat } from 'node:fs/promises';

/**
 * What changes whenever a file is written: its place, size and times. Undefined where the file is missing, or was
 * written so shortly before that another write might leave the same stamp.
 */
export async function stampFile(path: string): Promise<string | undefined> {
  const state = await stat(path, { bigint: true }).catch(() => undefined);
  if (state === undefined) return undefined;
  const { dev, ino, size, mtimeNs, ctimeNs } = state;
  const age = BigInt(Date.now()) * 1_000_000n - (mtimeNs > ctimeNs ? mtimeNs : ctimeNs);
  return age < settlingNanoseconds ? undefined : [dev, ino, size, mtimeNs, ctimeNs].join(' ');
}

/** File systems keep times as coarse as some milliseconds, old ones as two seconds. */
const settlingNanoseconds = 3_000_000_000n;
