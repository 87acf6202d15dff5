import type { Change } from '../merge/changes';
import { formatFieldPath } from '../merge/fieldPath';
import type { LiveChange } from '../session/merged';
import { describeAgoInSteps } from './durations';
import { describeManager, describeValue, writeTime } from './values';

/**
 * `live: 5 · kubectl-scale · 10 s ago · was 2`: what somebody else has made of a field, for a mark on that field;
 * without values where they are secret.
 */
export function describeMovedField(
  moved: LiveChange,
  { secret, now }: { secret: boolean; now: number },
): string {
  const { change, writer } = moved;
  return [
    `live: ${describeLive(change, { secret })}`,
    describeManager(writer),
    ...describeTime(moved, now),
    ...(secret || change.kind === 'added' || change.kind === 'order'
      ? []
      : [`was ${describeValue(change.before)}`]),
  ].join(' · ');
}

/** When it was made; where that is not recorded, when it was seen first. */
function describeTime({ writer, seenAt }: LiveChange, now: number): string[] {
  if (seenAt !== undefined) return [`seen ${describeAgoInSteps(seenAt, now)}`];
  const at = writer?.isGuessed === true ? undefined : writeTime(writer);
  return at === undefined ? [] : [describeAgoInSteps(at, now)];
}

function describeLive(change: Change, { secret }: { secret: boolean }): string {
  switch (change.kind) {
    // Not there in the text: it is marked on what is around it.
    case 'added':
      return secret
        ? `${formatFieldPath(change.path)} added`
        : `${formatFieldPath(change.path)} added, ${describeValue(change.after)}`;
    case 'removed':
      return 'removed';
    case 'order':
      return 'in another order';
    case 'changed':
      return secret ? 'another value' : describeValue(change.after);
  }
}
