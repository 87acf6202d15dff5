import { groupOf } from '../merge/drift';

/** What decides about when an object of a file is applied. */
export interface OrderedKind {
  readonly apiVersion: string;
  readonly kind: string;
}

/** Objects that may be applied one after the other, and whether those after them need what they bring about. */
export interface ApplyStep<T> {
  readonly objects: readonly T[];
  /** `established`: their kinds must be served first; `active`: their namespaces must be there. */
  readonly awaits: 'active' | 'established' | 'nothing';
}

/**
 * The steps in which the objects of a file are applied. Namespaces come first and definitions of custom kinds next,
 * wherever they stand, each awaited, as the other objects may need them; those follow in the order of the file, which
 * is the order of `kubectl apply`. Steps without objects are left out.
 */
export function orderForApply<T>(objects: readonly T[], kindOf: (object: T) => OrderedKind): ApplyStep<T>[] {
  const steps: ApplyStep<T>[] = first.map(({ group, kind, awaits }) => ({
    objects: objects.filter((object) => isOfKind(kindOf(object), group, kind)),
    awaits,
  }));
  const early = new Set(steps.flatMap((step) => step.objects));
  steps.push({ objects: objects.filter((object) => !early.has(object)), awaits: 'nothing' });
  return steps.filter((step) => step.objects.length > 0);
}

const first: readonly { group: string; kind: string; awaits: 'active' | 'established' }[] = [
  { group: '', kind: 'Namespace', awaits: 'active' },
  { group: 'apiextensions.k8s.io', kind: 'CustomResourceDefinition', awaits: 'established' },
];

function isOfKind({ apiVersion, kind }: OrderedKind, group: string, wanted: string): boolean {
  return groupOf({ apiVersion }) === group && kind === wanted;
}
