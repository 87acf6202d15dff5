import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { JsonValue } from '../../server/src/merge/json';
import { createBareApi } from './bareApi';
import { createBenchObject } from './benchObjects';
import type { Bench, Figure, Row } from './figure';
import { interleave, timeOf } from './interleave';
import { type Bundle, bundleModule } from './bundle';
import { makeDeepObjects, makeRouteTables, type MergeInput } from './mergeObjects';
import type * as mergeWork from './mergeWork';
import { inKilobytes, megabytes, milliseconds } from './quantities';
import { summarize } from './statistics';

type Work = Bundle<typeof mergeWork>;

const routeCount = 10_000;
const depth = 1_000;

/**
 * Merging three versions of an object, against one `parseDocument` of the package `yaml` of the same text. In all:
 * with reading the text of ours and editing it to what the merge came to.
 */
export const mergeFigure: Figure = {
  name: 'merge',
  measure: async (bench) => {
    const bundle = await bundleModule<typeof mergeWork>('bench/mergeWork', bench.defer);
    return [
      ...(await measureLarge(bench, bundle)),
      ...(await measureMemory(bench, bundle)),
      await measureSmall(bench, bundle),
      await measureDeep(bundle),
    ];
  },
};

async function measureLarge(bench: Bench, { exports: { prepareMerge } }: Work): Promise<Row[]> {
  const single = makeRouteTables(routeCount);
  const [one, two] = [prepareMerge(single), prepareMerge(makeRouteTables(2 * routeCount))];
  const measured = await interleave(
    {
      parse: () => measureTime(one.parseYaml),
      merge: () => measureTime(one.mergeObjects),
      text: () => measureTime(one.mergeText),
      mergeTwice: () => measureTime(two.mergeObjects),
      textTwice: () => measureTime(two.mergeText),
    },
    { rounds: bench.rounds(30), warmUp: bench.rounds(5) },
  );
  const ratios = (dividend: keyof typeof measured, divisor: keyof typeof measured) =>
    summarize(measured[dividend].map((time, round) => time / measured[divisor][round]!));
  const size = `of ${inKilobytes(single.versions.base.length)} JSON with ${routeCount} keyed elements`;
  const medians = {
    merge: milliseconds(measured.merge),
    'in all': milliseconds(measured.text),
    'yaml parse': milliseconds(measured.parse),
  };
  const common = { unit: '×', judgedBy: 'median' } as const;
  const twice = { target: '≤ 2.5 × single size', limit: 2.5, ...common };
  return [
    {
      figure: `merge three objects ${size}`,
      target: '≤ 1 × yaml parse',
      limit: 1,
      measured: ratios('merge', 'parse'),
      medians,
      ...common,
    },
    {
      figure: `in all, with reading and editing ${inKilobytes(one.text.length)} of text`,
      target: '≤ 2 × yaml parse',
      limit: 2,
      measured: ratios('text', 'parse'),
      medians,
      ...common,
    },
    {
      figure: 'merge objects of double size',
      measured: ratios('mergeTwice', 'merge'),
      medians: { double: milliseconds(measured.mergeTwice), single: medians.merge },
      ...twice,
    },
    {
      figure: 'in all at double size',
      measured: ratios('textTwice', 'text'),
      medians: { double: milliseconds(measured.textTwice), single: medians['in all'] },
      ...twice,
    },
  ];
}

/** Each peak is that of a fresh process; see `heapPeak.mjs`. */
async function measureMemory(bench: Bench, { file, exports: { prepareMerge } }: Work): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'kubernetes-live-edit-bench-'));
  bench.defer(() => rm(folder, { recursive: true, force: true }));
  const input = makeRouteTables(routeCount);
  const inputFile = join(folder, 'input.json');
  await writeFile(inputFile, JSON.stringify(input));
  const textBytes = Buffer.byteLength(prepareMerge(input).text);
  const { base, ours, theirs } = input.versions;
  const bytes = [base, ours, theirs].reduce((sum, json) => sum + Buffer.byteLength(json), textBytes);
  const peaks: Record<'mergeObjects' | 'mergeText' | 'parseYaml', number[]> = {
    mergeObjects: [],
    mergeText: [],
    parseYaml: [],
  };
  for (let round = 0; round < bench.rounds(5); round += 1)
    for (const work of ['mergeObjects', 'mergeText', 'parseYaml'] as const)
      peaks[work].push(await measurePeak(file, inputFile, work));
  const median = (work: keyof typeof peaks) => summarize(peaks[work]).median;
  return [
    {
      figure: `peak of heap and external memory, in all, with ${inKilobytes(textBytes)} of text`,
      target: '≤ 10 × input (three objects and the text)',
      unit: '×',
      measured: summarize(peaks.mergeText.map((peak) => peak / bytes)),
      judgedBy: 'median',
      limit: 10,
      medians: {
        'in all': megabytes(median('mergeText')),
        input: megabytes(bytes),
        'against the text': { value: median('mergeText') / textBytes, unit: '×' },
        'merge alone': megabytes(median('mergeObjects')),
        'yaml parse': megabytes(median('parseYaml')),
      },
    },
  ];
}

async function measurePeak(bundle: string, input: string, work: keyof mergeWork.MergeWork): Promise<number> {
  const program = join(__dirname, 'heapPeak.mjs');
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--expose-gc',
    '--max-semi-space-size=1',
    '--heap-growing-percent=20',
    program,
    bundle,
    input,
    work,
  ]);
  const { peak } = JSON.parse(stdout) as { peak: number };
  return peak;
}

/** A Deployment as an API server fills it in; each side has changed another annotation. */
async function measureSmall(bench: Bench, { exports: { prepareMerge } }: Work): Promise<Row> {
  const api = await createBareApi(await bench.controlPlane());
  try {
    const { path } = await createBenchObject(api, { kind: 'deployment', name: 'merge', bytes: 5_000 });
    const base = await api.get(path);
    const kind = { group: 'apps', version: 'v1', kind: 'Deployment' };
    const input: MergeInput = {
      versions: {
        base,
        ours: base.replace('as created', 'as edited'),
        theirs: base.replace('round 0', 'round 1'),
      },
      openApi: JSON.parse(await api.get('/openapi/v3/apis/apps/v1')) as JsonValue,
      kind,
    };
    const work = prepareMerge(input);
    assert.match(work.mergeText(), /as edited[^]*round 1/);
    const measured = await interleave(
      {
        text: () => measureTime(work.mergeText),
        merge: () => measureTime(work.mergeObjects),
        parse: () => measureTime(work.parseYaml),
      },
      { rounds: bench.rounds(300), warmUp: bench.rounds(50) },
    );
    return {
      figure: `in all for a deployment of ${inKilobytes(work.text.length)} (JSON ${inKilobytes(base.length)})`,
      target: '≤ 2 ms',
      unit: 'ms',
      measured: summarize(measured.text),
      judgedBy: 'median',
      limit: 2,
      medians: { merge: milliseconds(measured.merge), 'yaml parse': milliseconds(measured.parse) },
    };
  } finally {
    await api.close();
  }
}

async function measureDeep({ exports: { prepareMerge } }: Work): Promise<Row> {
  const work = prepareMerge(makeDeepObjects(depth));
  const { milliseconds: time, value } = await timeOf(work.mergeText);
  assert.match(value, /first: 2\n *second: 2\n$/);
  return {
    figure: `in all for maps ${depth.toLocaleString('en')} deep (${inKilobytes(work.text.length)} of text): no overflow`,
    target: '',
    unit: 'ms',
    measured: summarize([time]),
    judgedBy: 'median',
    medians: { merge: milliseconds([(await timeOf(work.mergeObjects)).milliseconds]) },
  };
}

async function measureTime(work: () => unknown): Promise<number> {
  return (await timeOf(work)).milliseconds;
}
