import type { KubernetesObject } from '../session/ports';
import { isObject, type JsonValue, valueAt } from './json';

/**
 * A scale with the `managedFields` of its number, which the API server itself makes of those of the object whenever it
 * writes a scale, and does not send (`ScaleHandler` of apimachinery). The scale as it is where the object says another
 * number, so that its managers may be those of another one, or records nobody.
 */
export function withScaleWriters(scale: KubernetesObject, object: KubernetesObject): KubernetesObject {
  const { metadata } = scale;
  const entries = listIn(valueAt(object, 'metadata', 'managedFields'));
  const path = replicasPath(entries);
  const number = valueAt(scale, 'spec', 'replicas');
  if (!isObject(metadata) || number === undefined || valueAt(object, ...path) !== number) return scale;
  const fields = path.map((name) => `f:${name}`);
  const managedFields = entries
    .filter(({ fieldsV1 }) => valueAt(fieldsV1, ...fields) !== undefined)
    .map((entry) => ({ ...entry, fieldsV1: { 'f:spec': { 'f:replicas': {} } } }));
  return managedFields.length === 0 ? scale : { ...scale, metadata: { ...metadata, managedFields } };
}

/** The scale as the API server sends and takes it. */
export function withoutScaleWriters(scale: KubernetesObject): KubernetesObject {
  const { metadata } = scale;
  if (!isObject(metadata) || !('managedFields' in metadata)) return scale;
  const rest = { ...metadata };
  delete rest['managedFields'];
  return { ...scale, metadata: rest };
}

/**
 * Where the object says its number: whoever has scaled it holds nothing else. Where nobody has, as in the kinds of
 * Kubernetes; the definition of a custom resource may say otherwise, and may not be readable.
 */
function replicasPath(entries: readonly KubernetesObject[]): string[] {
  const scaler = entries.find(({ subresource }) => subresource === 'scale');
  const path: string[] = [];
  for (let fields = scaler?.['fieldsV1']; isObject(fields);) {
    const [name] = Object.keys(fields).filter((key) => key.startsWith('f:'));
    if (name === undefined) break;
    path.push(name.slice('f:'.length));
    fields = fields[name];
  }
  return path.length === 0 ? ['spec', 'replicas'] : path;
}

function listIn(value: JsonValue | undefined): KubernetesObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}
