import type { GroupVersionResource, ObjectRef } from '../protocol/objectRef';

/**
 * The request path of one object, each segment percent-encoded once. Throws where a segment is empty: a path without
 * a name would be a list.
 */
export function objectPath(ref: ObjectRef): string {
  return `${collectionPath(ref, ref.namespace)}/${segment('name', ref.name)}`;
}

/** The request path of a resource's objects, of one namespace or, without one, of all or of the cluster. */
export function collectionPath(resource: GroupVersionResource, namespace?: string): string {
  const version = segment('version', resource.version);
  const root =
    resource.group === '' ? `/api/${version}` : `/apis/${segment('group', resource.group)}/${version}`;
  const scope = namespace === undefined ? '' : `/namespaces/${segment('namespace', namespace)}`;
  return `${root}${scope}/${segment('resource', resource.resource)}`;
}

/** Kubernetes' own rule for names in paths: neither `.` nor `..`, which a proxy would take for a folder. */
function segment(what: string, text: string): string {
  if (text === '' || text === '.' || text === '..')
    throw new RangeError(`"${text}" is no ${what} of an object in Kubernetes`);
  return encodeURIComponent(text);
}
