import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

/** What `npm start` was asked to do. Without a cluster of the reader's own it starts one. */
export interface StartArguments {
  ownCluster?: OwnCluster;
  /** `desktop` only where there is one: see `findDesktop`. */
  editor: 'desktop' | 'browser';
}

/** A cluster that is there already. Without a file, what kubectl would take; without a context, the current one. */
export interface OwnCluster {
  kubeconfig?: string;
  context?: string;
}

/** How to call it. */
export const startUsage = `Usage: npm start -- [--kubeconfig FILE] [--context NAME] [--browser]
  without arguments: starts a Kubernetes control plane with demo objects, and VS Code
  --kubeconfig FILE  use the clusters of this kubeconfig instead and start none
  --context NAME     use this context, of FILE or of the kubeconfig that kubectl would take
  --browser          the VS Code in the browser even where a desktop one is installed`;

/** What the arguments mean, or a sentence that says what is wrong with them. */
export function readStartArguments(
  given: string[],
): { kind: 'start'; value: StartArguments } | { kind: 'help' } | { kind: 'wrong'; sentence: string } {
  let values;
  try {
    ({ values } = parseArgs({
      args: given,
      options: {
        kubeconfig: { type: 'string' },
        context: { type: 'string' },
        browser: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    }));
  } catch (error) {
    return { kind: 'wrong', sentence: error instanceof Error ? error.message : String(error) };
  }
  if (values.help === true) return { kind: 'help' };
  // npm runs scripts in the folder of package.json; paths are meant from where npm was called.
  const folder = process.env.INIT_CWD ?? process.cwd();
  const kubeconfig = values.kubeconfig === undefined ? undefined : resolve(folder, values.kubeconfig);
  if (kubeconfig !== undefined && !existsSync(kubeconfig)) {
    return { kind: 'wrong', sentence: `There is no file ${kubeconfig}.` };
  }
  const ownCluster: OwnCluster = {
    ...(kubeconfig === undefined ? {} : { kubeconfig }),
    ...(values.context === undefined ? {} : { context: values.context }),
  };
  return {
    kind: 'start',
    value: {
      editor: values.browser === true ? 'browser' : 'desktop',
      ...(Object.keys(ownCluster).length === 0 ? {} : { ownCluster }),
    },
  };
}
