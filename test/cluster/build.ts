import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { ControlPlaneError } from './errors';
import { startOwnerGuard, type OwnerGuard } from './ownerGuard';

const kubernetesVersion = 'v1.37.2';
const [, major, minor] = kubernetesVersion.split('.');
const versionPackage = 'k8s.io/component-base/version';

/** The flags of `go build`. Without the version kube-controller-manager refuses to start. */
export const buildArguments: readonly string[] = [
  '-trimpath',
  `-ldflags=-s -w -X ${versionPackage}.gitVersion=${kubernetesVersion} -X ${versionPackage}.gitMajor=${major ?? ''} -X ${versionPackage}.gitMinor=${minor ?? ''}`,
];

const whatToInstall =
  'Install Go 1.26 or later (https://go.dev/dl/) and see that `go` is on the PATH, ' +
  'or set KUBEBUILDER_ASSETS to a folder with etcd, kube-apiserver and kubectl, as setup-envtest fills it.';

export interface Build {
  sourceFolder: string;
  /** The file to make. It appears whole or not at all, also where two builds make it at once. */
  binary: string;
  report: (line: string) => void;
  environment: NodeJS.ProcessEnv;
  /** Milliseconds between two reports of progress; 15 seconds where not given. */
  reportInterval?: number;
}

/** Builds the Go module with progress reported. Throws a ControlPlaneError where Go is missing or fails. */
export async function buildBinary(build: Build): Promise<void> {
  await mkdir(dirname(build.binary), { recursive: true });
  const folder = await mkdtemp(`${build.binary}-unfinished-`);
  const guard = await startOwnerGuard(folder);
  build.report(
    'Building etcd, Kubernetes and kwok from the Go module proxy. The first build takes about ten minutes, ' +
      'mostly compiling; later ones start from a cache.',
  );
  try {
    const unfinished = join(folder, 'control-plane');
    await runGo(build, unfinished, guard);
    await rename(unfinished, build.binary);
  } finally {
    await guard.release();
  }
}

async function runGo(build: Build, output: string, guard: OwnerGuard): Promise<void> {
  const begin = Date.now();
  const lines: string[] = [];
  let downloaded = 0;
  let compiled = 0;
  const progress = () =>
    `${formatDuration(Date.now() - begin)}: ${downloaded} modules downloaded, ${compiled} packages compiled`;
  const timer = setInterval(
    () => build.report(`Building the control plane, ${progress()}`),
    build.reportInterval ?? 15_000,
  );
  try {
    const code = await new Promise<number>((resolve, reject) => {
      // -v names each package as it is compiled
      const go = spawn('go', ['build', '-v', ...buildArguments, '-o', output, '.'], {
        cwd: build.sourceFolder,
        env: { ...build.environment, CGO_ENABLED: '0' },
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      createInterface(go.stderr).on('line', (line) => {
        if (line.startsWith('go: downloading')) downloaded += 1;
        else compiled += 1;
        lines.push(line);
      });
      go.on('error', reject);
      if (go.pid !== undefined) guard.protect([go.pid]);
      go.on('close', (exitCode) => {
        guard.protect([]);
        resolve(exitCode ?? 1);
      });
    });
    if (code !== 0) {
      throw new ControlPlaneError(`go build failed:\n${lines.slice(-20).join('\n')}\n${whatToInstall}`);
    }
    build.report(`Built the control plane, ${progress()}`);
  } catch (error) {
    if (error instanceof ControlPlaneError) throw error;
    throw new ControlPlaneError(`Cannot run go to build the control plane. ${whatToInstall}`, {
      cause: error,
    });
  } finally {
    clearInterval(timer);
  }
}

/** A duration in milliseconds as `2 min 5 s`. */
function formatDuration(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
