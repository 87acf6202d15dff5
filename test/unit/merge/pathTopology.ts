import type { JsonValue } from '../../../server/src/merge/json';
import type { ListKind, ListTopology, MapKind } from '../../../server/src/merge/topology';

/** Meanings by place: `/a/b[]/c` is field c of the elements of list b, `*` any key; pointer escapes. */
export type PathTable = Record<string, PathEntry>;

export interface PathEntry {
  readonly list?: 'map' | 'set' | 'atomic';
  readonly keys?: readonly string[];
  readonly keyDefaults?: Record<string, JsonValue>;
  readonly map?: MapKind;
  readonly scalar?: 'quantity' | 'intOrString' | 'nullable';
}

/** The topology that the table describes; what it does not name is a struct or a list that nothing is known of. */
export function pathTopology(paths: PathTable): ListTopology {
  const nodes = new Map<string, ListTopology>();
  const isNamed = (place: string): boolean =>
    Object.keys(paths).some(
      (path) => path === place || path.startsWith(`${place}/`) || path.startsWith(`${place}[`),
    );
  const nodeAt = (place: string): ListTopology => {
    const node = nodes.get(place) ?? makeNode(place);
    nodes.set(place, node);
    return node;
  };
  const makeNode = (place: string): ListTopology => {
    const entry = Object.hasOwn(paths, place) ? paths[place]! : {};
    return {
      list: listKind(entry),
      map: entry.map ?? 'struct',
      scalar: entry.scalar === undefined || entry.scalar === 'nullable' ? 'plain' : entry.scalar,
      nullable: entry.scalar === 'nullable',
      field: (key) => {
        const named = `${place}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
        return nodeAt(isNamed(named) ? named : `${place}/*`);
      },
      element: () => nodeAt(`${place}[]`),
    };
  };
  return nodeAt('');
}

function listKind(entry: PathEntry): ListKind {
  if (entry.list === 'map') {
    return {
      kind: 'map',
      keys: entry.keys ?? [],
      keyDefaults: new Map(Object.entries(entry.keyDefaults ?? {})),
    };
  }
  return { kind: entry.list ?? 'unknown' };
}
