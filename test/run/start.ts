import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Defer } from './cleanUp';
import { prepareCluster } from './clusterToTry';
import { openEditor } from './editorToTry';
import { workUntilInterrupted } from './interruption';
import { readStartArguments, startUsage } from './startArguments';
import type { StartArguments } from './startArguments';

async function start(wanted: StartArguments, defer: Defer): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'kubernetes-live-edit-start-'));
  defer(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }));
  const cluster = await prepareCluster({ wanted, folder, defer });
  const editor = await openEditor({ wanted, folder, environment: cluster.environment, defer });
  console.log(
    ['', `VS Code is open ${editor.place}`, '', ...cluster.hints, '', 'Ctrl+C stops everything.'].join('\n'),
  );
  const code = await editor.ended;
  if (code !== 0) throw new Error(`VS Code ended with code ${code}:\n${editor.output().slice(-3000)}`);
  console.log('VS Code was closed.');
}

async function main(): Promise<number> {
  const wanted = readStartArguments(process.argv.slice(2));
  if (wanted.kind !== 'start') {
    console.log(wanted.kind === 'help' ? startUsage : `${wanted.sentence}\n\n${startUsage}`);
    return wanted.kind === 'help' ? 0 : 2;
  }
  try {
    await workUntilInterrupted((defer) => start(wanted.value, defer));
    return 0;
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    return 1;
  }
}

// Exits at once: work that was interrupted may still be waiting for something.
void main().then((code) => process.exit(code));
