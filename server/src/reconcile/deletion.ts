import { conditionWith } from './conditions';
import { progressing, type ReadObject, type RolloutPart, type RolloutState, stuckBy, words } from './rollout';
import { readTermination } from './termination';

/**
 * An object that is being deleted: what it still waits for. A Namespace says more in its conditions: what keeps the
 * namespace controller from going on, and what is left in it.
 */
export function deletion({ object, conditions }: ReadObject): RolloutState {
  const names = [...(readTermination(object)?.finalizers ?? [])];
  const finalizers: RolloutPart[] = names.length > 0 ? [{ kind: 'finalizers', names }] : [];
  const failure = conditions.find(({ type, status }) => status === 'True' && failures.test(type));
  if (failure) return stuckBy(failure, finalizers);
  const left = ['NamespaceContentRemaining', 'NamespaceFinalizersRemaining'].map(
    (type) => conditionWith(conditions, type, 'True')?.message,
  );
  return progressing('deletion', [...finalizers, ...words(...left)]);
}

const failures = /^NamespaceDeletion.*Failure$/;
