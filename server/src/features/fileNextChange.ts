import type { FileView } from '../files/fileView';
import type { FeatureContext } from './context';
import { statusOf } from './fileObject';
import { coarse, nextStep, reconcileTimes } from './nextChange';
import { reconcileTime } from './statusLens';
import { writeTime } from './values';

/** When what is said of a file changes next though nothing else does, as `nextChange` for a live document. */
export function nextFileChange(view: FileView, { now }: FeatureContext): number | undefined {
  const changes = view.objects.flatMap((object) => {
    const { state } = object;
    const status = statusOf(object);
    if (state.kind !== 'present' || status === undefined || reconcileTime(state, now) !== now) return [];
    return [
      ...reconcileTimes(status).map((at) => nextStep(at, now)),
      ...state.drifts.flatMap(({ writer }) => {
        const at = writeTime(writer);
        return at === undefined ? [] : [nextStep(at, now, coarse)];
      }),
    ];
  });
  return changes.length === 0 ? undefined : changes.reduce((first, other) => Math.min(first, other));
}
