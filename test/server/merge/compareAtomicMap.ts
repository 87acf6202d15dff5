import { isJsonObject, type JsonObject } from '../../../server/src/merge/json';
import { openApiTopology } from '../../../server/src/merge/openApiTopology';
import type { ApiClient } from './apiClient';
import { compareConflicts, create, merge, type ListOutcome } from './compareList';
import type { Place } from './openApiLists';
import { sampleMaps, sampleObject } from './sampleObjects';
import { onlyValue, valueAt, withValueAt } from './valueInObject';

/**
 * Lets a second manager apply the map with another field than the one that the user changes. To both, server-side apply
 * and merge, that must be a conflict at the map, or at an atomic value around it.
 */
export async function compareAtomicMap(api: ApiClient, place: Place, name: string): Promise<ListOutcome> {
  const { route, path } = place;
  const topology = openApiTopology(route.document, route.kind)!;
  const [first, second, third] = sampleMaps(place, valueAt(sampleObject(place, name), path));
  const sample = sampleObject(place, name, first);
  const created = await create(api, place, sample, name);
  if (created.kind === 'refused') return created;
  const base = created.object;
  const stored = valueAt(base, path);
  if (!isJsonObject(stored)) return { kind: 'dropped' };
  const applied = await api.apply(route, onlyValue(sample, topology, path, third), { manager: 'third' });
  if (applied.kind === 'object') return { kind: 'different', message: 'server-side apply has no conflict' };
  if (applied.code !== 409) return applied;
  const edited = (map: JsonObject): JsonObject => withValueAt(base, path, { ...stored, ...map });
  const versions = { base, ours: edited(second), theirs: edited(third) };
  return compareConflicts(applied.fields, merge(versions, place, topology));
}
