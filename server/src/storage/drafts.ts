import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Drafts, WriteLog } from '../session/ports';
import { hideName, seal, unseal } from './sealing';

export interface DraftsOptions {
  /** Is made where it is not there; other files in it are left alone. */
  folder: string;
  /** 32 bytes. With a key of another length nothing is kept. */
  key: Uint8Array;
  log: WriteLog;
}

/** Milliseconds after which a record is removed, and a file whose writing was broken off. */
const oldest = { record: 90 * 86_400_000, unfinished: 86_400_000 };

/** What is to become of the record of one URI, and the promise of its being done. */
interface Pending {
  next: { readonly record: string | undefined } | undefined;
  done: Promise<void>;
}

/**
 * Drafts in encrypted files, one a URI, whose names tell nothing without the key. A file is replaced as a whole and is
 * readable for its owner alone. Changes of one URI are made in their order; of those that wait only the newest is made.
 */
export function createDrafts({ folder, key, log }: DraftsOptions): Drafts {
  const pending = new Map<string, Pending>();
  const swept = removeOld(folder).catch((error: unknown) => log(`drafts: old ones stay (${codeOf(error)})`));
  const fileOf = (uri: string): string => join(folder, hideName(uri, key));

  const change = (uri: string, record: string | undefined): Promise<void> => {
    const waiting = pending.get(uri);
    if (waiting) {
      waiting.next = { record };
      return waiting.done;
    }
    const started: Pending = { next: { record }, done: Promise.resolve() };
    pending.set(uri, started);
    started.done = make(uri, started);
    return started.done;
  };

  const make = async (uri: string, changes: Pending): Promise<void> => {
    await swept;
    for (let { next } = changes; next; { next } = changes) {
      changes.next = undefined;
      try {
        if (next.record === undefined) await rm(fileOf(uri), { force: true });
        else await replaceFile(folder, fileOf(uri), seal(next.record, uri, key));
      } catch (error) {
        log(`drafts: that of ${uri} stays as it was (${codeOf(error)})`);
      }
    }
    pending.delete(uri);
  };

  return {
    async load(uri) {
      await (pending.get(uri)?.done ?? swept);
      try {
        return unseal(await readFile(fileOf(uri)), uri, key);
      } catch (error) {
        if (codeOf(error) !== 'ENOENT') log(`drafts: that of ${uri} cannot be read (${codeOf(error)})`);
        return undefined;
      }
    },
    keep: (uri, record) => change(uri, record),
    forget: (uri) => change(uri, undefined),
  };
}

/** Whoever reads the file, after whatever crash, finds the old content or the new one. */
async function replaceFile(folder: string, file: string, content: Uint8Array): Promise<void> {
  const unfinished = `${file}.${randomUUID()}`;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    await writeFile(unfinished, content, { mode: 0o600, flag: 'wx', flush: true });
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => undefined);
    throw error;
  }
}

async function removeOld(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of await readdir(folder)) {
    const match = /^[0-9a-f]{64}(\.[0-9a-f-]{36})?$/.exec(name);
    if (!match) continue;
    const file = join(folder, name);
    const mostAge = match[1] === undefined ? oldest.record : oldest.unfinished;
    // Another window may have removed it already.
    const modified = await stat(file).then(
      ({ mtimeMs }) => mtimeMs,
      () => Infinity,
    );
    if (Date.now() - modified > mostAge) await rm(file, { force: true });
  }
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? 'unknown';
}
