import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../server/src/merge/json';
import { parseJson } from '../../../server/src/cluster/json';
import { startControlPlane, type ControlPlane } from '../../cluster/controlPlane';
import { connect } from './apiClient';
import { compareAtomicMap } from './compareAtomicMap';
import { compareList, type ListOutcome } from './compareList';
import { unwritableEdits, unwritableLists, unwritableMaps } from './knownLimits';
import {
  atomicMapPlacesOf,
  findRoutes,
  listPlacesOf,
  namesOfAtomicMaps,
  typesOfLists,
  type Place,
  type Route,
} from './openApiLists';

/**
 * The judge of what the merge takes for a set or a keyed list is the API server itself: other managers write elements
 * by server-side apply, and the merge of the same edits must end with the same object.
 */
suite('server-side apply as the judge of every list and atomic map of the built-in kinds', () => {
  let controlPlane: ControlPlane;
  let lists: Map<string, 'map' | 'set'>;
  const outcomes = new Map<string, ListOutcome | { kind: 'noRoute' }>();
  const maps = new Map<string, ListOutcome | { kind: 'noRoute' }>();

  before(async () => {
    controlPlane = await startControlPlane();
    const api = await connect(controlPlane, 'default');
    const documents = await readOpenApi(controlPlane);
    lists = typesOfLists(documents);
    const places = findPlaces(documents, listPlacesOf);
    for (const [index, list] of [...lists.keys()].entries()) {
      const place = places.get(list);
      outcomes.set(list, place ? await compareList(api, place, `list-${index}`) : { kind: 'noRoute' });
    }
    const mapPlaces = findPlaces(documents, atomicMapPlacesOf);
    for (const [index, map] of [...namesOfAtomicMaps(documents)].entries()) {
      const place = mapPlaces.get(map);
      maps.set(map, place ? await compareAtomicMap(api, place, `map-${index}`) : { kind: 'noRoute' });
    }
    await api.close();
  });
  after(() => controlPlane.stop());

  test('no list that two managers can write ends otherwise than merged', () => {
    const others = [...outcomes].flatMap(([list, outcome]) =>
      outcome.kind === 'different' ? [`${list}: ${outcome.message}`] : [],
    );
    assert.deepEqual(others, []);
  });

  test('only the known lists cannot be written by two managers', () => {
    const unwritten = [...outcomes].flatMap(([list, { kind }]) =>
      kind === 'merged' || kind === 'conflict' || kind === 'different' ? [] : [[list, kind] as const],
    );
    const known = Object.entries(unwritableLists).map(([list, { kind }]) => [list, kind] as const);
    assert.deepEqual(Object.fromEntries(unwritten), Object.fromEntries(known));
  });

  test('only the known edits end otherwise', () => {
    const others = [...outcomes].flatMap(([list, outcome]) =>
      outcome.kind !== 'merged'
        ? []
        : Object.entries(outcome.edits)
            .filter(([, { kind }]) => kind !== 'same')
            .map(([edit, { kind }]) => `${list} ${edit} ${kind}`),
    );
    const known = Object.entries(unwritableEdits).map(([list, { edit, kind }]) => `${list} ${edit} ${kind}`);
    assert.deepEqual(others.sort(), known.sort());
  });

  test('no list of the schema is left out', (context) => {
    const kinds = [...outcomes].map(([list, outcome]) => {
      const isChanged = outcome.kind === 'merged' && outcome.isElementChanged;
      return `${lists.get(list)!} ${outcome.kind}${isChanged ? ', an element changed too' : ''}`;
    });
    const counts: Record<string, number> = {};
    for (const kind of kinds.sort()) counts[kind] = (counts[kind] ?? 0) + 1;
    context.diagnostic(`${lists.size} lists: ${JSON.stringify(counts)}`);
    for (const [list, { kind, reason }] of Object.entries(unwritableLists)) {
      context.diagnostic(`${kind}: ${list}, ${reason}`);
    }
    assert.deepEqual(counts, {
      'map merged, an element changed too': 45,
      'map merged': 7,
      'map conflict': 4,
      'map dropped': 9,
      'map refused': 5,
      'map noRoute': 1,
      'set merged': 4,
      'set conflict': 9,
      'set dropped': 5,
      'set refused': 2,
    });
    assert.equal(lists.size, 91);
  });

  test('two changes in an atomic map are a conflict at the same place', (context) => {
    const conflicts = [...maps.values()].filter(({ kind }) => kind === 'conflict').length;
    context.diagnostic(`${maps.size} atomic maps: ${conflicts} in conflict`);
    const others = [...maps].flatMap(([map, { kind }]) =>
      kind === 'conflict' ? [] : [[map, kind] as const],
    );
    const known = Object.entries(unwritableMaps).map(([map, { kind }]) => [map, kind] as const);
    assert.deepEqual(others, known);
    assert.deepEqual([maps.size, conflicts], [32, 31]);
  });
});

/** The OpenAPI documents of all built-in groups and versions. */
async function readOpenApi(controlPlane: ControlPlane): Promise<JsonValue[]> {
  const read = async (path: string): Promise<JsonObject> => {
    const { body } = await controlPlane.request({ path });
    const document = parseJson(body);
    assert.ok(isJsonObject(document), body);
    return document;
  };
  const { paths } = (await read('/openapi/v3')) as { paths: Record<string, { serverRelativeURL: string }> };
  const groups = Object.entries(paths).filter(([path]) => /^(?:api|apis\/[^/]+)\/v[^/]+$/.test(path));
  return Promise.all(groups.map(([, { serverRelativeURL }]) => read(serverRelativeURL)));
}

/**
 * Where each list or map is written: at its shortest path, but not in a Pod or a Job as a whole, which hardly change
 * once they are there, and among ephemeral containers only where there is no other place.
 */
function findPlaces(
  documents: readonly JsonValue[],
  placesOf: (route: Route) => Place[],
): Map<string, Place> {
  const routes = documents
    .flatMap(findRoutes)
    .filter(({ kind, subresource }) => subresource !== '' || (kind.kind !== 'Pod' && kind.kind !== 'Job'));
  const rank = ({ route, path }: Place): number =>
    path.length + (route.subresource === 'ephemeralcontainers' ? 100 : 0);
  const places = routes.flatMap(placesOf).sort((one, other) => rank(one) - rank(other));
  // Of several entries with one key the last one counts.
  return new Map(places.reverse().map((place) => [place.name, place]));
}
