import { orderForApply } from '../manifest/applyOrder';
import { textAt } from '../manifest/fileObjects';
import { groupOf } from '../merge/drift';
import type { JsonObject } from '../merge/json';
import { isNotFound } from '../session/attempt';
import type { Failure } from '../session/ports';
import { applyPlanned, planApply, type Plan } from './applyObject';
import { awaitWritten } from './awaitWritten';
import {
  type FileWriteOutcome,
  type FileWriteResult,
  withoutWarnings as without,
  type Written,
} from './outcome';
import { findPlace, indexKinds } from './places';
import { isConflict } from './refusals';
import { explainApply, reviewChange } from './reviewWrites';
import type { FileTarget, TakeOver, WritingContext } from './writing';

/** What is to become of one object: planned, decided already, or not known before others of the file are there. */
type Planned = { readonly target: FileTarget; readonly plan: Plan | { readonly kind: 'unchecked' } };

/**
 * Applies objects: shows all that would change at once, then namespaces and definitions first, each awaited. One that
 * fails stops no other, but for those that need it. Outcomes stand in the order of the objects.
 */
export async function applyAll(
  targets: readonly FileTarget[],
  context: WritingContext & { readonly takeOver?: TakeOver },
): Promise<FileWriteOutcome[]> {
  const brought = findBrought(targets);
  const planned: Planned[] = [];
  for (const [done, target] of targets.entries()) {
    context.onProgress({ done, of: targets.length, message: `comparing ${target.title}` });
    planned.push({ target, plan: await planOne(target, brought, context) });
  }
  const results = new Map<FileTarget, Written>();
  for (const { target, plan } of planned) if (plan.kind === 'done') results.set(target, without(plan.result));
  const open = planned.filter(({ target }) => !results.has(target));
  if (open.length > 0 && !(await askFor(open, context)))
    for (const { target } of open) results.set(target, without({ kind: 'declined' }));
  await writePlanned(planned, results, context);
  return targets.map((target) => {
    const { key, title } = target;
    return { key, title, ...results.get(target)! };
  });
}

/** What other objects of a file need and the file brings itself. */
interface Brought {
  readonly namespaces: ReadonlySet<string>;
  /** `group kind`. */
  readonly kinds: ReadonlySet<string>;
}

function findBrought(targets: readonly FileTarget[]): Brought {
  const names = targets.map(broughtBy);
  return {
    namespaces: new Set(names.flatMap(({ namespace }) => namespace ?? [])),
    kinds: new Set(names.flatMap(({ kind }) => kind ?? [])),
  };
}

function broughtBy({ identity, object }: FileTarget): { namespace?: string; kind?: string } {
  if (identity.apiVersion === 'v1' && identity.kind === 'Namespace')
    return identity.name === undefined ? {} : { namespace: identity.name };
  if (identity.kind !== 'CustomResourceDefinition') return {};
  return { kind: definedKind(object) };
}

function definedKind(object: JsonObject): string {
  const [group = '', kind = ''] = [
    ['spec', 'group'],
    ['spec', 'names', 'kind'],
  ].map((path) => textAt(object, path));
  return `${group} ${kind}`;
}

/** What an object needs: its kind, and the namespace that it goes to. */
function neededBy({ identity, place }: FileTarget, namespace: string): { namespace: string; kind: string } {
  const own = place.kind === 'place' ? place.ref.namespace : (identity.namespace ?? namespace);
  return { namespace: own ?? '', kind: `${groupOf({ ...identity })} ${identity.kind}` };
}

async function planOne(
  target: FileTarget,
  brought: Brought,
  context: WritingContext & { readonly takeOver?: TakeOver },
): Promise<Planned['plan']> {
  if (context.signal.aborted) return { kind: 'done', result: { kind: 'declined' } };
  const { place, key } = target;
  const needs = neededBy(target, context.namespace);
  if (place.kind === 'nowhere')
    return brought.kinds.has(needs.kind)
      ? { kind: 'unchecked' }
      : { kind: 'done', result: { kind: 'refused', failure: place.failure, notes: [] } };
  if (place.kind === 'generated')
    return { kind: 'done', result: { kind: 'refused', failure: noName(context), notes: [] } };
  const confirmed = context.takeOver?.key === key ? context.takeOver.conflicts : undefined;
  const plan = await planApply(target, { ref: place.ref, confirmed }, context);
  const isMissing = plan.kind === 'done' && plan.result.kind === 'refused' && isNotFound(plan.result.failure);
  const isBrought = brought.namespaces.has(needs.namespace) || brought.kinds.has(needs.kind);
  return isMissing && isBrought ? { kind: 'unchecked' } : plan;
}

function noName({ cluster: { context } }: WritingContext): Failure {
  const message = 'an object with a generateName and no name can be created, but not applied';
  return { kind: 'status', context, status: { code: 422, reason: 'Invalid', message } };
}

async function askFor(open: readonly Planned[], { uri, manager, review }: WritingContext): Promise<boolean> {
  const [only] = open;
  const what = open.length === 1 && only !== undefined ? only.target.title : `${open.length} objects`;
  const changes = open.map(({ target, plan }) =>
    plan.kind === 'planned'
      ? reviewChange(target, { before: plan.live, after: plan.after })
      : reviewChange(target, { before: undefined, after: target.object }),
  );
  const detail = open.flatMap(({ target, plan }, index) => {
    if (plan.kind === 'planned')
      return explainApply(plan, changes[index]!, {
        manager,
        isOnly: open.length === 1,
      });
    return [
      `${target.title} cannot be checked before its namespace or its kind is there; it is created then.`,
    ];
  });
  return review({
    uri,
    message: `Apply ${what}?`,
    detail: detail.join('\n'),
    yes: open.some(({ plan }) => plan.kind === 'planned' && plan.takenOver.length > 0)
      ? 'Take Over'
      : 'Apply',
    changes,
  });
}

async function writePlanned(
  planned: readonly Planned[],
  results: Map<FileTarget, Written>,
  context: WritingContext & { readonly takeOver?: TakeOver },
): Promise<void> {
  const failed = { namespaces: new Set<string>(), kinds: new Set<string>() };
  const steps = orderForApply(planned, ({ target }) => target.identity);
  let done = 0;
  for (const { objects, awaits } of steps) {
    for (const { target, plan } of objects) {
      context.onProgress({ done: done++, of: planned.length, message: `applying ${target.title}` });
      const known = results.get(target);
      const written = known ?? (await writeOne(target, plan, { failed, context }));
      results.set(target, written);
      const isThere = isUsable(written.result) && (await settles(target, awaits, context));
      const { namespace, kind } = broughtBy(target);
      if (!isThere && namespace !== undefined) failed.namespaces.add(namespace);
      if (!isThere && kind !== undefined) failed.kinds.add(kind);
    }
  }
}

async function writeOne(
  target: FileTarget,
  plan: Planned['plan'],
  {
    failed,
    context,
  }: {
    failed: { namespaces: ReadonlySet<string>; kinds: ReadonlySet<string> };
    context: WritingContext & { readonly takeOver?: TakeOver };
  },
): Promise<Written> {
  if (context.signal.aborted) return without({ kind: 'declined' });
  const needs = neededBy(target, context.namespace);
  // What was checked needs nothing of the file: its namespace and its kind were there.
  const isDependent = plan.kind === 'unchecked';
  if (isDependent && failed.namespaces.has(needs.namespace))
    return without({ kind: 'skipped', because: `the namespace ${needs.namespace} was not made` });
  if (isDependent && failed.kinds.has(needs.kind))
    return without({
      kind: 'skipped',
      because: `the definition of the kind ${target.identity.kind} was not made`,
    });
  let current = plan;
  for (let restarts = 0; ; restarts++) {
    if (current.kind === 'done') return without(current.result);
    if (current.kind === 'planned') {
      const written = await applyPlanned(target, current, context);
      if (!isMoved(written.result) || current.takenOver.length === 0 || restarts === mostRestarts)
        return written;
    }
    const placed = current.kind === 'planned' ? target : await placeAnew(target, context);
    current = await planOne(placed, nothingBrought, context);
  }
}

const mostRestarts = 3;
const nothingBrought: Brought = { namespaces: new Set(), kinds: new Set() };

/**
 * The object with the place that it has now that its kind is served. Discovery comes a moment behind the definition
 * that says that it is established.
 */
async function placeAnew(target: FileTarget, context: WritingContext): Promise<FileTarget> {
  const { cluster, clock, namespace, signal } = context;
  const deadline = clock.now() + longestLag;
  // A kind that nobody served before is remembered since another object of it was placed.
  for (let isFresh = target.place.kind !== 'nowhere'; ; isFresh = true) {
    const resources = await cluster.resources({ ...(isFresh && { refresh: true }), signal });
    if (resources.kind === 'failed')
      return { ...target, place: { kind: 'nowhere', failure: resources.failure } };
    const bound = { context: cluster.context, namespace };
    const place = findPlace(target.identity, bound, indexKinds(resources.value));
    const isLate = place.kind === 'nowhere' && place.failure.kind === 'notServed';
    if (!isLate || signal.aborted || clock.now() > deadline) return { ...target, place };
    if (isFresh) await clock.sleep(lagPause, signal);
  }
}

const longestLag = 10_000;
const lagPause = 200;

/** Whether a forced apply found the object otherwise than it was compared. */
function isMoved(result: FileWriteResult): boolean {
  return result.kind === 'refused' && isConflict(result.failure);
}

function isUsable({ kind }: FileWriteResult): boolean {
  // A namespace that others own fields of is there as well.
  return kind === 'written' || kind === 'unchanged' || kind === 'owned';
}

async function settles(
  { place }: FileTarget,
  awaits: 'active' | 'established' | 'nothing',
  context: WritingContext,
): Promise<boolean> {
  return awaits === 'nothing' || place.kind !== 'place' || awaitWritten(place.ref, awaits, context);
}
