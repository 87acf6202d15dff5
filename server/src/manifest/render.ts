import { getField, setField, type JsonObject } from '../merge/json';
import { kubectlLayout, renderLines } from './renderValue';

const first = ['apiVersion', 'kind', 'metadata'];

/**
 * The YAML text of an object, as kubectl lays it out: apiVersion, kind and metadata first, then the object's own
 * order; block texts for multi-line values, nothing folded, quotes only where a YAML reader would take a text
 * for another type. `readManifest` reads it back as the same value. Ends with one line end.
 */
export function renderManifest(object: JsonObject): string {
  const names = Object.keys(object);
  const ordered = [
    ...first.filter((name) => Object.hasOwn(object, name)),
    ...names.filter((name) => !first.includes(name)),
  ];
  if (ordered.length === 0) return '{}\n';
  const members: JsonObject = {};
  for (const name of ordered) setField(members, name, getField(object, name) ?? null);
  return `${renderLines(members, 0, kubectlLayout).join('\n')}\n`;
}
