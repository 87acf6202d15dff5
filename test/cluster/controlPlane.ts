import { limitedAccess, makeTokens, type Tokens, type UserName } from './access';
import { sendRequest, type ApiAnswer, type ApiRequest } from './apiRequest';
import { readAuditLog, type AuditEvent } from './audit';
import { findPrograms, type ComponentName } from './binary';
import { createComponentSet } from './componentSet';
import { ControlPlaneError } from './errors';
import { compactEtcd } from './etcd';
import { writeKubeconfig, type KubeconfigContext } from './kubeconfig';
import { createKubectl, type Kubectl } from './kubectl';
import { kubeconfigFile, makeLayout, releasePorts, writeInputs, writeKwokStages } from './layout';
import { startOwnerGuard } from './ownerGuard';

export interface ControlPlaneOptions {
  /** The context of the admin's kubeconfig, `test` where not given; the other users' have `-limited`, `-none` added. */
  name?: string;
  /** The default namespace of the contexts. */
  namespace?: string;
  /** kube-controller-manager and kube-scheduler, too; without them objects are only stored. */
  controllers?: boolean;
  /** kwok, too: it makes nodes and pods ready, so that with the controllers rollouts progress. */
  kwok?: boolean;
  /** Takes lines for the reader of a terminal; standard error where not given. */
  report?: (line: string) => void;
}

/** A running Kubernetes control plane. It ends with the process that started it, however that process ends. */
export interface ControlPlane {
  /** Its folder: logs, certificates, data. Further files may be put there; it goes with `stop`. */
  readonly folder: string;
  /** The API server's URL; a restart keeps it. */
  readonly server: string;
  /** Where etcd answers JSON over HTTP. */
  readonly etcdUrl: string;
  /** The certificate authority of `server`. */
  readonly caFile: string;
  /** The API server's certificate and key, valid for 127.0.0.1 and localhost: for a proxy before it. */
  readonly certificate: { readonly certificateFile: string; readonly keyFile: string };
  readonly tokens: Tokens;
  /** Kubeconfig files: all rights; get, list and update of a few kinds in one namespace; no right at all. */
  readonly kubeconfigs: Readonly<Record<'admin' | 'limited' | 'none', string>>;
  /** A program that runs kubectl, to be called from a shell. */
  readonly kubectlFile: string;
  readonly kubectl: Kubectl;
  /** What a kubeconfig says of a user, for `writeKubeconfig`; `changes` replace fields of it. */
  readonly contextOf: (user: UserName, changes?: Partial<KubeconfigContext>) => KubeconfigContext;
  /** Sends one bare request to a path (with query) of the API server, as the admin unless a token is given. */
  readonly request: (request: Omit<ApiRequest, 'url' | 'caFile'> & { path: string }) => Promise<ApiAnswer>;
  /** Every request answered so far, except the components'. Restarts do not end the record. */
  readonly audit: () => Promise<AuditEvent[]>;
  /** Where that record is, for `readAuditLog` in another process. */
  readonly auditLogFile: string;
  /** The running components' processes, suspended ones among them. */
  readonly processIds: () => Partial<Record<ComponentName, number>>;
  /** Kills a component and resolves when it has exited. */
  readonly stopComponent: (name: ComponentName) => Promise<void>;
  /** Starts a stopped component again, on the same port, and resolves when it is ready. */
  readonly startComponent: (name: ComponentName) => Promise<void>;
  /** Kills a component and starts it again. */
  readonly restart: (name: ComponentName) => Promise<void>;
  /** Freezes a component: its connections stay open, nothing is answered. */
  readonly suspend: (name: ComponentName) => void;
  readonly resume: (name: ComponentName) => void;
  /** Makes every resourceVersion so far too old to watch from. Restarts the API server. */
  readonly compact: () => Promise<void>;
  /** Ends all processes and removes the folder. May be called again. */
  readonly stop: () => Promise<void>;
}

/**
 * Starts a control plane on free ports in a folder of its own. Throws a ControlPlaneError that says why it cannot.
 * To be called on the main thread: on Linux the components end with the thread that started them.
 */
export async function startControlPlane(options: ControlPlaneOptions = {}): Promise<ControlPlane> {
  const { name = 'test', report = (line) => console.error(line) } = options;
  const behind: ComponentName[] = [
    ...(options.controllers ? (['kube-controller-manager', 'kube-scheduler'] as const) : []),
    ...(options.kwok ? (['kwok'] as const) : []),
  ];
  const programs = await findPrograms({
    needed: [
      'etcd',
      'kube-apiserver',
      'kubectl',
      ...behind,
      ...(options.kwok ? (['kwok-stages'] as const) : []),
    ],
    report,
  });
  const layout = await makeLayout();
  const guard = await startOwnerGuard(layout.folder);
  const tokens = makeTokens();
  const environment = {
    PATH: process.env['PATH'],
    HOME: layout.homeFolder,
    CONTROL_PLANE_OWNER: String(process.pid), // owner.go
  };
  const components = createComponentSet({
    layout,
    programs,
    tokens,
    environment,
    onProcessesChanged: (pids) => guard.protect(pids),
  });
  const kubectl = createKubectl(programs, layout, environment);

  const contextOf: ControlPlane['contextOf'] = (user, changes) => ({
    context: user === 'admin' ? name : `${name}-${user}`,
    ...(options.namespace === undefined ? {} : { namespace: options.namespace }),
    server: layout.server,
    certificateAuthority: layout.caFile,
    user: { token: tokens[user] },
    ...changes,
  });
  const request: ControlPlane['request'] = ({ path, ...rest }) =>
    sendRequest({ token: tokens.admin, ...rest, url: `${layout.server}${path}`, caFile: layout.caFile });
  const restart: ControlPlane['restart'] = async (component) => {
    await components.get(component).stop();
    await components.get(component).start();
  };
  const stop = async () => {
    await components.stopAll();
    await guard.release();
    await releasePorts(layout);
  };

  try {
    await writeInputs(layout, tokens, programs);
    for (const user of Object.keys(tokens) as UserName[]) {
      await writeKubeconfig(kubeconfigFile(layout, user), [contextOf(user)]);
    }
    if (options.kwok) await writeKwokStages(layout, programs);
    await components.start('etcd');
    await components.start('kube-apiserver');
    await settleAll([grantLimitedAccess(kubectl), ...behind.map((component) => components.start(component))]);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    folder: layout.folder,
    server: layout.server,
    etcdUrl: layout.etcdUrl,
    caFile: layout.caFile,
    certificate: { certificateFile: layout.caFile, keyFile: layout.certificateKeyFile },
    tokens,
    kubeconfigs: {
      admin: kubeconfigFile(layout, 'admin'),
      limited: kubeconfigFile(layout, 'limited'),
      none: kubeconfigFile(layout, 'none'),
    },
    kubectlFile: layout.kubectlFile,
    kubectl,
    contextOf,
    request,
    audit: () => readAuditLog(layout.auditLog),
    auditLogFile: layout.auditLog,
    processIds: () => components.processIds(),
    stopComponent: (component) => components.get(component).stop(),
    startComponent: (component) => components.get(component).start(),
    restart,
    suspend: (component) => components.get(component).signal('SIGSTOP'),
    resume: (component) => components.get(component).signal('SIGCONT'),
    async compact() {
      await components.get('kube-apiserver').stop();
      await compactEtcd(layout.etcdUrl);
      await components.get('kube-apiserver').start();
    },
    stop,
  };
}

async function grantLimitedAccess(kubectl: Kubectl): Promise<void> {
  const { code, stderr } = await kubectl(['apply', '--validate=false', '-f', '-'], { stdin: limitedAccess });
  if (code !== 0) throw new ControlPlaneError(`The user with few rights could not be made:\n${stderr}`);
}

/** Waits for all of them, also where one fails: nothing may start behind the stop that follows. */
async function settleAll(promises: Promise<void>[]): Promise<void> {
  for (const result of await Promise.allSettled(promises)) {
    if (result.status === 'rejected') throw result.reason;
  }
}
