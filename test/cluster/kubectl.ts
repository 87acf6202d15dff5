import type { Programs } from './binary';
import { kubeconfigFile, type Layout } from './layout';
import { runProgram, type ProgramResult } from './runProgram';

export interface KubectlOptions {
  stdin?: string;
  /** The admin's where not given. */
  kubeconfig?: string;
}

/** Runs kubectl to its end. A code other than 0 is a result like any other. */
export type Kubectl = (args: readonly string[], options?: KubectlOptions) => Promise<ProgramResult>;

/** The kubectl of a control plane; its caches stay in the control plane's folder. */
export function createKubectl(programs: Programs, layout: Layout, environment: NodeJS.ProcessEnv): Kubectl {
  const [command, ...first] = programs.commandOf('kubectl');
  return (args, { stdin = '', kubeconfig = kubeconfigFile(layout, 'admin') } = {}) =>
    runProgram({
      command,
      args: [...first, ...args],
      environment: { ...environment, KUBECONFIG: kubeconfig },
      stdin,
    });
}
