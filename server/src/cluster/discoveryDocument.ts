import type { ResourceSummary } from '../protocol/messages';
import type { GroupVersionResource } from '../protocol/objectRef';
import type { KubernetesObject } from '../session/ports';
import { isObject, type JsonValue, textAt } from './json';

/** The resources of an `APIGroupDiscoveryList`, versions in the server's order. Stale groups keep what they last had. */
export function readAggregated(document: KubernetesObject): ResourceSummary[] {
  return objects(document['items']).flatMap((group) =>
    objects(group['versions']).flatMap((version) =>
      objects(version['resources']).flatMap((resource) => {
        const kind = textAt(resource, 'responseKind', 'kind');
        if (!kind) return []; // only its subresources are served
        return [
          {
            group: textAt(group, 'metadata', 'name') ?? '',
            version: textAt(version, 'version') ?? '',
            resource: textAt(resource, 'resource') ?? '',
            kind,
            namespaced: resource['scope'] === 'Namespaced',
            singularName: textAt(resource, 'singularResource') ?? '',
            shortNames: texts(resource['shortNames']),
            verbs: texts(resource['verbs']),
            subresources: objects(resource['subresources']).map(({ subresource }) => text(subresource)),
          },
        ];
      }),
    ),
  );
}

/** The resources of an `APIResourceList`, which has a subresource as `deployments/status` beside its resource. */
export function readResourceList(
  document: KubernetesObject,
  { group, version }: Omit<GroupVersionResource, 'resource'>,
): ResourceSummary[] {
  const entries = objects(document['resources']);
  const subresources = entries.map((entry) => text(entry['name']).split('/'));
  return entries
    .filter((entry) => !text(entry['name']).includes('/'))
    .map((entry) => ({
      group,
      version,
      resource: text(entry['name']),
      kind: text(entry['kind']),
      namespaced: entry['namespaced'] === true,
      singularName: text(entry['singularName']),
      shortNames: texts(entry['shortNames']),
      verbs: texts(entry['verbs']),
      subresources: subresources.flatMap(([parent, ...rest]) =>
        parent === entry['name'] && rest.length > 0 ? [rest.join('/')] : [],
      ),
    }));
}

/** The group versions that an `APIVersions` or `APIGroupList` names, a group's preferred version first. */
export function readGroupVersions(document: KubernetesObject): { group: string; version: string }[] {
  const core = texts(document['versions']).map((version) => ({ group: '', version }));
  const named = objects(document['groups']).flatMap((group) => {
    const preferred = textAt(group, 'preferredVersion', 'version');
    const versions = objects(group['versions']).map(({ version }) => text(version));
    const ordered = [...versions.filter((version) => version === preferred), ...versions];
    return [...new Set(ordered)].map((version) => ({ group: text(group['name']), version }));
  });
  return [...core, ...named];
}

function objects(value: JsonValue | undefined): KubernetesObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function texts(value: JsonValue | undefined): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

function text(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}
