import type { CodeAction, Range } from 'vscode-languageserver-types';
import type { FileObjectView, FileView } from '../files/fileView';
import { type FieldPath, formatFieldPath, formatPointer } from '../merge/fieldPath';
import { action, touches } from './codeActions';
import { markedRange } from './conflicts';
import { readingOf } from './fileObject';

/** The quick fixes for what is marked in a file and what a range touches. */
export function fileActions(view: FileView, range: Range): CodeAction[] {
  return view.objects
    .filter(({ recognized }) => touches(recognized.range, range))
    .flatMap((object) => [
      ...ownershipActions(view.uri, object, range),
      ...driftActions(view.uri, object, range),
      ...copiedActions(view.uri, object, range),
    ]);
}

function ownershipActions(uri: string, object: FileObjectView, range: Range): CodeAction[] {
  const { ownershipConflicts: conflicts, key } = object;
  return touched(object, conflicts, range).flatMap(({ path, manager }) => {
    const name = formatFieldPath(path);
    const args = [uri, key, formatPointer(path)];
    return [
      action(`Take Over from ${manager}: ${name}`, 'takeOver', args),
      action(`Leave to Them: ${name}`, 'leaveToThem', args),
      action(`Take Theirs into File: ${name}`, 'takeTheirs', args),
      ...(conflicts.length > 1
        ? [
            action('Take Over All', 'takeOver', [uri, key]),
            action('Leave All to Them', 'leaveToThem', [uri, key]),
            action('Take All Theirs into File', 'takeTheirs', [uri, key]),
          ]
        : []),
    ];
  });
}

function driftActions(uri: string, object: FileObjectView, range: Range): CodeAction[] {
  const { state, key } = object;
  if (state.kind !== 'present') return [];
  const drifts = state.drifts.map(({ drift }) => drift);
  const here = touched(object, drifts, range);
  if (here.length === 0) return [];
  return [
    ...here.map(({ path }) =>
      action(`Take Live into File: ${formatFieldPath(path)}`, 'takeLiveIntoFile', [
        uri,
        key,
        formatPointer(path),
      ]),
    ),
    ...(drifts.length > 1 ? [action('Take All Live into File', 'takeLiveIntoFile', [uri, key])] : []),
    action('Apply This Object', 'applyObject', [uri, key]),
    action('Open Live Object', 'openLiveObjectOfFile', [uri, key]),
  ];
}

function copiedActions(uri: string, { copied, key }: FileObjectView, range: Range): CodeAction[] {
  if (!copied.some((field) => touches(field.range, range))) return [];
  const [first] = copied;
  const what =
    copied.length === 1 && first !== undefined
      ? formatFieldPath(first.path)
      : `${copied.length} Copied Fields`;
  return [action(`Remove ${what}`, 'removeCopiedFields', [uri, key])];
}

function touched<T extends { readonly path: FieldPath }>(
  object: FileObjectView,
  fields: readonly T[],
  range: Range,
): T[] {
  if (fields.length === 0) return [];
  const reading = readingOf(object);
  return fields.filter(({ path }) => touches(markedRange({ reading }, path), range));
}
