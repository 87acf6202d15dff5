import { listChanges } from '../merge/changes';
import { isEqual } from '../merge/equality';
import { isJsonObject, type JsonObject } from '../merge/json';
import { mergeTo } from '../merge/merge';
import type { Attempt } from './attempt';
import { hideFields } from './hiddenFields';
import type { LiveDocument } from './liveDocument';
import { changesOfOthers, ignoredFields, mergeWithLive, wholeObject } from './merged';
import type { Conflicted, Gone, Saved, Unchanged } from './outcome';
import type { KubernetesObject } from './ports';
import { sharePartsOf, type Snapshot } from './snapshot';

/** What is to be written over a live object. */
export interface Plan extends Pick<Saved, 'ours' | 'before' | 'kept' | 'ignored'> {
  readonly kind: 'plan';
  readonly live: Snapshot;
  readonly object: KubernetesObject;
}

/** The merged object that a live object is to become, or the outcome where there is nothing to write. */
export function makePlan(
  document: LiveDocument,
  visible: JsonObject,
  live: Snapshot,
): Plan | Unchanged | Conflicted | Gone {
  const merged = mergeWithLive(document, visible, live);
  if (merged.kind === 'refused') return { kind: 'gone', live };
  if (merged.kind === 'conflicting') return { kind: 'conflicted', live, conflicts: merged.conflicts };
  const object = isJsonObject(merged.object) ? merged.object : live.object;
  const before = document.base.object;
  const kept = changesOfOthers(merged, live.object);
  const ignored = ignoredFields(merged);
  // Nothing of others is in the merge with the very object that the text was derived from.
  const ours = before === live.object ? object : wholeObject(document, visible, live);
  if (!isEqual(object, live.object, document.topology))
    return { kind: 'plan', live, object, ours, before, kept, ignored };
  return { kind: 'unchanged', ours, before, live, kept, ignored };
}

/** The outcome of a plan that was carried out. */
export function saved(plan: Plan, written: Attempt & { kind: 'written' }, document: LiveDocument): Saved {
  const { ours, before, kept, ignored, object } = plan;
  const { warnings } = written;
  const answer = sharePartsOf({ ...plan.live, object }, written.answer);
  const isNewVersion = answer.resourceVersion !== plan.live.resourceVersion;
  const completed = listChanges(
    hideFields(object, document.ownership),
    hideFields(answer.object, document.ownership),
    document.topology,
  );
  const outcome: Saved = {
    kind: 'saved',
    ours,
    before,
    kept,
    ignored,
    answer,
    over: plan.live,
    isNewVersion,
    completed,
    warnings,
  };
  if (completed.length > 0) return { ...outcome, completedOurs: withCompletions(plan, answer, document) };
  // A text that says all that the answer shows stands for the answer; nobody need compare the two again.
  return kept.length === 0 && ignored.length === 0 ? { ...outcome, ours: answer.object } : outcome;
}

/** The live object has all that was to be written: a write whose answer was lost has arrived. */
export function savedBefore({ ours, before, kept, ignored, live }: Unchanged): Saved {
  const nothingNew = { isNewVersion: false, completed: [], warnings: [] };
  return { kind: 'saved', ours, before, kept, ignored, answer: live, ...nothingNew };
}

/** What the text stood for, with what the API server changed of the object that was sent. */
function withCompletions(
  { ours, object }: Plan,
  answer: Snapshot,
  { topology }: LiveDocument,
): KubernetesObject {
  const versions = { base: object, ours: answer.object, theirs: ours };
  const { value } = mergeTo('ours', versions, topology);
  return isJsonObject(value) ? value : ours;
}
