import assert from 'node:assert/strict';
import type { Counted, RolloutState } from '../../../server/src/reconcile/rollout';
import type { ProgramResult } from '../../cluster/runProgram';

/**
 * Fails where `kubectl rollout status --watch=false` has said something else of an object than our state of it: done
 * or not, the step that it waits for, and the numbers in its sentence.
 */
export function agreesWithRolloutStatus(
  rollout: RolloutState,
  { code, stdout, stderr }: ProgramResult,
): void {
  const said = `kubectl: ${code} ${stdout}${stderr}ours: ${JSON.stringify(rollout)}`;
  const isDone = rollout.kind === 'done' || (rollout.kind === 'paused' && rollout.done);
  assert.equal(code === 0 && done.test(stdout), isDone, said);
  const failure = failures.find(([words]) => words.test(stderr));
  assert.equal(code !== 0, failure !== undefined, said);
  if (failure) assert.ok(failure[1](rollout), said);
  if (rollout.kind === 'progressing') {
    const sentence = stepWords[rollout.waitingFor]?.exec(stdout);
    assert.ok(sentence, said);
    for (const [what, digits] of Object.entries(sentence.groups ?? {})) {
      assert.equal(Number(digits), numberOf(rollout, what), `${what}: ${said}`);
    }
  }
}

const done = /successfully rolled out|roll out complete|rolling update complete/;

/** What ends the command with an error, and what our state then is. */
const failures: [words: RegExp, isOurs: (rollout: RolloutState) => boolean][] = [
  [
    /exceeded its progress deadline/,
    (rollout) => rollout.kind === 'stuck' && rollout.reason === 'ProgressDeadlineExceeded',
  ],
  [
    /only available for RollingUpdate/,
    (rollout) => rollout.kind === 'notTracked' && rollout.because === 'onDelete',
  ],
];

/** kubectl's sentences by the step that we wait for, with the names of the numbers in them. */
const stepWords: Partial<Record<string, RegExp>> = {
  observation: /spec update to be observed/,
  updated: /(?<updated>\d+) out of (?<toUpdate>\d+) new (replicas|pods) have been updated/,
  old: /(?<old>\d+) old replicas are pending termination/,
  available: /(?<available>\d+) of \d+ updated (replicas|pods) are available/,
  ready: /Waiting for (?<unready>\d+) pods to be ready/,
  revision: /pods at revision/,
};

const readings: Record<string, (counts: Partial<Record<Counted, { count: number; of?: number }>>) => number> =
  {
    updated: ({ updated }) => updated?.count ?? 0,
    toUpdate: ({ updated, heldBack }) => (updated?.of ?? 0) - (heldBack?.count ?? 0),
    old: ({ old }) => old?.count ?? 0,
    available: ({ available }) => available?.count ?? 0,
    unready: ({ ready }) => (ready?.of ?? 0) - (ready?.count ?? 0),
  };

function numberOf({ parts }: RolloutState, what: string): number | undefined {
  const counts = parts.flatMap((part) => (part.kind === 'count' ? [[part.what, part] as const] : []));
  return readings[what]?.(Object.fromEntries(counts));
}
