import type { InlayHint, Position, Range } from 'vscode-languageserver-types';
import { findRange } from '../manifest/ranges';
import type { FieldPath } from '../merge/fieldPath';
import type { FeatureContext } from './context';
import { reconcileTime } from './statusLens';
import { statusHints } from './statusHints';
import type { StatusView } from './statusView';

/**
 * What the state of the object says of single fields, each behind its field: `3 of 5 updated, 4 available` at
 * `spec.replicas`. 0-based lines, UTF-16 characters.
 */
export function inlayHints(view: StatusView, { now, settings }: FeatureContext): InlayHint[] {
  if (!settings.inlayHints) return [];
  return statusHints(view, reconcileTime(view, now)).map(({ path, words }) => ({
    position: behind(view, path),
    label: `← ${words}`,
    paddingLeft: true,
  }));
}

/** The hints on the lines of a range. */
export function hintsOn(hints: readonly InlayHint[], { start, end }: Range): InlayHint[] {
  return hints.filter(({ position: { line } }) => start.line <= line && line <= end.line);
}

/** Behind the value where it stands on the key's line, else behind the key. */
function behind({ reading }: StatusView, path: FieldPath): Position {
  const { key, value } = findRange(reading, path);
  if (value.end.line === key.end.line) return value.end;
  return { line: key.end.line, character: key.end.character + ':'.length };
}
