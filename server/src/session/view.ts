import type { ManifestReading } from '../manifest/reading';
import { listChanges } from '../merge/changes';
import type { Conflict } from '../merge/conflicts';
import { fieldAt } from '../merge/fieldAt';
import type { FieldPath } from '../merge/fieldPath';
import type { Staleness } from '../protocol/messages';
import { isSecret, type ObjectRef } from '../protocol/objectRef';
import { findHotLoop, type HotLoop } from '../reconcile/hotLoop';
import type { ReconcileState } from '../reconcile/reconcileState';
import { readTermination, type Termination } from '../reconcile/termination';
import { type PrintedColumns, shownColumns } from './columns';
import type { FieldWriter } from './fieldManagers';
import type { Health } from './follow';
import { judgementOf } from './judged';
import { type FieldNote, isClean, isReplaced, type LiveDocument } from './liveDocument';
import {
  changesOfOthers,
  ignoredFields,
  likelyWriters,
  type LiveChange,
  mergeWithLive,
  withWriters,
} from './merged';
import { type Ours, readOurs, type Refusal } from './ours';
import type { Failure, KubernetesObject } from './ports';
import { withSightings } from './sightings';
import { showsTheSame, visiblePart } from './snapshot';

/** What there is to say about a live document: everything that features need, and nothing that they must decide. */
export interface DocumentView {
  uri: string;
  ref: ObjectRef;
  /** The object's kind, e.g. `Deployment`. */
  objectKind: string;
  /** The subresources of the object's kind, as far as discovery names them. */
  subresources: readonly string[];
  /** Whether values of this object must not be shown outside its text. */
  secret: boolean;
  staleness: Staleness;
  /** The text holds nothing that the user has not saved. */
  clean: boolean;
  /** The text is of an earlier session: which version it was edited from is not known. */
  restored: boolean;
  health: Health;
  /**
   * By when the editor shows the live object, whose text is on its way to it; milliseconds since 1970. Until then
   * nothing counts as moved.
   */
  arrivesBy: number | undefined;
  /** Of the live object, or of the last one known. */
  resourceVersion: string;
  /** That the live object is being deleted. */
  termination: Termination | undefined;
  /** Whether the cluster has acted on the spec, as the live object says, or the last one known. */
  reconcile: ReconcileState;
  /** Since when its generation has not been observed; milliseconds since 1970, undefined where it has been. */
  unobservedSince: number | undefined;
  /** What the API server prints of the object; undefined where that is not known, or nothing is asked for. */
  columns: PrintedColumns | undefined;
  /** Fields that the object has and its text does not show. */
  hidden: FieldPath[];
  reading: ManifestReading;
  /** What both the user and others have changed, differently. */
  conflicts: LiveConflict[];
  /** What others have changed and the text does not say yet: a save keeps it. */
  moved: LiveChange[];
  /** Fields of the text that a save will not write, because only the server writes them. */
  ignored: FieldPath[];
  identityChange: (Refusal & { kind: 'identityChanged' }) | undefined;
  /** What the API server said at the last save. */
  notes: readonly FieldNote[];
  /** Two managers that undo each other's changes; it goes away by itself when they have stopped for a minute. */
  foughtOver: HotLoop | undefined;
}

/** A conflict, and who has made the live side of it as far as the object records that. */
export interface LiveConflict {
  conflict: Conflict;
  writer: FieldWriter | undefined;
}

/**
 * The view of a document at this time (milliseconds since 1970). Reads its text, so it costs what one parse and one
 * merge cost.
 */
export function viewDocument(document: LiveDocument, now: number): DocumentView {
  const { base, live, ref, uri, ownership } = document;
  const { object, resourceVersion } = live.kind === 'present' ? live.snapshot : base;
  const ours = readOurs(document, document.text);
  const merging = compare(document, ours);
  const termination = live.kind === 'present' ? readTermination(object) : undefined;
  const kind = fieldAt(base.object, ['kind']);
  const { state: reconcile, unobservedSince } = judgementOf(document);
  const arrivesBy = arrivalOf(document, now);
  return {
    uri,
    ref,
    objectKind: typeof kind === 'string' ? kind : ref.resource,
    subresources: document.subresources,
    secret: isSecret(ref),
    staleness: stalenessOf(document, { ...merging, termination, arrivesBy }),
    clean: isClean(document),
    restored: document.restored,
    health: document.health,
    arrivesBy,
    resourceVersion,
    termination,
    reconcile,
    unobservedSince,
    columns: shownColumns(document),
    hidden: ownership.hidden.filter((path) => fieldAt(object, path) !== undefined),
    reading: ours.reading,
    ...merging,
    moved:
      arrivesBy === undefined
        ? withSightings(
            termination === undefined ? merging.moved : merging.moved.filter(isNoTermination),
            document.seen,
          )
        : [],
    identityChange:
      ours.kind === 'refused' && ours.refusal.kind === 'identityChanged' ? ours.refusal : undefined,
    notes: document.notes,
    foughtOver: findHotLoop(document.seen.writes, now),
  };
}

/** How the text stands to the live object; where there is none to merge with, to its base. */
function compare(document: LiveDocument, ours: Ours): Pick<DocumentView, 'conflicts' | 'moved' | 'ignored'> {
  const { base, live, ownership, topology } = document;
  const theirs = live.kind === 'deleted' || isReplaced(document) ? base : live.snapshot;
  if (ours.kind === 'read') {
    const merged = mergeWithLive(document, ours.visible, theirs);
    if (merged.kind === 'refused') return { conflicts: [], moved: [], ignored: [] };
    const conflicts = merged.kind === 'conflicting' ? merged.conflicts : [];
    return {
      conflicts: withLiveWriters(conflicts, theirs.object),
      moved: changesOfOthers(merged, theirs.object),
      ignored: ignoredFields(merged),
    };
  }
  if (document.restored) return { conflicts: [], moved: [], ignored: [] };
  const changes = listChanges(visiblePart(base, ownership), visiblePart(theirs, ownership), topology);
  return { conflicts: [], moved: withWriters(changes, theirs.object), ignored: [] };
}

/**
 * By when a clean text that is on its way arrives, where it shows the live object as it is. An editor that has not taken
 * it by then may never do so, and what has moved is told.
 */
function arrivalOf(document: LiveDocument, now: number): number | undefined {
  const { live, offers, seen } = document;
  const offer = offers.findLast(({ as }) => as === 'clean');
  if (offer === undefined || live.kind === 'deleted' || !isClean(document)) return undefined;
  const by = (seen.versions.at(-1)?.seenAt ?? -Infinity) + longestArrival;
  return now < by && showsTheSame(offer.snapshot, live.snapshot, document) ? by : undefined;
}

/** That the object is being deleted is said as such. */
function isNoTermination({ change: { path } }: LiveChange): boolean {
  const [first, name] = path;
  return first !== 'metadata' || (name !== 'deletionTimestamp' && name !== 'deletionGracePeriodSeconds');
}

function withLiveWriters(conflicts: readonly Conflict[], live: KubernetesObject): LiveConflict[] {
  if (conflicts.length === 0) return []; // the managers of large objects take a moment to read
  const findWriter = likelyWriters(live);
  return conflicts.map((conflict) => ({ conflict, writer: findWriter(conflict.path) }));
}

/** Whether the live object shows something else than what the text was derived from. */
export function hasMoved(document: LiveDocument): boolean {
  const { live, base } = document;
  return live.kind === 'present' && !showsTheSame(base, live.snapshot, document);
}

/** How the live object stands to the text's base. Nothing is called current unless it is known to be. */
function stalenessOf(
  document: LiveDocument,
  { conflicts, termination, arrivesBy }: Pick<DocumentView, 'conflicts' | 'termination' | 'arrivesBy'>,
): Staleness {
  const { live, base, health, restored } = document;
  if (live.kind === 'deleted') return 'deleted';
  if (isReplaced(document)) return 'replaced';
  if (health.kind === 'unknown') return withoutKnowledge(health.because);
  if (restored || health.kind === 'connecting') return 'unknown';
  if (conflicts.length > 0) return 'conflicting';
  if (termination !== undefined) return 'terminating';
  return arrivesBy !== undefined || showsTheSame(base, live.snapshot, document) ? 'current' : 'stale';
}

/** Why nothing is known, as far as that is a state of its own. */
function withoutKnowledge(failure: Failure): Staleness {
  if (failure.kind === 'otherCluster') return 'otherCluster';
  return failure.kind === 'status' && failure.status.code === 403 ? 'forbidden' : 'unknown';
}

/** From the live object's arrival to the editor's showing its text. Milliseconds; mostly it takes less than a tenth. */
const longestArrival = 3_000;
