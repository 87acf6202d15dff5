import { formatResource, toUri } from '../../../server/src/protocol/objectRef';
import type { ObjectRef } from '../../../server/src/protocol/objectRef';

/** An object that was opened. The kind is absent where it was opened by a link that does not tell it. */
export interface RecentObject {
  ref: ObjectRef;
  objectKind?: string;
}

/** Where the recently opened objects are kept: an extension's memento. */
export interface RecentStore {
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}

const storeKey = 'recentObjects';

/** More would push the contexts, which stand below them, out of sight. */
const mostRecent = 12;

/** The recently opened objects, the last one first. What another version may have stored otherwise is left out. */
export function readRecentObjects(store: RecentStore): RecentObject[] {
  const stored = store.get(storeKey);
  return Array.isArray(stored) ? stored.filter(isRecentObject) : [];
}

/** Puts an object to the front. A kind that was known before is kept. */
export async function rememberObject(store: RecentStore, opened: RecentObject): Promise<void> {
  const recentObjects = readRecentObjects(store);
  const known = recentObjects.find((recent) => isSameObject(recent, opened));
  const others = recentObjects.filter((recent) => recent !== known);
  await store.update(storeKey, [{ ...known, ...opened }, ...others].slice(0, mostRecent));
}

/** Takes an object out. */
export async function forgetObject(store: RecentStore, forgotten: RecentObject): Promise<void> {
  const rest = readRecentObjects(store).filter((recent) => !isSameObject(recent, forgotten));
  await store.update(storeKey, rest);
}

/** The resources of the recently opened objects, each once, as `formatResource` writes them, the last one first. */
export function listRecentResources(recentObjects: RecentObject[]): string[] {
  return [...new Set(recentObjects.map(({ ref }) => formatResource(ref)))];
}

function isSameObject(left: RecentObject, right: RecentObject): boolean {
  return toUri(left.ref) === toUri(right.ref);
}

function isRecentObject(value: unknown): value is RecentObject {
  if (!isRecord(value) || !isRecord(value['ref'])) return false;
  const { context, namespace, group, version, resource, name } = value['ref'];
  return (
    [context, group, version, resource, name].every((part) => typeof part === 'string') &&
    isOptionalText(namespace) &&
    isOptionalText(value['objectKind'])
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function isOptionalText(value: unknown): boolean {
  return value === undefined || typeof value === 'string';
}
