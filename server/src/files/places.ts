import type { ObjectIdentity } from '../manifest/recognize';
import type { ResourceSummary } from '../protocol/messages';
import { formatResource, type GroupVersionResource, type ObjectRef } from '../protocol/objectRef';
import type { Failure } from '../session/ports';

/** Where the live object of a file's object is, or why it is nowhere. */
export type Place =
  | LivePlace
  /** Each create makes another object. */
  | { readonly kind: 'generated'; readonly resource: ResourceSummary }
  | { readonly kind: 'nowhere'; readonly failure: Failure };

export interface LivePlace {
  readonly kind: 'place';
  readonly ref: ObjectRef;
  readonly resource: ResourceSummary;
  /** With a status subresource an apply ignores `status`. */
  readonly status: 'data' | 'ignored';
}

/** The resources that a cluster serves, found by what a manifest says. */
export interface ServedKinds {
  find(identity: Pick<ObjectIdentity, 'apiVersion' | 'kind'>): ResourceSummary | undefined;
  /** Resources of this kind in other groups and versions. */
  elsewhere(identity: Pick<ObjectIdentity, 'apiVersion' | 'kind'>): ResourceSummary[];
}

/**
 * The kinds out of discovery. A kind alone says nothing: several groups may have it, and its apiVersion decides. Of
 * several resources with one kind the one whose objects can be read is meant.
 */
export function indexKinds(resources: readonly ResourceSummary[]): ServedKinds {
  const byType = new Map<string, ResourceSummary>();
  const byKind = new Map<string, ResourceSummary[]>();
  for (const resource of resources) {
    const type = `${apiVersionOf(resource)} ${resource.kind}`;
    const known = byType.get(type);
    if (known === undefined || (!known.verbs.includes('get') && resource.verbs.includes('get')))
      byType.set(type, resource);
    const alike = byKind.get(resource.kind);
    if (alike === undefined) byKind.set(resource.kind, [resource]);
    else alike.push(resource);
  }
  return {
    find: ({ apiVersion, kind }) => byType.get(`${apiVersion} ${kind}`),
    elsewhere: ({ apiVersion, kind }) =>
      (byKind.get(kind) ?? []).filter((resource) => apiVersionOf(resource) !== apiVersion),
  };
}

/** Where an object is, in this context. Kinds of the whole cluster have no namespace, whatever a manifest says. */
export function findPlace(
  identity: ObjectIdentity,
  { context, namespace }: { context: string; namespace: string },
  kinds: ServedKinds,
): Place {
  const resource = kinds.find(identity);
  if (resource === undefined)
    return {
      kind: 'nowhere',
      failure: {
        kind: 'notServed',
        context,
        resource: unknownResource(identity),
        elsewhere: kinds.elsewhere(identity),
      },
    };
  const { name } = identity;
  if (name === undefined) return { kind: 'generated', resource };
  const { group, version, resource: plural } = resource;
  const ref: ObjectRef = {
    context,
    ...(resource.namespaced ? { namespace: identity.namespace ?? namespace } : {}),
    group,
    version,
    resource: plural,
    name,
  };
  const invalid = [name, ref.namespace].find((text) => text !== undefined && !canBePathSegment(text));
  if (invalid !== undefined) return { kind: 'nowhere', failure: invalidName(context, invalid) };
  return {
    kind: 'place',
    ref,
    resource,
    status: resource.subresources.includes('status') ? 'ignored' : 'data',
  };
}

/** The same text for the same object. */
export function placeKey({ context, namespace = '_', name, ...resource }: ObjectRef): string {
  return JSON.stringify([context, namespace, formatResource(resource), name]);
}

/** The same text for objects of one resource and namespace. */
export function collectionKey(ref: ObjectRef): string {
  return placeKey({ ...ref, name: '' });
}

/** What no path can name no object is called (IsValidPathSegmentName of apimachinery). */
function canBePathSegment(text: string): boolean {
  return text !== '.' && text !== '..' && !/[/%]/.test(text);
}

/** As the API server says it of a name that it does not take. */
function invalidName(context: string, name: string): Failure {
  const message = `"${name}" is no name in Kubernetes: it may be neither "." nor "..", and hold neither "/" nor "%"`;
  return { kind: 'status', context, status: { code: 422, reason: 'Invalid', message } };
}

/** Only the kind is known of a resource that is not served. */
function unknownResource({ apiVersion, kind }: ObjectIdentity): GroupVersionResource {
  const [group = '', ...version] = apiVersion.includes('/') ? apiVersion.split('/') : ['', apiVersion];
  return { group, version: version.join('/'), resource: kind };
}

function apiVersionOf({ group, version }: GroupVersionResource): string {
  return group === '' ? version : `${group}/${version}`;
}
