import type { ObjectRef } from '../../../server/src/protocol/objectRef';
import type { Place, Target } from './headings';
import type { Picked } from './pick';
import type { RecentStore } from './recentObjects';
import type { CommandServices } from './services';

/**
 * The steps of *Open Live Object…*. No namespace: all of them, or a cluster-scoped resource. `typed`: what stands in
 * the input to begin with.
 */
export type Step =
  | { kind: 'start' }
  | { kind: 'resources'; place: Place }
  | { kind: 'objects'; target: Target; namespace?: string; typed?: string }
  | { kind: 'namespaces'; target: Target }
  | { kind: 'typeNamespace'; target: Target; typed: string }
  | { kind: 'typeName'; target: Target; namespace?: string; typed: string }
  | { kind: 'open'; ref: ObjectRef; objectKind?: string };

/** Where a step leads. `again` shows the same step anew. */
export type Outcome =
  { kind: 'next'; step: Step } | { kind: 'again' } | { kind: 'back' } | { kind: 'closed' };

/** What every step gets. */
export interface StepContext {
  services: CommandServices;
  recentStore: RecentStore;
}

/** Where a picker leads: `follow` says it for a chosen value and the text typed so far. */
export function leadOn<T>(picked: Picked<T>, follow: (value: T, typed: string) => Outcome): Outcome {
  return picked.kind === 'chosen' ? follow(picked.value, picked.typed) : picked;
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
