import { fieldAt } from '../merge/fieldAt';
import type { JsonObject } from '../merge/json';
import { mapAt, mapsAt, textAt } from './read';

/**
 * The word that `kubectl get pods` has under STATUS for a Pod that is not being deleted: the phase, or rather why a
 * container does not run. Undefined where not even a phase is there.
 */
export function podStatus(object: JsonObject): string | undefined {
  const init = unfinishedInit(object);
  if (init !== undefined && !isInitialized(object)) return init;
  const containers = mapsAt(object, 'status', 'containerStatuses');
  const reasons = containers.map(reasonOf);
  const reason = reasons.find((each) => each !== undefined) ?? init ?? reasonOfPod(object);
  if (reason !== 'Completed') return reason;
  // Some containers have done their work; others may go on, or have failed.
  const isRunning = containers.some(isReady);
  if (isRunning && hasCondition(object, 'Ready')) return 'Running';
  const failed = containers.findIndex((each) => (exitCode(each) ?? 0) !== 0);
  return reasons[failed] ?? (isRunning ? 'NotReady' : reason);
}

/** The names of init containers that run on beside the others (sidecars). */
export function sidecarNames(object: JsonObject): Set<string | undefined> {
  return new Set(
    mapsAt(object, 'spec', 'initContainers')
      .filter((container) => textAt(container, 'restartPolicy') === 'Always')
      .map((container) => textAt(container, 'name')),
  );
}

/** How many containers are ready, as `kubectl get pods` counts under READY: sidecars count, other init containers not. */
export function readyContainers(object: JsonObject): number {
  const sidecars = sidecarNames(object);
  const ready = mapsAt(object, 'status', 'initContainerStatuses').filter(
    (status) =>
      sidecars.has(textAt(status, 'name')) &&
      fieldAt(status, ['started']) === true &&
      fieldAt(status, ['ready']) === true,
  );
  const isWaiting = unfinishedInit(object) !== undefined && !isInitialized(object);
  const others = isWaiting ? [] : mapsAt(object, 'status', 'containerStatuses').filter(isReady);
  return ready.length + others.length;
}

/** `Init:` and why, or how far, the first init container that has not done its work; undefined where all have. */
function unfinishedInit(object: JsonObject): string | undefined {
  const sidecars = sidecarNames(object);
  const statuses = mapsAt(object, 'status', 'initContainerStatuses');
  const at = statuses.findIndex(
    (status) =>
      exitCode(status) !== 0 &&
      !(sidecars.has(textAt(status, 'name')) && fieldAt(status, ['started']) === true),
  );
  const status = statuses[at];
  if (status === undefined) return undefined;
  const reason = reasonOf(status);
  return reason === undefined || (reason === 'PodInitializing' && exitCode(status) === undefined)
    ? `Init:${at}/${mapsAt(object, 'spec', 'initContainers').length}`
    : `Init:${reason}`;
}

/** Why a container waits or has ended; undefined while it runs, or where nothing is said. */
function reasonOf(status: JsonObject): string | undefined {
  const waiting = textAt(status, 'state', 'waiting', 'reason');
  if (waiting !== undefined) return waiting;
  const end = mapAt(status, 'state', 'terminated');
  if (end === undefined) return undefined;
  const signal = wholeAt(end, 'signal');
  return textAt(end, 'reason') ?? (signal === 0 ? `ExitCode:${exitCode(status)}` : `Signal:${signal}`);
}

/** The exit code of a container that has ended; undefined for any other. */
function exitCode(status: JsonObject): number | undefined {
  const end = mapAt(status, 'state', 'terminated');
  return end && wholeAt(end, 'exitCode');
}

/** A whole number of 32 bits; what is none counts as 0, as does an absent one. */
function wholeAt(object: JsonObject, name: string): number {
  const value = fieldAt(object, [name]);
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : 0;
}

function isReady(status: JsonObject): boolean {
  return fieldAt(status, ['ready']) === true && mapAt(status, 'state', 'running') !== undefined;
}

function isInitialized(object: JsonObject): boolean {
  return hasCondition(object, 'Initialized');
}

function hasCondition(object: JsonObject, type: string): boolean {
  return mapsAt(object, 'status', 'conditions').some(
    (each) => textAt(each, 'type') === type && textAt(each, 'status') === 'True',
  );
}

/** Of the Pod itself: what keeps it from being scheduled on purpose, else its reason (`Evicted`), else its phase. */
function reasonOfPod(object: JsonObject): string | undefined {
  const isGated = mapsAt(object, 'status', 'conditions').some(
    (each) => textAt(each, 'type') === 'PodScheduled' && textAt(each, 'reason') === 'SchedulingGated',
  );
  return isGated
    ? 'SchedulingGated'
    : (textAt(object, 'status', 'reason') ?? textAt(object, 'status', 'phase'));
}
