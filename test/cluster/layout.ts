import { generateKeyPairSync } from 'node:crypto';
import { chmod, mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatTokenFile, type Tokens } from './access';
import { auditPolicy } from './audit';
import type { ComponentName, Programs } from './binary';
import { findFreePorts } from './ports';
import { runProgram } from './runProgram';

/** Where a control plane keeps its files and listens. Everything is below `folder`. */
export interface Layout {
  folder: string;
  etcdUrl: string;
  etcdPeerUrl: string;
  /** The API server's URL. */
  server: string;
  ports: Readonly<Record<ComponentName, number>>;
  /** Holds `apiserver.crt` and `apiserver.key`, which the API server writes itself, once. */
  certificateFolder: string;
  /** The certificate to trust. */
  caFile: string;
  auditLog: string;
  /** A program that runs kubectl, for machines without one. */
  kubectlFile: string;
  /** HOME and caches of the programs, so that they leave the user's alone. */
  homeFolder: string;
}

/** Makes a folder of its own for temporary files and takes free ports. */
export async function makeLayout(): Promise<Layout> {
  const folder = await mkdtemp(join(tmpdir(), 'kubernetes-live-edit-cluster-'));
  const [etcd = 0, peer = 0, apiServer = 0, controllerManager = 0, scheduler = 0, kwok = 0] =
    await findFreePorts(6);
  return {
    folder,
    etcdUrl: `http://127.0.0.1:${etcd}`,
    etcdPeerUrl: `http://127.0.0.1:${peer}`,
    server: `https://127.0.0.1:${apiServer}`,
    ports: {
      etcd,
      'kube-apiserver': apiServer,
      'kube-controller-manager': controllerManager,
      'kube-scheduler': scheduler,
      kwok,
    },
    certificateFolder: join(folder, 'certificates'),
    caFile: join(folder, 'certificates', 'apiserver.crt'),
    auditLog: join(folder, 'audit.log'),
    kubectlFile: join(folder, 'bin', 'kubectl'),
    homeFolder: join(folder, 'home'),
  };
}

/** The kubeconfig of a user or component. */
export function kubeconfigFile(layout: Layout, name: string): string {
  return join(layout.folder, 'kubeconfigs', `${name}.yaml`);
}

/** The file that takes a component's outputs. */
export function logFile(layout: Layout, name: ComponentName): string {
  return join(layout.folder, 'logs', `${name}.log`);
}

/** Writes what the components read when they start. */
export async function writeInputs(layout: Layout, tokens: Tokens, programs: Programs): Promise<void> {
  const { folder, certificateFolder, homeFolder, kubectlFile } = layout;
  for (const name of [
    certificateFolder,
    homeFolder,
    join(folder, 'bin'),
    join(folder, 'logs'),
    join(folder, 'kubeconfigs'),
  ]) {
    await mkdir(name);
  }
  const { privateKey } = generateKeyPairSync('ec', {
    namedCurve: 'prime256v1',
    privateKeyEncoding: { type: 'sec1', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  await writeFile(join(folder, 'service-account.key'), privateKey, { mode: 0o600 });
  await writeFile(join(folder, 'tokens.csv'), formatTokenFile(tokens), { mode: 0o600 });
  await writeFile(join(folder, 'audit-policy.yaml'), auditPolicy);
  await writeFile(layout.auditLog, '', { mode: 0o600 });
  await writeFile(
    kubectlFile,
    `#!/bin/sh\nexec ${programs.commandOf('kubectl').map(quote).join(' ')} "$@"\n`,
  );
  await chmod(kubectlFile, 0o755);
}

/** Writes the stages by which kwok makes nodes and pods ready. */
export async function writeKwokStages(layout: Layout, programs: Programs): Promise<void> {
  const [command, ...args] = programs.commandOf('kwok-stages');
  const { stdout } = await runProgram({ command, args });
  await writeFile(join(layout.folder, 'kwok-stages.yaml'), stdout);
}

/** The flags of a component. Only 127.0.0.1 is listened on. */
export function flagsOf(name: ComponentName, layout: Layout): string[] {
  const { folder, etcdUrl, etcdPeerUrl, certificateFolder, caFile } = layout;
  const serviceAccountKey = join(folder, 'service-account.key');
  const secureServing = ['--bind-address', '127.0.0.1', '--secure-port', String(layout.ports[name])];
  const client = ['--kubeconfig', kubeconfigFile(layout, name)];
  switch (name) {
    case 'etcd':
      return [
        ...['--data-dir', join(folder, 'etcd'), '--unsafe-no-fsync'],
        ...['--listen-client-urls', etcdUrl, '--advertise-client-urls', etcdUrl],
        ...['--listen-peer-urls', etcdPeerUrl, '--initial-advertise-peer-urls', etcdPeerUrl],
        ...['--initial-cluster', `default=${etcdPeerUrl}`],
      ];
    case 'kube-apiserver':
      return [
        ...secureServing,
        ...['--etcd-servers', etcdUrl, '--endpoint-reconciler-type', 'none', '--cert-dir', certificateFolder],
        ...[
          '--service-account-key-file',
          serviceAccountKey,
          '--service-account-signing-key-file',
          serviceAccountKey,
        ],
        ...['--service-account-issuer', 'https://kubernetes.default.svc'],
        ...['--authorization-mode', 'RBAC', '--token-auth-file', join(folder, 'tokens.csv')],
        ...['--service-cluster-ip-range', '10.0.0.0/24', '--disable-admission-plugins', 'ServiceAccount'],
        ...['--audit-policy-file', join(folder, 'audit-policy.yaml'), '--audit-log-path', layout.auditLog],
      ];
    case 'kube-controller-manager':
      return [
        ...[...client, ...secureServing, '--leader-elect=false'],
        ...['--service-account-private-key-file', serviceAccountKey, '--root-ca-file', caFile],
      ];
    case 'kube-scheduler':
      return [...client, ...secureServing, '--leader-elect=false'];
    case 'kwok':
      return [
        ...[...client, '--config', join(folder, 'kwok-stages.yaml'), '--manage-all-nodes'],
        ...['--node-ip', '127.0.0.1', '--server-address', `127.0.0.1:${layout.ports.kwok}`],
      ];
  }
}

function quote(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
