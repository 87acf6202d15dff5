import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { judgeLines, judgeMerge, type Verdict } from '../server/merge/judge';
import { createLiveManifests, type LiveManifest } from '../server/merge/liveManifests';
import { type Random, seededRandom } from '../server/merge/random';
import type * as textMerge from '../server/merge/textMerge';
import { makeTriple, type TripleKind } from '../server/merge/triples';
import { bundleModule } from './bundle';
import type { Bench, Figure, Quantity, Row } from './figure';
import { timeOf } from './interleave';
import { milliseconds } from './quantities';
import { summarize } from './statistics';

const seed = 1;

/**
 * Merging random edits of both sides through the text of ours, and by `git merge-file` of the three texts, on objects
 * as an API server fills them in. What is right is known from how the edits were made.
 */
export const gitFigure: Figure = {
  name: 'git',
  measure: async (bench) => {
    const manifests = await createLiveManifests(await bench.controlPlane());
    const { exports: merge } = await bundleModule<typeof textMerge>('server/merge/textMerge', bench.defer);
    const folder = await mkdtemp(join(tmpdir(), 'kubernetes-live-edit-bench-'));
    bench.defer(() => rm(folder, { recursive: true, force: true }));
    const tools: Tools = { merge, folder, manifests, random: seededRandom(seed) };
    return [
      ...(await compare(bench, tools, { kind: 'independent', count: 2_000, of: 'independent edits' })),
      ...(await compare(bench, tools, { kind: 'overlapping', count: 1_000, of: 'one disputed field' })),
      ...(await compare(bench, tools, {
        kind: 'atomic',
        count: 300,
        of: 'one disputed list or map that is one value',
      })),
    ];
  },
};

interface Tools {
  readonly merge: typeof textMerge;
  readonly folder: string;
  readonly manifests: readonly LiveManifest[];
  readonly random: Random;
}

interface Kind {
  readonly kind: TripleKind;
  /** How many triples make a good figure. */
  readonly count: number;
  readonly of: string;
}

/** What became of the triples, and the milliseconds of each. */
interface Tally {
  readonly verdicts: Record<Verdict, number>;
  readonly times: number[];
}

async function compare(bench: Bench, tools: Tools, { kind, count, of }: Kind): Promise<Row[]> {
  const [ours, git] = [startTally(), startTally()];
  const wanted = bench.rounds(count);
  while (ours.times.length < wanted) {
    for (const manifest of tools.manifests) {
      const triple = makeTriple(manifest.object, kind, tools.random);
      if (triple === undefined || ours.times.length === wanted) continue;
      const texts = tools.merge.writeTexts(triple, manifest.topology);
      const merged = await timeOf(() => tools.merge.mergeText(triple, texts.ours, manifest.topology));
      record(ours, judgeMerge(triple, merged.value), merged.milliseconds);
      const lines = await mergeLines(texts, tools.folder);
      record(git, judgeLines(triple, lines.value), lines.milliseconds);
    }
  }
  return rowsOf({ kind, of, triples: wanted }, ours, git);
}

function startTally(): Tally {
  return { verdicts: { right: 0, needless: 0, missed: 0, wrong: 0 }, times: [] };
}

function record({ verdicts, times }: Tally, verdict: Verdict, time: number): void {
  verdicts[verdict] += 1;
  times.push(time);
}

type Lines = { text: string; isConflicting: boolean };

/** The time is that of the program alone, from its start to its end. Rejects where it cannot work. */
async function mergeLines(
  texts: textMerge.TripleTexts,
  folder: string,
): Promise<{ milliseconds: number; value: Lines }> {
  const names = ['ours', 'base', 'theirs'] as const;
  for (const name of names) await writeFile(join(folder, name), texts[name]);
  const run = (): Promise<Lines> =>
    new Promise((resolve, reject) => {
      execFile('git', ['merge-file', '-p', ...names], { cwd: folder }, (error, stdout) => {
        // The exit code is how many conflicts there are, at most 127.
        const code = error === null ? 0 : error.code;
        if (typeof code === 'number' && code <= 127) resolve({ text: stdout, isConflicting: code > 0 });
        else reject(error ?? new Error('git ended without an exit code'));
      });
    });
  return timeOf(run);
}

function rowsOf(
  { kind, of, triples }: { kind: TripleKind; of: string; triples: number },
  ours: Tally,
  git: Tally,
): Row[] {
  const all: Quantity = { value: triples, unit: 'triples' };
  const rows: [Verdict, string][] =
    kind === 'independent'
      ? [
          ['needless', 'needless conflicts'],
          ['wrong', 'wrong merges'],
        ]
      : [
          ['missed', 'missed conflicts'],
          ['wrong', 'conflicts at another place, or wrong merges beside them'],
        ];
  const counts = rows.map(([verdict, words]): Row => ({
    figure: `${of} on both sides: ${words}`,
    target: '0',
    unit: 'triples',
    measured: summarize([ours.verdicts[verdict]]),
    judgedBy: 'median',
    limit: 0,
    medians: { of: all, 'git merge-file': { value: git.verdicts[verdict], unit: 'triples' } },
  }));
  const time: Row = {
    figure: `${of} on both sides: time (seed ${seed})`,
    target: '',
    unit: 'ms',
    measured: summarize(ours.times),
    judgedBy: 'median',
    medians: { 'git merge-file, with its start': milliseconds(git.times) },
  };
  return [...counts, time];
}
