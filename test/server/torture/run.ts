import { setTimeout as wait } from 'node:timers/promises';
import { type ControlPlane, startControlPlane } from '../../cluster/controlPlane';
import { type Random, seededRandom } from '../merge/random';
import { type Api, connectApi } from './api';
import { followAuditLog } from './auditFollower';
import { createAuditRules } from './auditRules';
import type { Counts, Torture, Writer } from './context';
import { crewNames, disband, gather } from './crew';
import { chooseDisruption, disrupt } from './disruptions';
import { createJournal } from './journal';
import { pathOf, targetObjects } from './objects';
import { valueAt } from './places';
import { createObjects, createTorture, noCounts } from './prepare';

/** How long to go on, and how rough. */
export interface TortureOptions {
  rounds: number;
  seed: number;
  /** How many of a hundred rounds of an editor have a fault on their way. */
  faults: number;
  /** Rounds from one disruption of the cluster to the next; 0 for none. */
  disruptEvery: number;
  write: (line: string) => void;
}

/** What a run came to; of the writes those of our server, as the audit log has them. */
export interface TortureResult extends Counts {
  seed: number;
  seconds: number;
  writes: number;
  conflicts409: number;
  patches: number;
  lost: number;
  misplaced: number;
  silent: number;
  rule: number;
}

/** Lets everybody write to everything for so many rounds, and finds out whether anything was lost. */
export async function runTorture(options: TortureOptions): Promise<TortureResult> {
  const controlPlane = await startControlPlane();
  const api = await connectApi(controlPlane);
  try {
    await createObjects(api);
    return await tortureOn(controlPlane, api, options);
  } finally {
    await api.close();
    await controlPlane.stop();
  }
}

async function tortureOn(
  controlPlane: ControlPlane,
  api: Api,
  options: TortureOptions,
): Promise<TortureResult> {
  const { seed, rounds, write } = options;
  const counts = noCounts();
  const journal = createJournal({ seed, round: () => counts.rounds, write });
  const torture = createTorture({ seed, controlPlane, api, counts, journal });
  const audit = createAuditRules(journal);
  const log = await followAuditLog(controlPlane.auditLogFile);
  const randoms = new Map(crewNames.map(({ number }) => [number, seededRandom(seed * 16 + number)]));
  const fate = seededRandom(seed * 16);
  const begun = performance.now();
  let crew = await gather(torture, options);
  let nextDisruption = options.disruptEvery;
  try {
    while (counts.rounds < rounds) {
      const segment = Math.min(segmentRounds, rounds - counts.rounds);
      const isDisrupted = options.disruptEvery > 0 && counts.rounds + segment >= nextDisruption;
      if (isDisrupted) nextDisruption += options.disruptEvery;
      await runSegment(torture, { crew, randoms, segment, fate: isDisrupted ? fate : undefined });
      await checkAtRest(torture, crew);
      audit.take(await log.next(), { isInOrder: !isDisrupted });
      if (counts.checkpoints % progressEvery === 0)
        write(`${counts.rounds} rounds, ${describeFindings(journal.findings)}, ${seconds(begun)} s`);
      if (counts.checkpoints % freshCrewEvery === 0 && counts.rounds < rounds) {
        await disband(crew);
        crew = await gather(torture, options);
      }
    }
  } finally {
    await disband(crew);
    await log.close();
  }
  const { all, moved, patches } = audit.writes;
  return {
    ...counts,
    ...journal.findings,
    seed,
    seconds: seconds(begun),
    writes: all,
    conflicts409: moved,
    patches,
  };
}

interface Segment {
  crew: readonly Writer[];
  randoms: ReadonlyMap<number, Random>;
  segment: number;
  fate: Random | undefined;
}

/** Everybody writes at once, nobody far ahead of the others. */
async function runSegment(torture: Torture, { crew, randoms, segment, fate }: Segment): Promise<void> {
  const progress = new Map<Writer, number>(crew.map((writer) => [writer, 0]));
  const work = async (writer: Writer): Promise<void> => {
    const quota = Math.max(1, Math.round((segment * writer.share) / 100));
    for (let done = 0; done < quota; done++) {
      progress.set(writer, done / quota);
      while (Math.min(...progress.values()) + lead < done / quota) await wait(2);
      await writer.round(randoms.get(writer.name.number)!);
      torture.counts.rounds += 1;
    }
    progress.set(writer, 1);
  };
  const disruption = async (): Promise<void> => {
    if (fate === undefined) return;
    await wait(200 + fate.below(1_500));
    const kind = chooseDisruption(fate);
    torture.counts.restarts += 1;
    for (const target of targetObjects) torture.journal.note(target, `the cluster: ${kind}`);
    await disrupt(torture.controlPlane, kind, fate);
  };
  await Promise.all([...crew.map(work), disruption()]);
}

async function checkAtRest(torture: Torture, crew: readonly Writer[]): Promise<void> {
  for (const writer of crew) await writer.settle();
  for (const writer of crew) await writer.checkTexts();
  for (const target of targetObjects) {
    const value = valueAt(await torture.api.read(pathOf(target)), target.sharedPath);
    const known = torture.shared.get(target.name)!;
    if (typeof value !== 'string' || !known.has(value))
      torture.journal.report({
        kind: 'silent',
        target,
        what: `the shared field is ${JSON.stringify(value)}, which nobody has saved`,
      });
    torture.shared.set(target.name, new Set(typeof value === 'string' ? [value] : []));
  }
  torture.counts.checkpoints += 1;
}

function describeFindings({ lost, misplaced, silent, rule }: Record<string, number>): string {
  return `lost ${lost}, misplaced ${misplaced}, silent ${silent}, against the rules ${rule}`;
}

function seconds(begun: number): number {
  return Math.round((performance.now() - begun) / 100) / 10;
}

const segmentRounds = 300;
/** How far a writer may be ahead of the slowest, as a share of the segment. */
const lead = 0.1;
const progressEvery = 3;
/** Editors that begin anew let go of what they remember. */
const freshCrewEvery = 8;
