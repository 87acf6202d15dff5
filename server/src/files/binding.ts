import type { FileChoice } from '../protocol/files';
import type { FolderSettings } from '../protocol/settings';
import { connectBound } from '../session/boundCluster';
import type { Cluster, ClusterAddress, Clusters, Failure, Result } from '../session/ports';
import type { FileBinding } from './fileView';

/** Where the objects of a file go, and which cluster that is. */
export interface BoundFile {
  readonly kind: 'bound';
  readonly context: string;
  /** For objects that name none. */
  readonly namespace: string;
  readonly by: Extract<FileBinding, { kind: 'bound' }>['by'];
  /** Where the context led when it was decided: where it leads elsewhere later, nothing is read or written. */
  readonly address: ClusterAddress;
  /** Undefined while it is not known, or where it may not be read. */
  readonly clusterUid: string | undefined;
}

export type Binding = { readonly kind: 'binding' } | BoundFile | { kind: 'unbound'; failure: Failure };

/** What the user has said of a file, and what its folder's settings say. */
export interface BindingWishes {
  readonly choice: FileChoice | undefined;
  readonly folder: Pick<FolderSettings, 'manifestContext' | 'manifestNamespace'>;
}

/**
 * Where a file goes: as the user has chosen, else as its folder says, else the current context. A file that was bound
 * by the current context keeps that context and its cluster, whichever is the current one now. Asks no cluster.
 */
export async function bindFile(
  { choice, folder }: BindingWishes,
  { clusters, before }: { clusters: Clusters; before: BoundFile | undefined },
): Promise<Binding> {
  const contexts = await clusters.contexts();
  if (contexts.kind === 'failed') return { kind: 'unbound', failure: contexts.failure };
  const named = choice?.context ?? (folder.manifestContext || undefined);
  const pinned = named === undefined && before?.by === 'currentContext' ? before : undefined;
  const context = named ?? pinned?.context ?? contexts.value.find(({ current }) => current)?.name;
  if (context === undefined) return { kind: 'unbound', failure: { kind: 'noCurrentContext' } };
  const wanted = choice === undefined ? folder.manifestNamespace : (choice.namespace ?? '');
  const own = contexts.value.find(({ name }) => name === context)?.namespace;
  const namespace = wanted || own || pinned?.namespace || 'default';
  if (pinned !== undefined) return { ...pinned, namespace };
  const cluster = await clusters.connect(context);
  if (cluster.kind === 'failed') return { kind: 'unbound', failure: cluster.failure };
  const by = choice !== undefined ? 'user' : named === undefined ? 'currentContext' : 'setting';
  return { kind: 'bound', context, namespace, by, address: cluster.value.address, clusterUid: undefined };
}

/** Whether other wishes decide a file anew: the user's always do, a folder's where the user has not chosen. */
export function decidesAnew(before: BindingWishes, after: BindingWishes): boolean {
  const [one, other] = [before.choice, after.choice];
  if (one?.context !== other?.context || one?.namespace !== other?.namespace) return true;
  if (other !== undefined) return false;
  return (
    before.folder.manifestContext !== after.folder.manifestContext ||
    before.folder.manifestNamespace !== after.folder.manifestNamespace
  );
}

/** A connection to the cluster of a bound file, as `connectBound`. */
export function connectFile(
  { context, address, clusterUid }: BoundFile,
  { clusters, signal }: { clusters: Clusters; signal: AbortSignal },
): Promise<Result<Cluster>> {
  return connectBound({ ref: { context }, address, clusterUid }, { clusters, signal });
}

/** The binding as features see it. */
export function viewBinding(binding: Binding): FileBinding {
  if (binding.kind !== 'bound') return binding;
  const { kind, context, namespace, by } = binding;
  return { kind, context, namespace, by };
}
