import type { CodeLens, Position } from 'vscode-languageserver-types';
import type { FileObjectView, FileView, OwnershipConflict } from '../files/fileView';
import { formatPointer } from '../merge/fieldPath';
import { markedRange } from './conflicts';
import type { FeatureContext } from './context';
import { driftAt } from './fileFields';
import { describeFileObject, readingOf, statusOf } from './fileObject';
import { describeTooLong, describeUnbound, fileObjectActions, splitFileState } from './fileState';
import { reconcileTitle } from './statusLens';
import { describeValue } from './values';

/**
 * The lenses of a file: above the first line of each object which one it is and where it goes, how it stands to the
 * live one, what can be done, and whether the cluster has acted on it; above each field that others hold the ways out.
 * Arguments of commands are the file's URI, the object's key, and the JSON pointer of a field. None where the user
 * wants none.
 */
export function fileLenses(view: FileView, context: FeatureContext): CodeLens[] {
  if (!context.settings.codeLens) return [];
  return [
    ...leftAloneLens(view),
    ...view.objects.flatMap((object, index) => objectLenses({ view, object, index }, context)),
  ];
}

function objectLenses(
  { view, object, index }: { view: FileView; object: FileObjectView; index: number },
  context: FeatureContext,
): CodeLens[] {
  const { uri } = view;
  const { key, recognized } = object;
  const place: Place = { at: recognized.range.start, args: [uri, key] };
  const unbound = describeUnbound(view);
  const choose = lens(place, describeFileObject(object, view.binding), 'chooseContext');
  if (unbound !== undefined) return [choose, ...(index === 0 ? [lens(place, unbound, 'chooseContext')] : [])];
  const status = statusOf(object);
  const reconcile = status && reconcileTitle(status, context);
  const { state, others } = splitFileState(object);
  const more = status === undefined ? 'chooseContext' : 'openLiveObjectOfFile';
  return [
    choose,
    lens(place, state, more),
    ...fileObjectActions(view, object).map(({ title, command }) => lens(place, title, command)),
    ...[reconcile, others].flatMap((words) => (words === undefined ? [] : [lens(place, words, more)])),
    ...object.ownershipConflicts.flatMap((conflict) => ownershipLenses(uri, object, conflict)),
  ];
}

function ownershipLenses(uri: string, object: FileObjectView, conflict: OwnershipConflict): CodeLens[] {
  const { path, manager } = conflict;
  const { start } = markedRange({ reading: readingOf(object) }, path);
  const place: Place = { at: start, args: [uri, object.key, formatPointer(path)] };
  const found = driftAt(object, conflict)?.drift;
  const theirs =
    found?.kind !== 'changed' || found.isSecret || object.secret ? '' : ` (${describeValue(found.live)})`;
  return [
    lens(place, `Take Over from ${manager}`, 'takeOver'),
    lens(place, 'Leave to Them', 'leaveToThem'),
    lens(place, `Take Theirs into File${theirs}`, 'takeTheirs'),
  ];
}

/** One word on a file that is left alone, since somebody may wait for lenses in it. */
function leftAloneLens(view: FileView): CodeLens[] {
  const { leftAlone, uri } = view;
  const tooLong = describeTooLong(view);
  if (tooLong !== undefined) return [lens({ at: { line: 0, character: 0 }, args: [uri] }, tooLong, '')];
  const found = leftAlone.find(({ kind }) => kind === 'template' || kind === 'kustomization');
  if (found === undefined) return [];
  return [lens({ at: found.range.start, args: [uri] }, `Not compared. ${found.words}`, '')];
}

interface Place {
  at: Position;
  args: string[];
}

/** Without a command it is a text alone. */
function lens({ at, args }: Place, title: string, command: string): CodeLens {
  const start = { line: at.line, character: 0 };
  return {
    range: { start, end: start },
    command:
      command === ''
        ? { title, command: '' }
        : { title, command: `kubernetesLiveEdit.${command}`, arguments: args },
  };
}
