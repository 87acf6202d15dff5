import type { ResourceSummary } from '../protocol/messages';
import { type ObjectRef, parseUri } from '../protocol/objectRef';
import { type ObjectName, parseObjectName } from './objectName';
import type { Clusters, Failure } from './ports';

/** Why a link or a name leads to no object. */
export type ResolveFailure =
  | Failure
  | { kind: 'notAName'; text: string }
  /** The API server of this context serves nothing that is called this. */
  | { kind: 'unknownType'; context: string; type: string };

/**
 * The objects that a link or a name can mean: one, or several where resources of several groups have that name,
 * sorted by group, so that the answer does not depend on the order of discovery. Whether they exist is not asked.
 */
export async function resolveObjects(
  text: string,
  { clusters, signal }: { clusters: Clusters; signal: AbortSignal },
): Promise<{ kind: 'ok'; value: ObjectRef[] } | { kind: 'failed'; failure: ResolveFailure }> {
  const linked = parseUri(text.trim());
  if (linked !== undefined) return { kind: 'ok', value: [linked] };
  const name = parseObjectName(text);
  if (name === undefined) return { kind: 'failed', failure: { kind: 'notAName', text } };
  const contexts = await clusters.contexts();
  if (contexts.kind === 'failed') return contexts;
  const context = name.context ?? contexts.value.find(({ current }) => current)?.name;
  if (context === undefined) return { kind: 'failed', failure: { kind: 'noCurrentContext' } };
  const cluster = await clusters.connect(context);
  if (cluster.kind === 'failed') return cluster;
  // Asked anew: a group that was installed since may make the name ambiguous.
  const served = await cluster.value.resources({ refresh: true, signal });
  if (served.kind === 'failed') return served;
  const matching = matchType(served.value, name.type);
  if (matching.length === 0)
    return { kind: 'failed', failure: { kind: 'unknownType', context, type: name.type } };
  const defaultNamespace = contexts.value.find((summary) => summary.name === context)?.namespace ?? 'default';
  return {
    kind: 'ok',
    value: matching.map((resource) => toRef(resource, name, { context, defaultNamespace })),
  };
}

/**
 * The resources that kubectl's forms of a type can mean, one a group (its preferred version where none is named).
 * Names go before short names: a custom resource's short name does not hide another's name.
 */
export function matchType(resources: readonly ResourceSummary[], type: string): ResourceSummary[] {
  const lower = type.toLowerCase();
  const byName = (resource: ResourceSummary): string[] => [
    resource.resource,
    resource.singularName,
    resource.kind.toLowerCase(),
  ];
  const named = resources.filter((resource) => isCalled(resource, lower, byName(resource)));
  const found =
    named.length > 0 ? named : resources.filter((resource) => isCalled(resource, lower, resource.shortNames));
  const perGroup = new Map(
    found.toReversed().map((resource) => [`${resource.resource}.${resource.group}`, resource]),
  );
  return [...perGroup.values()].sort((one, other) => (one.group < other.group ? -1 : 1));
}

/** `deploy`, `deploy.apps`, `deploy.v1.apps`; in the core group also `pods.v1`, as document URIs have it. */
function isCalled({ group, version }: ResourceSummary, type: string, names: readonly string[]): boolean {
  const suffixes = ['', `.${group}`, `.${version}.${group}`, ...(group === '' ? [`.${version}`] : [])];
  return names.some((name) => suffixes.some((suffix) => name + suffix === type));
}

function toRef(
  { group, version, resource, namespaced }: ResourceSummary,
  { name, namespace }: ObjectName,
  { context, defaultNamespace }: { context: string; defaultNamespace: string },
): ObjectRef {
  const given = namespace === '_' ? undefined : namespace;
  return {
    context,
    ...(namespaced ? { namespace: given ?? defaultNamespace } : {}),
    group,
    version,
    resource,
    name,
  };
}
