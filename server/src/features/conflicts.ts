import { findRange } from '../manifest/ranges';
import type { Range } from 'vscode-languageserver-types';
import { type FieldPath, formatFieldPath } from '../merge/fieldPath';
import type { DocumentView, LiveConflict } from '../session/view';
import { describeValue, describeWriter } from './values';

/** What two people did to one field, in one sentence; without values where they are secret. */
export function describeConflict(
  { conflict, writer }: LiveConflict,
  { secret }: { secret: boolean },
): string {
  const name = formatFieldPath(conflict.path);
  const who = describeWriter(writer);
  const { base, ours, theirs } = conflict;
  switch (conflict.kind) {
    case 'ours-deleted':
      return `Conflict: you deleted ${name}; it was changed in the cluster by ${who}.`;
    case 'theirs-deleted':
      return `Conflict: ${name} was deleted in the cluster by ${who}; you changed it.`;
    case 'order':
      return `Conflict: you and the cluster (${who}) have put ${name} in different orders.`;
    case 'both-added':
      return secret
        ? `Conflict: ${name} was added by you and, with another value, by ${who}.`
        : `Conflict: you added ${name} with ${describeValue(ours)}; the cluster has it with ${describeValue(theirs)} (${who}).`;
    case 'both-changed':
      return secret
        ? `Conflict: ${name} was changed by you and, to another value, by ${who}.`
        : `Conflict: ${name} is ${describeValue(ours)} here and ${describeValue(theirs)} in the cluster (${who}); as opened it was ${describeValue(base)}.`;
  }
}

/** Where a field is marked: a value of one line itself; of a longer or missing one the nearest key. */
export function markedRange({ reading }: Pick<DocumentView, 'reading'>, path: FieldPath): Range {
  const { isFound, key, value } = findRange(reading, path);
  return isFound && value.start.line === value.end.line && !isEmpty(value) ? value : key;
}

function isEmpty({ start, end }: Range): boolean {
  return start.line === end.line && start.character === end.character;
}
