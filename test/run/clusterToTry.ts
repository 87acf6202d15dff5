import { dirname } from 'node:path';
import type { Defer } from './cleanUp';
import { startDemoCluster } from './demoCluster';
import { prepareKubeconfig } from './ownCluster';
import type { StartArguments } from './startArguments';

/** A cluster to try the extension on: the variables that name it, and what to do with it. */
export interface ClusterToTry {
  environment: NodeJS.ProcessEnv;
  hints: string[];
}

/** The reader's own cluster, or a new one with demo objects. Throws a sentence for the reader where that fails. */
export async function prepareCluster(options: {
  wanted: StartArguments;
  folder: string;
  defer: Defer;
}): Promise<ClusterToTry> {
  const { wanted, folder, defer } = options;
  if (wanted.ownCluster !== undefined) {
    const { kubeconfig, context } = wanted.ownCluster;
    const selection = [
      ...(kubeconfig === undefined ? [] : ['--kubeconfig', kubeconfig]),
      ...(context === undefined ? [] : ['--context', context]),
    ];
    return {
      environment: { KUBECONFIG: await prepareKubeconfig(wanted.ownCluster, folder) },
      hints: [
        'In it: F1, "Kubernetes Live Edit: Open Live Object…", then a context, a kind and an object. Ctrl+S saves it.',
        `A second terminal sees the same cluster: ${['kubectl', ...selection].join(' ')} get deployments -A`,
      ],
    };
  }
  const controlPlane = await startDemoCluster();
  defer(() => controlPlane.stop());
  const kubeconfig = controlPlane.kubeconfigs.admin;
  return {
    environment: { KUBECONFIG: kubeconfig },
    hints: [
      'In it: F1, "Kubernetes Live Edit: Open Live Object…", then Deployment, web. Change the image; Ctrl+S saves it.',
      'In a second terminal, look at it and change it from behind:',
      `  export KUBECONFIG=${kubeconfig} PATH=${dirname(controlPlane.kubectlFile)}:$PATH`,
      '  kubectl get deployment web -o wide',
      '  kubectl scale deployment web --replicas=5',
    ],
  };
}
