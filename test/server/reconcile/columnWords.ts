import assert from 'node:assert/strict';
import type { JsonObject } from '../../../server/src/merge/json';
import type { Counted, RolloutState } from '../../../server/src/reconcile/rollout';
import type { ReconcileState } from '../../../server/src/reconcile/reconcileState';
import { describeRollout } from '../../../server/src/features/reconcile';
import { fieldAt } from '../../../server/src/merge/fieldAt';

/** One version of an object as we see it, and the columns of `kubectl get` for it. */
export interface Seen {
  readonly object: JsonObject;
  readonly state: ReconcileState;
  readonly isDeleting: boolean;
  readonly columns: Readonly<Record<string, string>>;
}

/** Fails where the columns of `kubectl get` say something else of an object than our state of it. */
export function agreesWithColumns(seen: Seen): void {
  const kind = fieldAt(seen.object, ['kind']);
  const rule = rules[typeof kind === 'string' ? kind : ''];
  const { rollout } = seen.state;
  // Without a status of this generation nothing is repeated from the older one, which kubectl shows on.
  if (rollout.kind === 'progressing' && rollout.waitingFor === 'observation') return;
  if (seen.isDeleting) rules.deletion?.(seen);
  else rule?.(seen);
}

type Rule = (seen: Seen) => void;

const rules: Partial<Record<string, Rule>> = {
  deletion({ state: { rollout }, columns }) {
    if (columns['STATUS'] === 'Terminating')
      assert.ok(
        (rollout.kind === 'progressing' && rollout.waitingFor === 'deletion') || rollout.kind === 'stuck',
      );
    assert.notEqual(rollout.kind, 'done');
  },
  Deployment({ state: { rollout }, columns }) {
    const wanted = columns['READY']?.split('/')[1];
    countsAre(rollout, {
      updated: [columns['UP-TO-DATE'], wanted],
      available: [columns['AVAILABLE'], wanted],
    });
    if (rollout.kind === 'done')
      assert.deepEqual([columns['UP-TO-DATE'], columns['AVAILABLE']], [wanted, wanted]);
  },
  StatefulSet({ state: { rollout }, columns }) {
    const [ready, wanted] = (columns['READY'] ?? '').split('/');
    countsAre(rollout, { ready: [ready, wanted] });
    if (rollout.kind === 'done') assert.equal(ready, wanted);
  },
  DaemonSet({ state: { rollout }, columns }) {
    const wanted = columns['DESIRED'];
    countsAre(rollout, {
      updated: [columns['UP-TO-DATE'], wanted],
      available: [columns['AVAILABLE'], wanted],
    });
    if (rollout.kind === 'done') assert.equal(columns['READY'], wanted);
  },
  ReplicaSet: replicas,
  ReplicationController: replicas,
  Job({ object, state: { rollout }, columns }) {
    const [succeeded, wanted] = (columns['COMPLETIONS'] ?? '').replace(/ of .*/, '').split('/');
    countsAre(rollout, { succeeded: [succeeded, wanted] });
    const isHeld = fieldAt(object, ['spec', 'suspend']) === true || columns['STATUS'] === 'Suspended';
    assert.equal(statusOfJob(rollout), isHeld ? 'Suspended' : columns['STATUS']);
  },
  CronJob({ state: { rollout }, columns }) {
    assert.equal(columns['SUSPEND'], rollout.kind === 'paused' ? 'True' : 'False');
    assert.equal(columns['ACTIVE'], String(countOf(rollout, 'active')?.count ?? 0));
    assert.equal(columns['LAST SCHEDULE'] !== '<none>', hasTime(rollout));
  },
  HorizontalPodAutoscaler({ state: { rollout }, columns }) {
    assert.equal(columns['REPLICAS'], String(countOf(rollout, 'current')?.count));
  },
  PersistentVolumeClaim({ state: { rollout }, columns }) {
    says(rollout, columns['STATUS']);
    const { kind } = rollout;
    // A bound one that is on its way to another size, or cannot get there, is still Bound for kubectl.
    const isResizing =
      (kind === 'progressing' && rollout.waitingFor === 'resize') ||
      (kind === 'stuck' && hasText(rollout, 'Bound'));
    const kinds: Record<string, RolloutState['kind']> = {
      Bound: 'done',
      Pending: 'progressing',
      Lost: 'stuck',
    };
    assert.equal(isResizing ? 'done' : kind, kinds[columns['STATUS'] ?? '']);
  },
  Pod({ state: { rollout }, columns }) {
    const [ready, all] = (columns['READY'] ?? '').split('/');
    if (columns['STATUS'] !== 'Completed') countsAre(rollout, { ready: [ready, all] });
    says(rollout, columns['STATUS']);
    if (rollout.kind === 'done') assert.match(columns['STATUS'] ?? '', /^(Running|Completed)$/);
    if (/BackOff|Err|OOMKilled|Evicted/.test(columns['STATUS'] ?? '')) assert.notEqual(rollout.kind, 'done');
  },
  Node({ state: { rollout }, columns }) {
    const [state = '', ...others] = (columns['STATUS'] ?? '').split(',');
    for (const word of [state, ...others]) if (word !== 'Unknown') says(rollout, word);
    const kinds: Record<string, RolloutState['kind']> = {
      Ready: others.length > 0 ? 'paused' : 'done',
      NotReady: 'stuck',
      Unknown: 'notTracked',
    };
    assert.equal(rollout.kind, kinds[state]);
  },
  Namespace({ state: { rollout }, columns }) {
    says(rollout, columns['STATUS']);
    assert.equal(columns['STATUS'] === 'Active', rollout.kind === 'done');
  },
  APIService({ state: { rollout }, columns }) {
    const [, available, reason] = /^(\w+)(?: \((.*)\))?$/.exec(columns['AVAILABLE'] ?? '') ?? [];
    assert.equal(available === 'True', rollout.kind === 'done');
    if (reason !== undefined) assert.ok(rollout.kind === 'stuck' && rollout.reason === reason);
  },
};

function replicas({ state: { rollout }, columns }: Seen): void {
  countsAre(rollout, { ready: [columns['READY'], columns['DESIRED']] });
  if (rollout.kind === 'done')
    assert.deepEqual([columns['CURRENT'], columns['READY']], [columns['DESIRED'], columns['DESIRED']]);
}

function statusOfJob(rollout: RolloutState): string {
  switch (rollout.kind) {
    case 'done':
      return 'Complete';
    case 'stuck':
      return hasText(rollout, 'FailureTarget') ? 'FailureTarget' : hasText(rollout, 'Failed') ? 'Failed' : '';
    case 'paused':
      return 'Suspended';
    default:
      return hasText(rollout, 'SuccessCriteriaMet') ? 'SuccessCriteriaMet' : 'Running';
  }
}

function hasText({ parts }: RolloutState, text: string): boolean {
  return parts.some((part) => part.kind === 'text' && part.text === text);
}

/** The line of a lens has this word. */
function says(rollout: RolloutState, word: string | undefined): void {
  const line = describeRollout(rollout, Date.now()) ?? '';
  assert.ok(line.split(/ · |: /).includes(word ?? ''), `"${word}" is not in: ${line}`);
}

function countsAre(
  rollout: RolloutState,
  expected: Partial<Record<Counted, [count: string | undefined, of: string | undefined]>>,
): void {
  for (const [what, [count, of]] of Object.entries(expected)) {
    const part = countOf(rollout, what as Counted);
    assert.deepEqual([String(part?.count), String(part?.of)], [count, of], what);
  }
}

function countOf({ parts }: RolloutState, what: Counted): { count: number; of?: number } | undefined {
  return parts.find((part) => part.kind === 'count' && part.what === what) as
    { count: number; of?: number } | undefined;
}

function hasTime({ parts }: RolloutState): boolean {
  return parts.some((part) => part.kind === 'time' && part.what === 'lastScheduled');
}
