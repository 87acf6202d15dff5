import type { GroupVersionResource, ObjectRef } from '../protocol/objectRef';
import type { GroupVersion } from '../session/ports';

/**
 * The request path of one object or subresource, each segment percent-encoded once. Throws where a segment is empty: a
 * path without a name would be a list.
 */
export function objectPath(ref: ObjectRef): string {
  const path = `${collectionPath(ref, ref.namespace)}/${segment('name', ref.name)}`;
  return ref.subresource === undefined ? path : `${path}/${ref.subresource}`;
}

/** The request path of a resource's objects, of one namespace or, without one, of all or of the cluster. */
export function collectionPath(resource: GroupVersionResource, namespace?: string): string {
  const scope = namespace === undefined ? '' : `/namespaces/${segment('namespace', namespace)}`;
  return `${groupVersionPath(resource)}${scope}/${segment('resource', resource.resource)}`;
}

/** The request path of a group version: `/api/v1` for the core group, `/apis/apps/v1` for any other. */
export function groupVersionPath({ group, version }: GroupVersion): string {
  const last = segment('version', version);
  return group === '' ? `/api/${last}` : `/apis/${segment('group', group)}/${last}`;
}

/** Kubernetes' own rule for names in paths: neither `.` nor `..`, which a proxy would take for a folder. */
function segment(what: string, text: string): string {
  if (text === '' || text === '.' || text === '..')
    throw new RangeError(`"${text}" is no ${what} of an object in Kubernetes`);
  return encodeURIComponent(text);
}
