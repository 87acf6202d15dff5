import type { CodeLens } from 'vscode-languageserver-types';
import { type FieldPath, formatFieldPath } from '../merge/fieldPath';
import type { DocumentView } from '../session/view';
import { describeIdentity, describeState } from './summary';

/** The lenses above the first line: which object this is, what is known of it, what its text does not show. */
export function codeLenses(view: DocumentView): CodeLens[] {
  const titles = [describeIdentity(view), describeState(view)];
  if (view.hidden.length > 0) titles.push(`hidden: ${view.hidden.map(lastName).join(', ')}`);
  return titles.map((title) => ({
    range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } },
    command: { title, command: 'kubernetesLiveEdit.showLiveObject', arguments: [view.uri] },
  }));
}

/** `managedFields`, or `last-applied-configuration`: the end of a path is enough to know a field by. */
function lastName(path: FieldPath): string {
  const step = path.at(-1);
  return typeof step === 'string' ? step.slice(step.lastIndexOf('/') + 1) : formatFieldPath(path);
}
