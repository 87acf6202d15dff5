import { limitedAccess, makeTokens, type Tokens } from './access';
import { isOk, sendRequest, type ApiAnswer, type ApiRequest } from './apiRequest';
import { readAuditLog, type AuditEvent } from './audit';
import { findPrograms, type ComponentName, type Programs } from './binary';
import { createComponent, type Component } from './component';
import { ControlPlaneError } from './errors';
import { compactEtcd } from './etcd';
import { writeKubeconfig } from './kubeconfig';
import {
  flagsOf,
  kubeconfigFile,
  logFile,
  makeLayout,
  writeInputs,
  writeKwokStages,
  type Layout,
} from './layout';
import { startOwnerGuard } from './ownerGuard';
import { runProgram, type ProgramResult } from './runProgram';

export interface ControlPlaneOptions {
  /** The context's name in the admin's kubeconfig, `test` where not given; the others have `-limited`, `-none` added. */
  name?: string;
  /** kube-controller-manager and kube-scheduler, too; without them objects are only stored. */
  controllers?: boolean;
  /** kwok, too: it makes nodes and pods ready. Needs the controllers to be of use. */
  kwok?: boolean;
  /** Takes lines for the reader of a terminal; standard error where not given. */
  report?: (line: string) => void;
}

export interface KubectlOptions {
  stdin?: string;
  /** The admin's where not given. */
  kubeconfig?: string;
}

/** A running Kubernetes control plane. Everything of it ends with this process, however this process ends. */
export interface ControlPlane {
  /** Its folder: logs, certificates, data. Further files may be put there; it goes with `stop`. */
  readonly folder: string;
  /** The API server's URL; a restart keeps it. */
  readonly server: string;
  /** The certificate authority of `server`. */
  readonly caFile: string;
  /** The API server's own certificate and key, valid for 127.0.0.1 and localhost: for a proxy before it. */
  readonly certificate: { readonly certificateFile: string; readonly keyFile: string };
  readonly tokens: Tokens;
  /** Kubeconfig files: all rights; get, list and update of a few kinds in one namespace; no right at all. */
  readonly kubeconfigs: { readonly admin: string; readonly limited: string; readonly none: string };
  /** A program that runs kubectl, to be called from a shell. */
  readonly kubectlFile: string;
  /** Runs kubectl to its end; a code other than 0 is a result like any other. */
  kubectl(args: readonly string[], options?: KubectlOptions): Promise<ProgramResult>;
  /** Sends one bare request to a path (with query) of the API server, as the admin unless a token is given. */
  request(request: Omit<ApiRequest, 'url' | 'caFile'> & { path: string }): Promise<ApiAnswer>;
  /** What was asked of the API server so far, except by the components. Restarts do not end the record. */
  audit(): Promise<AuditEvent[]>;
  /** Ids of the running components' processes. */
  processIds(): Partial<Record<ComponentName, number>>;
  /** Kills a component and waits until it has exited. */
  stopComponent(name: ComponentName): Promise<void>;
  startComponent(name: ComponentName): Promise<void>;
  restart(name: ComponentName): Promise<void>;
  /** Freezes a component: connections stay open, nothing is answered. */
  suspend(name: ComponentName): void;
  resume(name: ComponentName): void;
  /** Makes every resourceVersion so far too old to watch from. Restarts the API server. */
  compact(): Promise<void>;
  /** Ends all processes and removes the folder. May be called again. */
  stop(): Promise<void>;
}

/** Starts a control plane on free ports in a folder of its own. Throws a ControlPlaneError that says why it cannot. */
export async function startControlPlane(options: ControlPlaneOptions = {}): Promise<ControlPlane> {
  const {
    name = 'test',
    controllers = false,
    kwok = false,
    report = (line) => console.error(line),
  } = options;
  const programs = await findPrograms({
    needed: [
      'etcd',
      'kube-apiserver',
      'kubectl',
      ...(controllers ? (['kube-controller-manager', 'kube-scheduler'] as const) : []),
      ...(kwok ? (['kwok', 'kwok-stages'] as const) : []),
    ],
    report,
  });
  const layout = await makeLayout();
  const guard = await startOwnerGuard(layout.folder);
  const tokens = makeTokens();
  const admin = { caFile: layout.caFile, token: tokens.admin };
  const components = new Map<ComponentName, Component>();
  const component = (wanted: ComponentName): Component => {
    const found = components.get(wanted);
    if (found === undefined) throw new ControlPlaneError(`${wanted} is no part of this control plane.`);
    return found;
  };
  const pids = () => [...components.values()].flatMap(({ pid }) => pid ?? []);
  const add = (added: ComponentName) => {
    const [command, ...args] = programs.commandOf(added);
    const created = createComponent({
      name: added,
      command: [command, ...args, ...flagsOf(added, layout)],
      environment: ownEnvironment(layout),
      logFile: logFile(layout, added),
      isReady: () => isOk(readinessProbe(added, layout, tokens)),
      onProcessChanged: () => guard.protect(pids()),
    });
    components.set(added, created);
    return created;
  };
  let stopped: Promise<void> | undefined;
  const stop = () =>
    (stopped ??= Promise.all([...components.values()].map((each) => each.stop())).then(() =>
      guard.release(),
    ));
  const request: ControlPlane['request'] = ({ path, ...rest }) =>
    sendRequest({ ...admin, ...rest, url: `${layout.server}${path}` });

  const controlPlane: ControlPlane = {
    folder: layout.folder,
    server: layout.server,
    caFile: layout.caFile,
    certificate: { certificateFile: layout.caFile, keyFile: layout.caFile.replace(/crt$/, 'key') },
    tokens,
    kubeconfigs: {
      admin: kubeconfigFile(layout, 'admin'),
      limited: kubeconfigFile(layout, 'limited'),
      none: kubeconfigFile(layout, 'none'),
    },
    kubectlFile: layout.kubectlFile,
    kubectl: (args, kubectlOptions = {}) => runKubectl(programs, layout, args, kubectlOptions),
    request,
    audit: () => readAuditLog(layout.auditLog, (path) => isOk({ ...admin, url: `${layout.server}${path}` })),
    processIds: () =>
      Object.fromEntries(
        [...components].flatMap(([key, { pid }]) => (pid === undefined ? [] : [[key, pid]])),
      ),
    stopComponent: (stopping) => component(stopping).stop(),
    startComponent: (starting) => component(starting).start(),
    async restart(restarting) {
      await component(restarting).stop();
      await component(restarting).start();
    },
    suspend: (suspending) => component(suspending).signal('SIGSTOP'),
    resume: (resuming) => component(resuming).signal('SIGCONT'),
    async compact() {
      await component('kube-apiserver').stop();
      await compactEtcd(layout.etcdUrl);
      await component('kube-apiserver').start();
    },
    stop,
  };
  try {
    await writeInputs(layout, tokens, programs);
    await writeKubeconfigs(name, layout, tokens);
    await add('etcd').start();
    await add('kube-apiserver').start();
    await Promise.all([
      grantLimitedAccess(controlPlane),
      ...(controllers ? [add('kube-controller-manager').start(), add('kube-scheduler').start()] : []),
      ...(kwok ? [writeKwokStages(layout, programs).then(() => add('kwok').start())] : []),
    ]);
    return controlPlane;
  } catch (error) {
    await stop();
    throw error;
  }
}

/** What says that a component is ready. Unlike the API server's, the others' certificates are in memory only. */
function readinessProbe(
  name: ComponentName,
  { etcdUrl, server, caFile, ports }: Layout,
  tokens: Tokens,
): ApiRequest {
  switch (name) {
    case 'etcd':
      return { url: `${etcdUrl}/health` };
    case 'kube-apiserver':
      return { url: `${server}/readyz`, caFile, token: tokens.admin };
    case 'kwok':
      return { url: `http://127.0.0.1:${ports.kwok}/healthz` };
    default:
      return { url: `https://127.0.0.1:${ports[name]}/healthz` };
  }
}

async function writeKubeconfigs(name: string, layout: Layout, tokens: Tokens): Promise<void> {
  for (const [user, token] of Object.entries(tokens)) {
    const context = user === 'admin' ? name : `${name}-${user}`;
    await writeKubeconfig(kubeconfigFile(layout, user), [
      { context, server: layout.server, certificateAuthority: layout.caFile, user: { token } },
    ]);
  }
}

async function grantLimitedAccess(controlPlane: ControlPlane): Promise<void> {
  const { code, stderr } = await controlPlane.kubectl(['apply', '-f', '-'], { stdin: limitedAccess });
  if (code !== 0) throw new ControlPlaneError(`The limited user could not be made:\n${stderr}`);
}

function runKubectl(
  programs: Programs,
  layout: Layout,
  args: readonly string[],
  { stdin, kubeconfig = kubeconfigFile(layout, 'admin') }: KubectlOptions,
): Promise<ProgramResult> {
  const [command, ...first] = programs.commandOf('kubectl');
  return runProgram({
    command,
    args: [...first, ...args],
    environment: { ...ownEnvironment(layout), KUBECONFIG: kubeconfig },
    ...(stdin === undefined ? {} : { stdin }),
  });
}

function ownEnvironment(layout: Layout): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'], HOME: layout.homeFolder, CONTROL_PLANE_OWNER: String(process.pid) };
}
