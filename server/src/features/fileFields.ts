import type { FileDrift, FileObjectView, OwnershipConflict } from '../files/fileView';
import type { CopiedField } from '../manifest/copiedFields';
import type { Drift } from '../merge/drift';
import { formatFieldPath, formatPointer } from '../merge/fieldPath';
import { describeAgoInSteps } from './durations';
import { describeManager, describeValue, describeWriter, writeTime } from './values';

/**
 * `live: 5 · kubectl/scale · 10 s ago · file: 3`: how a field of a file is otherwise in the cluster; without values
 * where they are secret. `now`: milliseconds since 1970.
 */
export function describeDrift(
  { drift, writer }: FileDrift,
  { secret, now }: { secret: boolean; now: number },
): string {
  const isHidden = secret || drift.isSecret;
  const at = writer?.isGuessed === true ? undefined : writeTime(writer);
  return [
    `live: ${describeLive(drift, isHidden)}`,
    ...(writer === undefined ? [] : [describeManager(writer)]),
    ...(at === undefined ? [] : [describeAgoInSteps(at, now)]),
    ...(isHidden || drift.kind === 'order' ? [] : [`file: ${describeStated(drift)}`]),
  ].join(' · ');
}

/** Who holds a field that an apply was refused for, and the ways out, in two sentences. */
export function describeOwnership(object: FileObjectView, conflict: OwnershipConflict): string {
  const { path, manager, writer } = conflict;
  const found = driftAt(object, conflict);
  const isHidden = object.secret || found?.drift.isSecret === true;
  const values =
    found === undefined || isHidden || found.drift.kind === 'order'
      ? ''
      : ` (live: ${describeLive(found.drift, false)}, file: ${describeStated(found.drift)})`;
  const who = writer === undefined ? manager : describeWriter(writer);
  return `Not applied: ${formatFieldPath(path)} is held by ${who}${values}. Take it over, leave it to them, or take theirs into the file.`;
}

/** What is otherwise in the cluster at a field that others hold. */
export function driftAt({ state }: FileObjectView, { path }: OwnershipConflict): FileDrift | undefined {
  if (state.kind !== 'present') return undefined;
  const pointer = formatPointer(path);
  return state.drifts.find(({ drift }) => formatPointer(drift.path) === pointer);
}

/** What a field that was copied from the cluster does in a file, in one sentence. */
export function describeCopied({ path, effect }: CopiedField): string {
  const name = formatFieldPath(path);
  switch (effect) {
    case 'version':
      return `${name} was copied from the cluster: once the object has changed there, every apply fails.`;
    case 'identity':
      return `${name} was copied from the cluster: once the object was created anew there, every apply fails.`;
    case 'refused':
      return `${name} was copied from the cluster: an apply that states it is refused.`;
    case 'record':
      return `${name} was copied from the cluster: it is what kubectl has noted of an earlier apply.`;
    case 'none':
      return `${name} is written by the cluster alone: in a file it has no effect.`;
  }
}

function describeLive(drift: Drift, isHidden: boolean): string {
  switch (drift.kind) {
    case 'missing':
      return 'not there';
    case 'order':
      return 'in another order';
    case 'changed':
      return isHidden ? 'another value' : describeValue(drift.live);
  }
}

function describeStated({ file }: Drift): string {
  return file === null ? 'no value' : describeValue(file);
}
