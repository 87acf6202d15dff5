import { type CodeAction, CodeActionKind, type Range } from 'vscode-languageserver-types';
import { formatFieldPath, formatPointer } from '../merge/fieldPath';
import type { DocumentView } from '../session/view';
import { markedRange } from './conflicts';

/** The quick fixes for the conflicts that a range touches. */
export function codeActions(view: DocumentView, range: Range): CodeAction[] {
  return view.conflicts
    .filter(({ conflict }) => touches(markedRange(view, conflict.path), range))
    .flatMap(({ conflict }) => {
      const name = formatFieldPath(conflict.path);
      const args = [view.uri, formatPointer(conflict.path)];
      return [
        action(`Keep Yours: ${name}`, 'keepYours', args),
        action(`Take Live: ${name}`, 'takeLive', args),
        action('Compare with the Live Object', 'compare', [view.uri]),
        ...(view.conflicts.length > 1
          ? [
              action('Keep All Yours', 'keepAllYours', [view.uri]),
              action('Take All Live', 'takeAllLive', [view.uri]),
            ]
          : []),
        action('Open Merge View', 'openMergeView', [view.uri]),
      ];
    });
}

/** A quick fix that runs one of our commands. */
export function action(title: string, command: string, args: string[]): CodeAction {
  const { QuickFix } = CodeActionKind;
  return {
    title,
    kind: QuickFix,
    command: { title, command: `kubernetesLiveEdit.${command}`, arguments: args },
  };
}

/** Lines are 0-based, characters UTF-16; two ranges that meet at an end touch. */
export function touches(one: Range, other: Range): boolean {
  const isBefore = (end: Range['end'], start: Range['start']): boolean =>
    end.line < start.line || (end.line === start.line && end.character < start.character);
  return !isBefore(one.end, other.start) && !isBefore(other.end, one.start);
}
