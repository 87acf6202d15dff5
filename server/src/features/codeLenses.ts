import type { CodeLens, Command, Range } from 'vscode-languageserver-types';
import { type FieldPath, formatFieldPath, formatPointer } from '../merge/fieldPath';
import type { DocumentView, LiveConflict } from '../session/view';
import { objectActions } from './actions';
import { markedRange } from './conflicts';
import type { FeatureContext } from './context';
import { describeColumns } from './printerColumns';
import { reconcileTime, reconcileTitle } from './statusLens';
import { describeIdentity, describeState } from './summary';
import { describeValue, describeWriter } from './values';

/**
 * The lenses above the first line: which object this is, what is known of it, what can be done about it as a whole,
 * whether the cluster has acted on it, what its text does not show; and above each conflict the ways to settle it.
 * None where the user wants none: quick fixes and marks stay.
 */
export function codeLenses(view: DocumentView, context: FeatureContext): CodeLens[] {
  if (!context.settings.codeLens) return [];
  const reconcile = reconcileTitle(view, context);
  const columns = describeColumns(view, reconcileTime(view, context.now));
  const about = (title: string): CodeLens =>
    lens(firstLine, title, { command: 'showLiveObject', arguments: [view.uri] });
  return [
    about(describeIdentity(view)),
    about(describeState(view)),
    ...objectActions(view).map(({ title, command }) =>
      lens(firstLine, title, { command, arguments: [view.uri] }),
    ),
    ...(reconcile === undefined ? [] : [about(reconcile)]),
    ...(columns === undefined ? [] : [about(columns)]),
    // Last, since the end of a long line is off the screen.
    ...(view.hidden.length > 0 ? [about(`hidden: ${view.hidden.map(lastName).join(', ')}`)] : []),
    ...view.conflicts.flatMap((conflict) => conflictLenses(view, conflict)),
  ];
}

function conflictLenses(view: DocumentView, { conflict, writer }: LiveConflict): CodeLens[] {
  const { start } = markedRange(view, conflict.path);
  const range = { start, end: start };
  const path = formatPointer(conflict.path);
  const live = view.secret ? '' : `${describeValue(conflict.theirs)} · `;
  const yours = view.secret ? '' : ` (${describeValue(conflict.ours)})`;
  return [
    lens(range, `Keep Yours${yours}`, { command: 'keepYours', arguments: [view.uri, path] }),
    lens(range, `Take Live (${live}${describeWriter(writer)})`, {
      command: 'takeLive',
      arguments: [view.uri, path],
    }),
    lens(range, 'Compare', { command: 'compare', arguments: [view.uri] }),
  ];
}

function lens(
  range: Range,
  title: string,
  { command, arguments: args }: Pick<Command, 'command' | 'arguments'>,
): CodeLens {
  return { range, command: { title, command: `kubernetesLiveEdit.${command}`, arguments: args ?? [] } };
}

/** `managedFields`, or `last-applied-configuration`: the end of a path is enough to know a field by. */
function lastName(path: FieldPath): string {
  const step = path.at(-1);
  return typeof step === 'string' ? step.slice(step.lastIndexOf('/') + 1) : formatFieldPath(path);
}

const firstLine: Range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };
