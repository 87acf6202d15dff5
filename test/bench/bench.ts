import { cpus, loadavg } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type ControlPlane, startControlPlane } from '../cluster/controlPlane';
import type { Defer } from '../run/cleanUp';
import { workUntilInterrupted } from '../run/interruption';
import { runQuietly, showStep } from '../run/steps';
import { activationFigure } from './activation';
import { benchContext } from './benchObjects';
import { changeFigure } from './change';
import type { Bench, Figure, PackedExtension, Row } from './figure';
import { filesFigure } from './files';
import { gitFigure } from './gitMerge';
import { manyObjectsFigure } from './manyObjects';
import { memoryFigure } from './memory';
import { mergeFigure } from './merge';
import { movedFigure } from './moved';
import { openFigure } from './open';
import { saveFigure } from './save';
import { sizeFigure } from './size';
import { formatTable } from './table';
import { typingFigure } from './typing';
import { writersFigure } from './writers';

const figures: readonly Figure[] = [
  openFigure,
  saveFigure,
  movedFigure,
  writersFigure,
  changeFigure,
  typingFigure,
  activationFigure,
  sizeFigure,
  memoryFigure,
  manyObjectsFigure,
  mergeFigure,
  gitFigure,
  filesFigure,
];

const usage = `Usage: npm run bench -- [--quick] [FIGURE…]
  FIGURE   one or several of ${figures.map(({ name }) => name).join(', ')}; all where none is given
  --quick  a tenth of the measurements, to see that it works`;

interface Wanted {
  figures: readonly Figure[];
  quick: boolean;
}

async function measure({ figures: wanted, quick }: Wanted, defer: Defer): Promise<void> {
  const bench = prepareBench(defer, { quick });
  const before = loadavg()[0] ?? 0;
  const rows: Row[] = [];
  for (const figure of wanted) {
    rows.push(...(await showStep(`Measuring: ${figure.name}`, () => figure.measure(bench))));
  }
  const machine = { cores: cpus().length, node: process.version, load: [before, loadavg()[0] ?? 0] };
  console.log(`\n${formatTable(rows)}\n`);
  const [first = 0, last = 0] = machine.load;
  console.log(
    `${machine.cores} cores, Node ${machine.node}; load average ${first.toFixed(1)} before and ${last.toFixed(1)} after.`,
  );
  console.log(
    'Left out as warm-up: of open, save, moved, writers, change, merge and the applies of files as many as a sixth of the samples, of activation the first window.',
  );
  console.log(JSON.stringify({ machine, rows }));
}

function prepareBench(defer: Defer, { quick }: { quick: boolean }): Bench {
  const root = resolve(__dirname, '../..');
  let controlPlane: Promise<ControlPlane> | undefined;
  let packed: Promise<PackedExtension> | undefined;
  const start = async (): Promise<ControlPlane> => {
    const started = await startControlPlane({ name: benchContext, report: (line) => console.log(line) });
    defer(() => started.stop());
    return started;
  };
  const pack = async (): Promise<PackedExtension> => {
    await runQuietly('npm', ['run', '--silent', 'package'], { cwd: root });
    return {
      vsix: resolve(root, 'kubernetes-live-edit.vsix'),
      clientBundle: resolve(root, 'client/out/extension.js'),
      serverBundle: resolve(root, 'server/out/main.js'),
    };
  };
  return {
    controlPlane: () => (controlPlane ??= showStep('Starting a Kubernetes control plane', start)),
    packed: () => (packed ??= showStep('Building and packing the extension', pack)),
    rounds: (full) => (quick ? Math.ceil(full / 10) : full),
    defer,
  };
}

/** What was asked for, or undefined where the arguments cannot be understood. */
function readArguments(given: string[]): Wanted | undefined {
  try {
    const { values, positionals } = parseArgs({
      args: given,
      options: { quick: { type: 'boolean' } },
      allowPositionals: true,
    });
    const found = positionals.flatMap((wanted) => figures.find(({ name }) => name === wanted) ?? []);
    if (found.length < positionals.length) return undefined;
    return { figures: found.length === 0 ? figures : found, quick: values.quick === true };
  } catch {
    return undefined;
  }
}

async function main(): Promise<number> {
  const wanted = readArguments(process.argv.slice(2));
  if (wanted === undefined) {
    console.error(usage);
    return 2;
  }
  try {
    const outcome = await workUntilInterrupted((defer) => measure(wanted, defer));
    return outcome.kind === 'done' ? 0 : 130;
  } catch (error) {
    console.error(error);
    return 1;
  }
}

// Exits at once: work that was interrupted may still be waiting for something.
void main().then((code) => process.exit(code));
