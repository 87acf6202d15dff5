import { listChanges } from '../merge/changes';
import { fieldAt } from '../merge/fieldAt';
import type { FieldPath } from '../merge/fieldPath';
import type { JsonObject } from '../merge/json';
import { listPatchOperations } from '../merge/jsonPatch';
import { type Attempt, type AttemptContext, attemptWrite, busyMilliseconds, withoutDoubt } from './attempt';
import { arrivedWrite } from './arrived';
import { connectBound } from './boundCluster';
import type { LiveDocument } from './liveDocument';
import { readOurs } from './ours';
import type { Ask, Question, Rejected, SaveOutcome } from './outcome';
import { makePlan, type Plan, saved, savedBefore } from './plan';
import {
  type Clock,
  type Clusters,
  type Failure,
  type KubernetesObject,
  type RandomNumber,
  statusCode,
} from './ports';
import type { Snapshot } from './snapshot';

/** What a save works with. */
export interface SaveContext {
  clusters: Clusters;
  clock: Clock;
  random: RandomNumber;
  signal: AbortSignal;
  ask: Ask;
  settings: SaveSettings;
  /** Says what the save waits for, and for how long. */
  onWaiting: (failure: Failure, milliseconds: number) => void;
}

export interface SaveSettings {
  /** How often a write that found the object moved is made again. */
  retryLimit: number;
  confirmBeforeSave: boolean;
  mergeOnSave: 'auto' | 'ask';
}

/** One save on its way. */
interface Save {
  readonly document: LiveDocument;
  readonly visible: JsonObject;
  readonly attempting: AttemptContext;
  readonly context: SaveContext;
  readonly asked: Set<Question['kind']>;
}

/**
 * Writes what a text of a document changed: a PUT over the live object's resourceVersion and uid. Where the object has
 * moved it is read, merged with, and the change made again, with waits that grow; where others write it without a
 * pause, or the user may not update but patch, by a JSON Patch of the changed fields. A write whose answer was lost is never made again before a read.
 */
export async function saveText(
  document: LiveDocument,
  text: string,
  context: SaveContext,
): Promise<SaveOutcome> {
  const connecting = connectBound(document, context); // the kubeconfig is looked at while it is planned
  const ours = readOurs(document, text);
  if (ours.kind === 'refused') return { kind: 'rejected', because: 'refusal', refusal: ours.refusal };
  const { live } = document;
  const first = live.kind === 'deleted' ? undefined : makePlan(document, ours.visible, live.snapshot);
  const connection = await connecting;
  if (connection.kind === 'failed') return rejected(connection.failure);
  const attempting = { cluster: connection.value, ref: document.ref, signal: context.signal };
  const save: Save = { document, visible: ours.visible, attempting, context, asked: new Set() };
  return first === undefined ? { kind: 'gone', live: undefined } : writeOver(save, first);
}

async function writeOver(save: Save, first: Planned): Promise<SaveOutcome> {
  const { clock, random, settings, signal } = save.context;
  const deadline = clock.now() + longestSave;
  const mostMoves = settings.retryLimit === 0 ? 0 : settings.retryLimit + patchLimit;
  let plan = first;
  // Whether a write may have arrived without an answer: a live object that has it all is the answer to it.
  let lost = false;
  // Why a PUT is not allowed: kubectl edit needs no more than the right to patch.
  let refused: Failure | undefined;
  for (let moves = 0; ;) {
    if (plan.kind === 'unchanged' && lost) return savedBefore(plan);
    if (plan.kind === 'conflicted' && lost)
      return { ...plan, perhapsWritten: true, arrived: arrivedWrite(save.document, save.visible, plan.live) };
    if (plan.kind !== 'plan') return plan;
    const { object, live } = plan;
    const declined = await askBefore(plan, save);
    if (declined !== undefined) return { kind: 'rejected', because: 'declined', question: declined };
    const { ref, topology } = save.document;
    const attempt = await attemptWrite(
      (cluster) =>
        moves <= settings.retryLimit && refused === undefined
          ? cluster.replace(ref, object, signal)
          : cluster.patch(ref, listPatchOperations(live.object, object, topology), signal),
      {
        ...save.attempting,
        waitToRead: () => clock.sleep(moves < mostMoves ? backoff(moves, random) : 0, signal),
      },
    );
    if (signal.aborted && attempt.kind === 'failed') return rejected({ kind: 'cancelled' });
    if (attempt.kind === 'failed' && statusCode(attempt.failure) === 403) {
      if (refused !== undefined) return { ...rejected(refused), sent: object };
      refused = attempt.failure;
      continue;
    }
    const next = nextStep(plan, attempt, { moves, ...save });
    if (next.kind === 'done') return next.outcome;
    if (next.kind !== 'busy') moves += 1;
    if (moves > mostMoves || clock.now() + next.milliseconds > deadline) return giveUp(next);
    lost ||= next.kind === 'lost';
    if (next.kind === 'busy') save.context.onWaiting(next.failure, next.milliseconds);
    if (next.milliseconds > 0) await clock.sleep(next.milliseconds, signal);
    if (signal.aborted) return rejected({ kind: 'cancelled' });
    plan = makePlan(save.document, save.visible, next.live);
  }
}

type Planned = ReturnType<typeof makePlan>;

type Step =
  | { kind: 'done'; outcome: SaveOutcome }
  | { kind: 'moved' | 'lost' | 'busy'; live: Snapshot; milliseconds: number; failure: Failure };

/** What follows from an attempt: an outcome, or another attempt after a wait. */
function nextStep(
  plan: Plan,
  attempt: Attempt,
  { moves, document, context }: Save & { moves: number },
): Step {
  const done = (outcome: SaveOutcome): Step => ({ kind: 'done', outcome });
  switch (attempt.kind) {
    case 'written':
      return done(saved(plan, attempt, document));
    case 'gone':
      return done({ kind: 'gone', live: undefined });
    case 'failed':
      return done({ ...rejected(attempt.failure), sent: plan.object });
    case 'unknown':
      return done({ kind: 'unknown', sent: plan.object, failure: attempt.failure });
    case 'busy':
      return { ...attempt, live: plan.live };
    case 'read': {
      const { live, lost, failure } = attempt;
      const isUnwritten = live.resourceVersion === plan.live.resourceVersion;
      // An object that has not moved is no reason for anything but a 409, which may be about another one, e.g. a quota.
      const isAboutMoves = !isUnwritten || (failure.kind === 'status' && failure.status.code === 409);
      if (!lost && isAboutMoves) return { kind: 'moved', live, failure, milliseconds: 0 };
      const milliseconds = busyMilliseconds(failure);
      if (isUnwritten && milliseconds !== undefined) return { kind: 'busy', live, failure, milliseconds };
      if (isUnwritten && failure.kind === 'status') return done({ ...rejected(failure), sent: plan.object });
      return { kind: 'lost', live, failure, milliseconds: backoff(moves, context.random) };
    }
  }
}

/** Asks what is to be asked before a write, each once for a save; the question that was declined. */
async function askBefore(
  { live, object, kept }: Plan,
  { document, context, asked }: Save,
): Promise<Question | undefined> {
  const { ask, settings } = context;
  const questions: Question[] = [];
  if (fieldAt(live.object, ['metadata', 'deletionTimestamp']) !== undefined)
    questions.push({ kind: 'terminating', finalizers: textsAt(live.object, ['metadata', 'finalizers']) });
  if (settings.mergeOnSave === 'ask' && kept.length > 0) questions.push({ kind: 'merge', kept });
  if (settings.confirmBeforeSave)
    questions.push({ kind: 'confirm', changes: listChanges(live.object, object, document.topology) });
  for (const question of questions.filter(({ kind }) => !asked.has(kind))) {
    if (!(await ask(question))) return question;
    asked.add(question.kind);
  }
  return undefined;
}

function textsAt(object: KubernetesObject, path: FieldPath): string[] {
  const value = fieldAt(object, path);
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

function rejected(failure: Failure): Rejected & { because: 'failure' } {
  return { kind: 'rejected', because: 'failure', failure };
}

function giveUp({ kind, live, failure }: Exclude<Step, { kind: 'done' }>): SaveOutcome {
  return kind === 'moved' ? { kind: 'conflicted', live, conflicts: [] } : rejected(withoutDoubt(failure));
}

/**
 * How long a write waits that has found the object moved, after as many `moves` before: exponential with full jitter,
 * so that two writers do not meet again and again. Milliseconds.
 */
export function backoff(moves: number, random: RandomNumber): number {
  return random() * Math.min(longestBackoff, shortestBackoff * 2 ** moves);
}

const shortestBackoff = 100;
const longestBackoff = 3_000;
/** How often a JSON Patch is made where the PUTs did not get through. */
const patchLimit = 3;
/** A save takes no new attempt after that, whatever it waits for. */
const longestSave = 60_000;
