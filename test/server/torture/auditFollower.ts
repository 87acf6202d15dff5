import { type FileHandle, open, readdir, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { AuditEvent } from '../../cluster/audit';

/** An event with the body of its write, and with whom the request was made as. */
export type FollowedEvent = Omit<AuditEvent, 'requestObject'> & {
  impersonatedUser?: { username?: string };
  requestObject?: unknown;
};

/** Reads an audit log piece by piece, so that it never has to be held as a whole. */
export interface AuditFollower {
  /** The events since the last call. What the API server has put aside when the log grew is read, and removed. */
  next: () => Promise<FollowedEvent[]>;
  close: () => Promise<void>;
}

/** Follows the log from its beginning. The API server renames a log of 100 MiB and begins another one. */
export async function followAuditLog(file: string): Promise<AuditFollower> {
  let handle = await open(file);
  let rest = '';

  async function readRest(from: FileHandle, events: FollowedEvent[]): Promise<void> {
    const buffer = Buffer.alloc(4 * 1024 * 1024);
    const decoder = new TextDecoder();
    for (;;) {
      const { bytesRead } = await from.read(buffer, 0, buffer.length);
      if (bytesRead === 0) return;
      const lines = (rest + decoder.decode(buffer.subarray(0, bytesRead), { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) if (line !== '') events.push(JSON.parse(line) as FollowedEvent);
    }
  }

  return {
    async next() {
      const events: FollowedEvent[] = [];
      await readRest(handle, events);
      const [now, held] = [await stat(file), await handle.stat()];
      if (now.ino !== held.ino) {
        await readRest(handle, events);
        await handle.close();
        handle = await open(file);
        await readRest(handle, events);
        const [stem = ''] = basename(file).split('.');
        for (const name of await readdir(dirname(file)))
          if (name.startsWith(`${stem}-2`)) await rm(join(dirname(file), name));
      }
      return events;
    },
    close: () => handle.close(),
  };
}
