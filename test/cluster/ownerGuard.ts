import { spawn } from 'node:child_process';
import { once } from 'node:events';

/**
 * Waits, in a process of its own, until the owner has gone or says that it is done; then kills the processes on the
 * last line it was told and removes the folder. The end of a pipe is the one sign that no way of dying withholds.
 */
const script = `
trap '' INT TERM HUP
processes=
while read -r line; do processes=$line; done
[ -z "$processes" ] || kill -KILL $processes 2>/dev/null
for attempt in 1 2 3 4 5; do rm -rf -- "$1" 2>/dev/null && exit 0; sleep 1; done
`;

export interface OwnerGuard {
  /** Tells which processes are the owner's now. */
  protect(pids: readonly number[]): void;
  /** Kills them, removes the folder, and resolves when both is done. */
  release(): Promise<void>;
}

/** Starts the guard of a folder and of the processes in it, which are to end with this process in any case. */
export async function startOwnerGuard(folder: string): Promise<OwnerGuard> {
  const guard = spawn('sh', ['-c', script, 'control-plane-guard', folder], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true, // out of the reach of a terminal's Ctrl+C
    cwd: '/',
  });
  await once(guard, 'spawn');
  guard.stdin.on('error', () => undefined); // it may have been killed; the components watch their owner, too
  guard.unref();
  const exited = once(guard, 'exit');
  return {
    protect: (pids) => void guard.stdin.write(`${pids.join(' ')}\n`),
    async release() {
      guard.ref();
      guard.stdin.end();
      await exited; // at once where it has exited before
    },
  };
}
