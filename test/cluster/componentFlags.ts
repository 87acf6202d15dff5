import { join } from 'node:path';
import type { Tokens } from './access';
import type { ApiRequest } from './apiRequest';
import type { ComponentName } from './binary';
import { kubeconfigFile, type Layout } from './layout';

/** The flags of a component. It listens on 127.0.0.1 alone. */
export function flagsOf(name: ComponentName, layout: Layout): string[] {
  const { ports, etcdUrl, serviceAccountKey } = layout;
  const etcdPeerUrl = `http://127.0.0.1:${layout.etcdPeerPort.port}`;
  const secureServing = ['--bind-address', '127.0.0.1', '--secure-port', String(ports[name].port)];
  const client = ['--kubeconfig', kubeconfigFile(layout, name)];
  switch (name) {
    case 'etcd':
      return [
        ...['--data-dir', join(layout.folder, 'etcd'), '--unsafe-no-fsync'],
        ...['--listen-client-urls', etcdUrl, '--advertise-client-urls', etcdUrl],
        ...['--listen-peer-urls', etcdPeerUrl, '--initial-advertise-peer-urls', etcdPeerUrl],
        ...['--initial-cluster', `default=${etcdPeerUrl}`],
      ];
    case 'kube-apiserver':
      return [
        ...secureServing,
        ...['--etcd-servers', etcdUrl, '--endpoint-reconciler-type', 'none'],
        ...['--cert-dir', layout.certificateFolder],
        ...['--service-account-key-file', serviceAccountKey],
        ...['--service-account-signing-key-file', serviceAccountKey],
        ...['--service-account-issuer', 'https://kubernetes.default.svc'],
        ...['--authorization-mode', 'RBAC', '--token-auth-file', layout.tokenFile],
        ...['--service-cluster-ip-range', '10.0.0.0/24', '--disable-admission-plugins', 'ServiceAccount'],
        ...['--audit-policy-file', layout.auditPolicy, '--audit-log-path', layout.auditLog],
      ];
    case 'kube-controller-manager':
      return [
        ...[...client, ...secureServing, '--leader-elect=false'],
        ...['--service-account-private-key-file', serviceAccountKey, '--root-ca-file', layout.caFile],
      ];
    case 'kube-scheduler':
      return [...client, ...secureServing, '--leader-elect=false'];
    case 'kwok':
      return [
        ...[...client, '--config', layout.kwokStages, '--manage-all-nodes'],
        ...['--node-ip', '127.0.0.1', '--server-address', `127.0.0.1:${ports.kwok.port}`],
      ];
  }
}

/** The request that a component answers with 200 once it is ready. */
export function readinessProbe(name: ComponentName, layout: Layout, tokens: Tokens): ApiRequest {
  switch (name) {
    case 'etcd':
      return { url: `${layout.etcdUrl}/health` };
    case 'kube-apiserver':
      return { url: `${layout.server}/readyz`, caFile: layout.caFile, token: tokens.admin };
    case 'kwok':
      return { url: `http://127.0.0.1:${layout.ports.kwok.port}/healthz` };
    default:
      return { url: `https://127.0.0.1:${layout.ports[name].port}/healthz` };
  }
}
