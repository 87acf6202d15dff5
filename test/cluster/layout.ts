import { generateKeyPairSync } from 'node:crypto';
import { chmod, mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatTokenFile, type Tokens } from './access';
import { auditPolicy } from './audit';
import type { ComponentName, Programs } from './binary';
import { reservePort, type ReservedPort } from './ports';
import { runProgram } from './runProgram';

/** Where a control plane keeps its files and listens. Every file is below `folder`. */
export interface Layout {
  folder: string;
  /** Where each component serves. */
  ports: Readonly<Record<ComponentName, ReservedPort>>;
  etcdPeerPort: ReservedPort;
  etcdUrl: string;
  /** The API server's URL. */
  server: string;
  /** Holds `apiserver.crt` and `apiserver.key`, which the API server writes itself, once. */
  certificateFolder: string;
  /** The certificate to trust; the issuer's is in it. */
  caFile: string;
  certificateKeyFile: string;
  serviceAccountKey: string;
  tokenFile: string;
  auditPolicy: string;
  auditLog: string;
  kwokStages: string;
  /** A program that runs kubectl, for machines without one. */
  kubectlFile: string;
  /** HOME of the programs, so that they leave the user's alone. */
  homeFolder: string;
}

/** Makes a folder of its own among the temporary ones and reserves ports. */
export async function makeLayout(): Promise<Layout> {
  const folder = await mkdtemp(join(tmpdir(), 'kubernetes-live-edit-cluster-'));
  const ports = {
    etcd: await reservePort(),
    'kube-apiserver': await reservePort(),
    'kube-controller-manager': await reservePort(),
    'kube-scheduler': await reservePort(),
    kwok: await reservePort(),
  };
  return {
    folder,
    ports,
    etcdPeerPort: await reservePort(),
    etcdUrl: `http://127.0.0.1:${ports.etcd.port}`,
    server: `https://127.0.0.1:${ports['kube-apiserver'].port}`,
    certificateFolder: join(folder, 'certificates'),
    caFile: join(folder, 'certificates', 'apiserver.crt'),
    certificateKeyFile: join(folder, 'certificates', 'apiserver.key'),
    serviceAccountKey: join(folder, 'service-account.key'),
    tokenFile: join(folder, 'tokens.csv'),
    auditPolicy: join(folder, 'audit-policy.yaml'),
    auditLog: join(folder, 'audit.log'),
    kwokStages: join(folder, 'kwok-stages.yaml'),
    kubectlFile: join(folder, 'bin', 'kubectl'),
    homeFolder: join(folder, 'home'),
  };
}

/** Lets go of the ports that were not used. */
export async function releasePorts(layout: Layout): Promise<void> {
  for (const port of [...Object.values(layout.ports), layout.etcdPeerPort]) await port.release();
}

/** The kubeconfig of a user or component. */
export function kubeconfigFile(layout: Layout, name: string): string {
  return join(layout.folder, 'kubeconfigs', `${name}.yaml`);
}

/** The file that takes a component's outputs. */
export function logFile(layout: Layout, name: ComponentName): string {
  return join(layout.folder, 'logs', `${name}.log`);
}

/** Writes what the components read when they start, except for the kubeconfigs. */
export async function writeInputs(layout: Layout, tokens: Tokens, programs: Programs): Promise<void> {
  for (const name of ['bin', 'certificates', 'home', 'kubeconfigs', 'logs']) {
    await mkdir(join(layout.folder, name));
  }
  const { privateKey } = generateKeyPairSync('ec', {
    namedCurve: 'prime256v1',
    privateKeyEncoding: { type: 'sec1', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  await writeFile(layout.serviceAccountKey, privateKey, { mode: 0o600 });
  await writeFile(layout.tokenFile, formatTokenFile(tokens), { mode: 0o600 });
  await writeFile(layout.auditPolicy, auditPolicy);
  await writeFile(layout.auditLog, '', { mode: 0o600 });
  await writeFile(
    layout.kubectlFile,
    `#!/bin/sh\nexec ${programs.commandOf('kubectl').map(quote).join(' ')} "$@"\n`,
  );
  await chmod(layout.kubectlFile, 0o755);
}

/** Writes the stages by which kwok makes nodes and pods ready. */
export async function writeKwokStages(layout: Layout, programs: Programs): Promise<void> {
  const [command, ...args] = programs.commandOf('kwok-stages');
  const { stdout } = await runProgram({ command, args });
  await writeFile(layout.kwokStages, stdout);
}

function quote(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
