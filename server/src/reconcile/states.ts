import { fieldAt } from '../merge/fieldAt';
import { conditionWith, findCondition } from './conditions';
import { mapAt, readCounts, textAt } from './read';
import { count, notTracked, progressing, reached, type RolloutRule, stuckBy, words } from './rollout';

/** A Node by its condition `Ready`, and cordoned ones as `kubectl get nodes` names them. */
export const node: RolloutRule = ({ object, conditions }) => {
  const ready = findCondition(conditions, 'Ready');
  if (ready === undefined) return notTracked('unknown');
  const isCordoned = fieldAt(object, ['spec', 'unschedulable']) === true;
  if (ready.status !== 'True')
    return stuckBy(ready, words('NotReady', isCordoned ? 'SchedulingDisabled' : undefined));
  return isCordoned
    ? { kind: 'paused', as: 'SchedulingDisabled', done: true, parts: words('Ready') }
    : reached(...words('Ready'));
};

/** A Namespace that is not being deleted, by its phase. */
export const namespace: RolloutRule = ({ object }) => {
  const phase = textAt(object, 'status', 'phase');
  return phase === 'Active' ? reached(...words(phase)) : notTracked('unknown', words(phase));
};

/** A PersistentVolumeClaim by its phase; a bound one may still be on its way to another size. */
export const persistentVolumeClaim: RolloutRule = ({ object, conditions }) => {
  const phase = textAt(object, 'status', 'phase');
  switch (phase) {
    case 'Bound': {
      const failure = conditions.find(({ type, status }) => status === 'True' && resizeErrors.has(type));
      if (failure) return stuckBy(failure, words(phase));
      const resize = conditions.find(({ type, status }) => status === 'True' && resizes.has(type));
      return resize ? progressing('resize', words(phase, resize.type)) : reached(...words(phase));
    }
    case 'Lost':
      return { kind: 'stuck', reason: phase, parts: [] };
    case 'Pending':
      return progressing('binding', words(phase));
    default:
      return phase === undefined ? progressing('observation') : notTracked('unknown', words(phase));
  }
};

const resizes: ReadonlySet<string> = new Set(['Resizing', 'FileSystemResizePending', 'ModifyingVolume']);
const resizeErrors: ReadonlySet<string> = new Set([
  'ControllerResizeError',
  'NodeResizeError',
  'ModifyVolumeError',
]);

/** A HorizontalPodAutoscaler (autoscaling/v2): whether it can scale, and whether it has scaled as far as it wants. */
export const horizontalPodAutoscaler: RolloutRule = ({ object, conditions }) => {
  if (mapAt(object, 'status') === undefined) return progressing('observation');
  const counts = readCounts(object, {
    current: [['status', 'currentReplicas'], 0],
    desired: [['status', 'desiredReplicas'], 0],
  });
  if (counts === undefined) return notTracked('malformed');
  const inactive = conditionWith(conditions, 'ScalingActive', 'False');
  const failure = conditionWith(conditions, 'AbleToScale', 'False') ?? inactive;
  // Where it could not compute what it wants, the status has an old number, or 0; no 0 is wanted without a word.
  const isComputed = counts.desired > 0 || conditionWith(conditions, 'ScalingActive', 'True') !== undefined;
  const desired = failure === undefined && isComputed ? counts.desired : undefined;
  const parts = [count('current', counts.current, desired)];
  // Whoever scales the target to 0 turns the autoscaler off.
  if (inactive?.reason === 'ScalingDisabled')
    return { kind: 'paused', as: 'ScalingDisabled', done: true, parts };
  if (failure) return stuckBy(failure, parts);
  if (conditions.length === 0 || desired === undefined) return progressing('observation', parts);
  return counts.current === desired ? reached(...parts) : progressing('scale', parts);
};

/** A CustomResourceDefinition: its names are accepted and it is served (`Established`). */
export const customResourceDefinition: RolloutRule = ({ conditions }) => {
  const refused = conditionWith(conditions, 'NamesAccepted', 'False');
  if (refused) return stuckBy(refused);
  const established = findCondition(conditions, 'Established');
  if (established?.status === 'True') return reached(...words('Established'));
  return established?.status === 'False' && established.reason !== 'Installing'
    ? stuckBy(established)
    : progressing('state', words(established?.reason));
};

/** An APIService by its condition `Available`. */
export const apiService: RolloutRule = ({ conditions }) => {
  const available = findCondition(conditions, 'Available');
  if (available === undefined) return progressing('state');
  return available.status === 'True' ? reached(...words('Available')) : stuckBy(available);
};

/**
 * Any other kind by the kstatus conventions: `Reconciling` and `Stalled` before `Ready`. Ready is what speaks of the
 * spec as it is now; where that is not known, nothing is concluded from it.
 */
export const byConventions: RolloutRule = ({ conditions }) => {
  const reconciling = conditionWith(conditions, 'Reconciling', 'True');
  if (reconciling) return progressing('state', words(reconciling.reason, reconciling.message));
  const stalled = conditionWith(conditions, 'Stalled', 'True');
  if (stalled) return stuckBy(stalled);
  const ready = findCondition(conditions, 'Ready');
  if (ready?.status === undefined) return notTracked('noRule');
  switch (ready.age.kind) {
    case 'older':
      return progressing('observation');
    case 'ahead':
      return notTracked('otherHistory');
    case 'writtenBefore':
    case 'unknown':
      return notTracked('cannotTell');
    case 'current':
      return ready.status === 'True'
        ? reached(...words('Ready'))
        : progressing('state', words(ready.reason, ready.message));
  }
};
