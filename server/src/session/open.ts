import { renderManifest } from '../manifest/render';
import { fieldAt } from '../merge/fieldAt';
import { builtinTopology } from '../merge/topology';
import type { ResourceSummary } from '../protocol/messages';
import type { ObjectRef } from '../protocol/objectRef';
import { fieldOwnership, hideFields } from './hiddenFields';
import { type LiveDocument, openDocument } from './liveDocument';
import type { ReadText } from './ours';
import type { Cluster, Clusters, Failure, Result } from './ports';
import { takeSnapshot } from './snapshot';

export interface OpenOptions {
  uri: string;
  ref: ObjectRef;
  clusters: Clusters;
  hiddenFields: readonly string[];
  read: ReadText;
  signal: AbortSignal;
}

/** Reads an object (a quorum read) and renders the text that its document begins with. */
export async function openObject(options: OpenOptions): Promise<Result<LiveDocument>> {
  const { uri, ref, clusters, hiddenFields, read, signal } = options;
  const connection = await clusters.connect(ref.context);
  if (connection.kind === 'failed') return connection;
  const cluster = connection.value;
  const [answer, resources, uid] = await Promise.all([
    cluster.get(ref, signal),
    cluster.resources({ signal }),
    cluster.uid(signal),
  ]);
  if (answer.kind === 'failed')
    return { kind: 'failed', failure: await explainNotFound(answer.failure, ref, { cluster, signal }) };
  const base = takeSnapshot(answer.value);
  const served =
    resources.kind === 'ok' ? resources.value.find((resource) => isResource(resource, ref)) : undefined;
  // Without discovery: an object that has a status is taken for one whose status is the server's.
  const hasStatus = served?.subresources.includes('status') ?? fieldAt(base.object, ['status']) !== undefined;
  const ownership = fieldOwnership(hiddenFields, { hasStatus, subresource: ref.subresource });
  const text = renderManifest(hideFields(base.object, ownership));
  const clusterUid = uid.kind === 'ok' ? uid.value : undefined;
  const topology = builtinTopology; // the schema may arrive later
  const { address } = cluster;
  const subresources = served?.subresources ?? [];
  const origin = { address, clusterUid, ownership, topology };
  const document = openDocument({ ...origin, uri, ref, subresources, read, base, text });
  return { kind: 'ok', value: document };
}

/** A 404 is the answer for a missing object and for what is not served at all: discovery tells which. */
async function explainNotFound(
  failure: Failure,
  ref: ObjectRef,
  { cluster, signal }: { cluster: Cluster; signal: AbortSignal },
): Promise<Failure> {
  if (failure.kind !== 'status' || failure.status.code !== 404) return failure;
  const resources = await cluster.resources({ refresh: true, signal });
  if (resources.kind === 'failed') return failure;
  const { context, group, version, subresource } = ref;
  const resource = { group, version, resource: ref.resource };
  const served = resources.value.find((one) => isResource(one, ref));
  if (served === undefined) {
    const elsewhere = resources.value.filter((one) => one.resource === ref.resource);
    return { kind: 'notServed', context, resource, elsewhere };
  }
  return subresource === undefined || served.subresources.includes(subresource)
    ? failure
    : { kind: 'noSubresource', context, resource, subresource };
}

function isResource(one: ResourceSummary, other: ObjectRef): boolean {
  return one.group === other.group && one.version === other.version && one.resource === other.resource;
}
