import { writeFile } from 'node:fs/promises';
import { stringify } from 'yaml';

/** One context of a kubeconfig with its own cluster and user, which bear the context's name unless named. */
export interface KubeconfigContext {
  context: string;
  cluster?: string;
  userName?: string;
  /** The context's default namespace. */
  namespace?: string;
  /** The API server's URL, or that of a proxy before it. */
  server: string;
  /** Written as given: an absolute path, or one relative to the kubeconfig's folder. */
  certificateAuthority?: string;
  /** Further fields of the cluster, e.g. `{ 'insecure-skip-tls-verify': true }`. */
  clusterFields?: Record<string, unknown>;
  /** The user as a kubeconfig has it, e.g. `{ token }` or `{ exec: { … } }`. */
  user: Record<string, unknown>;
}

/** Writes a kubeconfig (mode 0600) with these contexts. The first is the current one unless `current` names another. */
export async function writeKubeconfig(
  file: string,
  contexts: readonly [KubeconfigContext, ...KubeconfigContext[]],
  current: string = contexts[0].context,
): Promise<void> {
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': current,
    contexts: contexts.map(({ context, cluster = context, userName = context, namespace }) => ({
      name: context,
      context: { cluster, user: userName, ...(namespace === undefined ? {} : { namespace }) },
    })),
    clusters: contexts.map(({ context, cluster = context, server, certificateAuthority, clusterFields }) => ({
      name: cluster,
      cluster: {
        server,
        ...(certificateAuthority === undefined ? {} : { 'certificate-authority': certificateAuthority }),
        ...clusterFields,
      },
    })),
    users: contexts.map(({ context, userName = context, user }) => ({ name: userName, user })),
  };
  await writeFile(file, stringify(config), { mode: 0o600 });
}
