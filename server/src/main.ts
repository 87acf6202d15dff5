import { setTimeout as wait } from 'node:timers/promises';
import { createConnection, ProposedFeatures } from 'vscode-languageserver/node';
import { createClusters } from './cluster/clusters';
import { giveMemoryBack } from './memory';
import { version } from './protocol/version';
import { startServer } from './server';
import { isNextToChart } from './storage/charts';
import { createDrafts } from './storage/drafts';

giveMemoryBack();
// It is for this process: the programs that it runs to sign in take memory as they like.
delete process.env['MALLOC_ARENA_MAX'];

startServer(createConnection(ProposedFeatures.all), {
  createClusters: ({ settings, log }) =>
    createClusters({
      kubeconfig: () => settings().kubeconfig,
      requestTimeoutMilliseconds: () => settings().requestTimeoutSeconds * 1_000,
      environment: process.env,
      log,
      version,
    }),
  createDrafts: ({ folder, key }, log) => createDrafts({ folder, key: Buffer.from(key, 'base64'), log }),
  isNextToChart,
  clock: {
    now: () => Date.now(),
    sleep: (milliseconds, signal) => wait(milliseconds, undefined, { signal }).catch(() => undefined),
  },
  random: () => Math.random(),
});
