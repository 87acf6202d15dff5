import type { PartReading } from '../manifest/readPart';
import { findAppliedFields } from '../merge/appliedFields';
import { type Drift, findDrift, type StatedVersions } from '../merge/drift';
import type { FieldPath } from '../merge/fieldPath';
import type { JsonObject } from '../merge/json';
import { identityFields, lastAppliedField, serverOwnedFields } from '../merge/objectFields';
import type { ListTopology } from '../merge/topology';
import { readTermination } from '../reconcile/termination';
import { withoutFields } from '../session/hiddenFields';
import { type Judged, judgeSnapshot } from '../session/judged';
import { likelyWriters, type LiveChange } from '../session/merged';
import type { Snapshot } from '../session/snapshot';
import { findChangedFields } from './changedFields';
import type { FileDrift, PresentState } from './fileView';
import { findOwnedFields } from './ownedFields';
import type { Finding, Tracked } from './tracked';

/** What an object of a file is compared with. */
export interface JudgingOptions {
  stated: JsonObject;
  /** The document that says it: as long as it is the same one, so is what it says. */
  content: PartReading;
  live: Extract<Finding, { kind: 'present' }>;
  tracked: Tracked;
  manager: string;
  now: number;
}

/** What is concluded from what a file says and from a version of the live object. */
export interface StatedJudgement {
  readonly from: Omit<JudgingOptions, 'tracked' | 'stated' | 'now'> & {
    readonly topology: ListTopology;
    readonly opened: Snapshot | undefined;
  };
  readonly judged: Judged;
  readonly state: Omit<PresentState, 'health'>;
}

/** The judgement of an object, which is the one before it where nothing else is compared. Never throws. */
export function judgeStated(options: JudgingOptions, before: StatedJudgement | undefined): StatedJudgement {
  const { content, live, tracked, manager, now, stated } = options;
  const { topology, opened, health, place } = tracked;
  const from = { content, live, manager, topology, opened };
  if (before !== undefined && isSame(before.from, from)) return before;
  const { snapshot, arrivedAt } = live;
  const judged = judgeSnapshot(snapshot, { judged: before?.judged, health }, now);
  const versions: StatedVersions = {
    file: stated,
    live: snapshot.object,
    topology,
    status: place.status,
    manager,
  };
  const applied = withoutServerFields(stated, place.status);
  return {
    from,
    judged,
    state: {
      kind: 'present',
      resourceVersion: snapshot.resourceVersion,
      drifts: withDriftWriters(findDrift(versions), snapshot),
      owned: findOwnedFields({ stated: applied, live: snapshot.object, topology, manager }),
      changed:
        opened === undefined
          ? []
          : findChangedFields({
              stated: applied,
              opened,
              live: snapshot,
              topology,
              arrivedAt,
              before: changesOf(before),
            }),
      termination: readTermination(snapshot.object),
      reconcile: judged.state,
      unobservedSince: judged.unobservedSince,
      appliedByUs: findAppliedFields(snapshot.object, manager) !== undefined,
    },
  };
}

function isSame(one: StatedJudgement['from'], other: StatedJudgement['from']): boolean {
  return (
    one.content === other.content &&
    one.live === other.live &&
    one.manager === other.manager &&
    one.topology === other.topology &&
    one.opened === other.opened
  );
}

/** What an apply of the object is about. */
function withoutServerFields(stated: JsonObject, status: 'data' | 'ignored'): JsonObject {
  const fields = [...serverOwnedFields, ...identityFields, lastAppliedField];
  return withoutFields(stated, status === 'ignored' ? [...fields, ['status']] : fields);
}

function withDriftWriters(drifts: readonly Drift[], { object }: Snapshot): FileDrift[] {
  if (drifts.length === 0) return [];
  const findWriter = likelyWriters(object);
  return drifts.map((drift) => ({ drift, writer: findWriter(livePath(drift)) }));
}

/** Nobody is recorded for `stringData`, which the server keeps as `data`. */
function livePath({ path, isSecret }: Drift): FieldPath {
  return isSecret && path[0] === 'stringData' ? ['data', ...path.slice(1)] : path;
}

function changesOf(before: StatedJudgement | undefined): readonly LiveChange[] {
  return before?.state.changed ?? [];
}
