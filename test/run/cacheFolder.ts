import { homedir } from 'node:os';
import { join } from 'node:path';

/** Where things are kept that are slow to get and the same for every checkout: `kubernetes-live-edit` in the user's cache. */
export function findCacheFolder(): string {
  return join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'kubernetes-live-edit');
}
