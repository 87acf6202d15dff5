import { readFileSync } from 'node:fs';
import type { JsonValue } from '../../../server/src/merge/json';
import { openApiTopology } from '../../../server/src/merge/openApiTopology';
import type { ListTopology } from '../../../server/src/merge/topology';

/** The text of a file in `fixtures`. */
export function readFixture(name: string): string {
  return readFileSync(new URL(`./fixtures/${name}`, import.meta.url), 'utf8');
}

/** The topology of a kind from what a real API server publishes, less descriptions and other kinds. */
export function topologyOfKind(apiVersion: string, kind: string): ListTopology {
  const [version = '', group = ''] = apiVersion.split('/').reverse();
  const name = group === '' ? version : `${group}-${version}`;
  const document = JSON.parse(readFixture(`openapi-${name}.json`)) as JsonValue;
  return openApiTopology(document, { group, version, kind })!;
}
