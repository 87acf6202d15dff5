import type { Subresource } from '../../../server/src/protocol/objectRef';
import type { Place, Target } from './headings';
import type { Picked } from './pick';
import type { RecentObject, RecentStore } from './recentObjects';
import type { CommandServices } from './services';

/**
 * The steps of *Open Live Object…*. No namespace: all of them, or a cluster-scoped resource. `typed`: what stands in
 * the input to begin with.
 */
export type Step =
  | { kind: 'start'; typed?: string }
  | { kind: 'resources'; place: Place; typed?: string }
  | { kind: 'objects'; target: Target; namespace?: string; typed?: string }
  | { kind: 'namespaces'; target: Target; typed?: string }
  | { kind: 'typeNamespace'; target: Target; typed: string }
  | { kind: 'typeName'; target: Target; namespace?: string; typed: string }
  | { kind: 'open'; object: RecentObject };

/** The choice to try the same step again. */
export interface Again {
  kind: 'again';
}

/** Where a step leads. `again` shows the same step anew, with what was typed. */
export type Outcome =
  { kind: 'next'; step: Step } | { kind: 'again'; typed: string } | { kind: 'back' } | { kind: 'closed' };

/** What every step gets. */
export interface StepContext {
  services: CommandServices;
  recentStore: RecentStore;
  /** What is to be opened of an object; all of it where not given. */
  subresource?: Subresource;
}

/** Where a picker leads: `follow` says it for a chosen value and the text typed so far. */
export function leadOn<T extends { kind: string }>(
  picked: Picked<T | Again>,
  follow: (value: Exclude<T, Again>, typed: string) => Outcome,
): Outcome {
  if (picked.kind !== 'chosen') return picked;
  const { value, typed } = picked;
  return isAgain(value) ? { kind: 'again', typed } : follow(value as Exclude<T, Again>, typed);
}

/** To the next step. */
export function goTo(step: Step): Outcome {
  return { kind: 'next', step };
}

/** The objects of a resource: of the context's own namespace to begin with. */
export function listObjects(target: Target): Step {
  return target.resource.namespaced
    ? { kind: 'objects', target, namespace: target.context.namespace }
    : { kind: 'objects', target };
}

function isAgain(value: { kind: string }): value is Again {
  return value.kind === 'again';
}
