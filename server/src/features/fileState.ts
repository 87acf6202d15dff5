import type { FileObjectView, FileView, OwnedField, PresentState } from '../files/fileView';
import type { Health } from '../session/follow';
import type { ObjectAction } from './actions';
import { describeFailure } from './problems';
import { describeTermination, someNames } from './staleness';
import { clip } from './statusLens';
import { clockTime } from './values';

/** How an object of a file stands to the live one, in a few words for a lens: `2 fields are otherwise in the cluster`. */
export function describeFileState(object: FileObjectView): string {
  const { state } = object;
  switch (state.kind) {
    case 'locating':
      return 'looking for it in the cluster';
    case 'generated':
      return 'generateName: each create makes another object';
    case 'untracked':
      return `not compared: only the first ${state.mostTracked} objects of a file are`;
    case 'unknown': {
      const words =
        state.failure.kind === 'notServed'
          ? `the API server serves no ${object.recognized.identity.apiVersion} ${object.recognized.identity.kind}`
          : `not known since ${clockTime(state.since)}`;
      return `$(warning)\u00a0${words}`;
    }
    case 'absent':
      return withHealth('not in the cluster', state.health);
    case 'present':
      return [describePresent(object, state), ...describeOthers(object)].join(' · ');
  }
}

/**
 * The same in two: what is to be acted on, and what others have to do with the object, which lenses say behind the
 * actions, since it may be long.
 */
export function splitFileState(object: FileObjectView): { state: string; others: string | undefined } {
  if (object.state.kind !== 'present') return { state: describeFileState(object), others: undefined };
  const others = describeOthers(object);
  return {
    state: describePresent(object, object.state),
    others: others.length === 0 ? undefined : others.join(' · '),
  };
}

/** What can be done about an object of a file as a whole, the likeliest first; what is about one field stands there. */
export function fileObjectActions(
  { binding }: Pick<FileView, 'binding'>,
  object: FileObjectView,
): ObjectAction[] {
  if (binding.kind !== 'bound') return [];
  const { state, ownershipConflicts } = object;
  switch (state.kind) {
    case 'locating':
      return [];
    case 'unknown':
      return [{ title: 'Show Log', command: 'showLog' }];
    case 'generated':
      return [{ title: 'Create', command: 'createObject' }];
    case 'untracked':
    case 'absent':
      return [apply];
    case 'present':
      return [
        ...(ownershipConflicts.length > 1 ? decideAll : ownershipConflicts.length === 1 ? [] : [apply]),
        ...(state.drifts.length > 0 ? [{ title: 'Take Live into File', command: 'takeLiveIntoFile' }] : []),
        { title: 'Open Live Object', command: 'openLiveObjectOfFile' },
      ];
  }
}

/** Why no object of a file can be found, for its lens. */
export function describeUnbound({ binding }: Pick<FileView, 'binding'>): string | undefined {
  switch (binding.kind) {
    case 'bound':
      return undefined;
    case 'binding':
      return 'finding out where it goes';
    case 'unbound':
      return `$(warning)\u00a0${clip(describeFailure(binding.failure, 'connect').message, longestLens)}`;
  }
}

/** Why nothing of a file is looked at, in a sentence that says what to do; undefined where it is. */
export function describeTooLong(view: Pick<FileView, 'tooLong'> | undefined): string | undefined {
  if (view?.tooLong === undefined) return undefined;
  const millions = view.tooLong.mostCharacters / 1_000_000;
  return `The file has more than ${millions} million characters, which are too many to be compared or applied. Split it into several files.`;
}

function describePresent(object: FileObjectView, state: PresentState): string {
  const { drifts, termination } = state;
  const { ownershipConflicts: conflicts } = object;
  const parts = [
    ...(conflicts.length === 0
      ? []
      : [
          `$(warning)\u00a0not applied: ${fields(conflicts.length)} held by ${someNames(
            namesOf(conflicts.map(({ manager }) => manager)),
          )}`,
        ]),
    ...(termination === undefined ? [] : [describeTermination(termination)]),
    drifts.length === 0
      ? 'as in the cluster'
      : `${fields(drifts.length)} ${drifts.length === 1 ? 'is' : 'are'} otherwise in the cluster`,
  ];
  return withHealth(parts.join(' · '), state.health);
}

function describeOthers({ state, ownershipConflicts: conflicts }: FileObjectView): string[] {
  if (state.kind !== 'present') return [];
  const { changed, owned } = state;
  return [
    ...(changed.length === 0 ? [] : ['changed in the cluster since opened']),
    ...(owned.length === 0 || conflicts.length > 0 ? [] : [describeOwned(owned)]),
  ];
}

function describeOwned(owned: readonly OwnedField[]): string {
  const managers = namesOf(owned.flatMap(({ writers }) => writers.map(({ manager }) => manager)));
  return `${fields(owned.length)} held by others (${someNames(managers)})`;
}

/** Nothing is called so unless it is known to be. */
function withHealth(words: string, health: Health): string {
  switch (health.kind) {
    case 'watching':
      return words;
    case 'connecting':
      return `${words} · connecting`;
    case 'polling':
      return `${words} as of the last reading (every ${health.everyMilliseconds / 1_000} s)`;
    case 'unknown':
      return `$(warning)\u00a0not known since ${clockTime(health.since)} · last known: ${words}`;
  }
}

function fields(count: number): string {
  return count === 1 ? '1 field' : `${count} fields`;
}

function namesOf(names: readonly string[]): string[] {
  return [...new Set(names)];
}

const apply: ObjectAction = { title: 'Apply', command: 'applyObject' };
const decideAll: readonly ObjectAction[] = [
  { title: 'Take Over All', command: 'takeOver' },
  { title: 'Leave All to Them', command: 'leaveToThem' },
  { title: 'Take All Theirs into File', command: 'takeTheirs' },
];
const longestLens = 160;
