import type { Hover, Position } from 'vscode-languageserver-types';
import type { FileObjectView, FileView, OwnedField } from '../files/fileView';
import { findRange, pathAt } from '../manifest/ranges';
import type { ManifestReading } from '../manifest/reading';
import { type FieldPath, formatFieldPath } from '../merge/fieldPath';
import type { FeatureContext } from './context';
import { describeAgo } from './durations';
import { describeDrift } from './fileFields';
import { describeFileObject, objectAt, readingOf, statusOf } from './fileObject';
import { describeFileState } from './fileState';
import { hoverOf, statusLines } from './hovers';
import { escapeMarkdown } from './markdown';
import { describeManager, writeTime } from './values';

/**
 * What is known of the field of a file at a position (0-based, UTF-16): what it is in the cluster, who else holds it,
 * what the state of the live object says of it; on an object's first line of all of it. Undefined where there is
 * nothing to say.
 */
export function fileHover(view: FileView, position: Position, context: FeatureContext): Hover | undefined {
  const object = objectAt(view, position);
  if (!context.settings.hovers || object === undefined || view.binding.kind !== 'bound') return undefined;
  const reading = readingOf(object);
  const path = position.line === object.recognized.range.start.line ? [] : pathAt(reading, position);
  if (path === undefined) return undefined;
  const status = statusOf(object);
  const state = status === undefined ? [] : statusLines(status, path, { ...context, findWriter });
  const whole =
    path.length === 0 && state.length === 0
      ? [`**${escapeMarkdown(describeFileObject(object, view.binding))}**`, stateLine(object)]
      : [];
  return hoverOf({ reading }, path, [...whole, ...fieldLines(object, path, context), ...state]);
}

/** A hint of a product icon is for lenses alone. */
function stateLine(object: FileObjectView): string {
  return escapeMarkdown(describeFileState(object).replaceAll('$(warning)\u00a0', ''));
}

function fieldLines(object: FileObjectView, path: FieldPath, { now }: FeatureContext): string[] {
  const { state, secret } = object;
  if (state.kind !== 'present' || path.length === 0) return [];
  const reading = readingOf(object);
  const isHere = (other: FieldPath): boolean => isSamePlace(reading, path, other);
  return [
    ...state.drifts
      .filter(({ drift }) => isHere(drift.path))
      .map((found) => escapeMarkdown(describeDrift(found, { secret, now }))),
    ...state.owned
      .filter((field) => isHere(field.path))
      .map((field) => escapeMarkdown(describeHolders(field, now))),
  ];
}

/** `spec.replicas is held by hpa-controller (3 m ago), flux via apply (2 h ago)`. */
function describeHolders({ path, writers }: OwnedField, now: number): string {
  const holders = writers.map((writer) => {
    const at = writeTime(writer);
    return at === undefined
      ? describeManager(writer)
      : `${describeManager(writer)} (${describeAgo(at, now)})`;
  });
  return `${formatFieldPath(path)} is held by ${holders.join(', ')}`;
}

/** A position leads to list elements by their index, and what is known of them goes by their keys. */
function isSamePlace(reading: ManifestReading, one: FieldPath, other: FieldPath): boolean {
  const [first, second] = [findRange(reading, one), findRange(reading, other)];
  if (!second.isFound || one.length !== other.length) return false;
  return (
    first.field.start.line === second.field.start.line &&
    first.field.start.character === second.field.start.character
  );
}

/** Who has written a condition is not kept for objects of files. */
function findWriter(): undefined {
  return undefined;
}
