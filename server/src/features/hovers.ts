import type { Hover, Position } from 'vscode-languageserver-types';
import { findRange, pathAt } from '../manifest/ranges';
import type { FieldPath } from '../merge/fieldPath';
import { getField, isJsonObject, type JsonValue } from '../merge/json';
import type { Condition } from '../reconcile/conditions';
import type { FindFieldWriter } from '../session/fieldManagers';
import type { StatusView } from './statusView';
import type { FeatureContext } from './context';
import { describeAgo } from './durations';
import { escapeMarkdown } from './markdown';
import { describeCondition, describeGeneration, describeRollout } from './reconcile';
import { describeTermination } from './staleness';
import { isSamePath, rolloutPlace } from './statusHints';
import { hasReconcileWords, reconcileTime } from './statusLens';
import { holdPlaces, places } from './statusPlaces';
import { describeIdentity } from './summary';
import { describeManager } from './values';

/** What words depend on, and who wrote which field of the live object. */
export interface HoverContext extends FeatureContext {
  readonly findWriter: FindFieldWriter;
}

/**
 * What the object says of the field at a position (0-based, UTF-16): on the first line, its kind and its name all of
 * its state. Undefined where there is nothing to say.
 */
export function hover(view: StatusView, position: Position, context: HoverContext): Hover | undefined {
  if (!context.settings.hovers) return undefined;
  const path = position.line === 0 ? [] : pathAt(view.reading, position);
  return path === undefined ? undefined : hoverOf(view, path, statusLines(view, path, context));
}

/** What the state of an object says of a field, as lines of Markdown; none where there is nothing to say. */
export function statusLines(view: StatusView, path: FieldPath, context: HoverContext): string[] {
  if (view.secret || !hasReconcileWords(view)) return [];
  const known = { ...context, now: reconcileTime(view, context.now) };
  return linesAt(view, path, known).filter((line) => line !== undefined);
}

/** Lines about a field as a hover over its key; undefined where there are none. */
export function hoverOf(
  { reading }: Pick<StatusView, 'reading'>,
  path: FieldPath,
  lines: readonly string[],
): Hover | undefined {
  if (lines.length === 0) return undefined;
  const { key } = findRange(reading, path);
  return {
    contents: { kind: 'markdown', value: lines.join('\n\n') },
    ...(path.length === 0 ? {} : { range: key }),
  };
}

type Line = string | undefined;

function linesAt(view: StatusView, path: FieldPath, context: HoverContext): Line[] {
  const { termination, reconcile } = view;
  const isAt = (...fields: FieldPath[]): boolean => fields.some((field) => isSamePath(path, field));
  if (isAt(...overviewPlaces)) return overview(view, context);
  if (isAt(places.generation, places.observed)) return [generationLine(view, context)];
  if (termination !== undefined && isAt(places.deletion, ...places.finalizers))
    return [escapeMarkdown(describeTermination(termination))];
  const condition = conditionAt(view, path);
  if (condition !== undefined) return [conditionLine(condition, context)];
  const place = rolloutPlace(view);
  const tellsRollout =
    reconcile.rollout.kind === 'paused'
      ? [holdPlaces[reconcile.rollout.as], ...rolloutFields]
      : rolloutFields;
  return isAt(...(place === undefined ? [] : [place, ...tellsRollout])) ? [rolloutLine(view, context)] : [];
}

const rolloutFields: readonly FieldPath[] = [places.deadline, places.partition, places.strategy];
const overviewPlaces: readonly FieldPath[] = [
  [],
  ['apiVersion'],
  ['kind'],
  ['metadata'],
  ['metadata', 'name'],
  ['status'],
  places.conditions,
];

function overview(view: StatusView, context: HoverContext): Line[] {
  const { conditions, lastWrites } = view.reconcile;
  const lines = [generationLine(view, context), rolloutLine(withoutRepeated(view), context)];
  const shown = conditions.slice(0, mostConditions).map((each) => `- ${conditionLine(each, context)}`);
  const left = conditions.length - shown.length;
  const list = [...shown, ...(left > 0 ? [`- and ${left} more conditions`] : [])].join('\n');
  const written =
    lastWrites.status === undefined
      ? undefined
      : `status written ${escapeMarkdown(describeAgo(lastWrites.status, context.now))}`;
  const said = [...lines, list === '' ? undefined : list, written].filter((line) => line !== undefined);
  if (said.length === 0) return [];
  const lost = view.health.kind === 'unknown' ? ['*as it was known last*'] : [];
  return [`**${escapeMarkdown(describeIdentity(view))}**`, ...lost, ...said];
}

/** The view without the message of a stuck rollout that stands in its condition. */
function withoutRepeated(view: StatusView): StatusView {
  const { rollout, conditions } = view.reconcile;
  if (rollout.kind !== 'stuck' || !conditions.some(({ message }) => message === rollout.message)) return view;
  const { kind, reason, since, parts } = rollout;
  const brief = { kind, reason, ...(since === undefined ? {} : { since }), parts };
  return { ...view, reconcile: { ...view.reconcile, rollout: brief } };
}

function generationLine({ reconcile, unobservedSince: since }: StatusView, { now }: HoverContext): Line {
  return escaped(describeGeneration(reconcile.generation, since === undefined ? undefined : { since, now }));
}

function rolloutLine({ reconcile: { rollout } }: StatusView, { now }: HoverContext): Line {
  return escaped(describeRollout(rollout, now));
}

/** `**Ready=False** · Reason · for 3 m · by controller: message`. */
function conditionLine(condition: Condition, { now, findWriter }: HoverContext): string {
  const { type, message, tone } = condition;
  const words = escapeMarkdown(describeCondition(condition, now));
  const writer = findWriter([...places.conditions, { type }]);
  const by = writer === undefined ? '' : ` · by ${escapeMarkdown(describeManager(writer))}`;
  const line = `${tone === 'bad' ? `**${words}**` : words}${by}`;
  return message === undefined ? line : `${line}: ${escapeMarkdown(message)}`;
}

/** The condition of the live object that the text shows at a path. */
function conditionAt({ reading, reconcile }: StatusView, path: FieldPath): Condition | undefined {
  const [status, list, step] = path;
  if (status !== 'status' || list !== 'conditions' || typeof step !== 'number') return undefined;
  const conditions = childOf(childOf(reading.value, status), list);
  const element = Array.isArray(conditions) ? conditions[step] : undefined;
  const type = childOf(element, 'type');
  return reconcile.conditions.find((condition) => condition.type === type);
}

function childOf(value: JsonValue | undefined, key: string): JsonValue | undefined {
  return isJsonObject(value) ? getField(value, key) : undefined;
}

function escaped(words: string | undefined): Line {
  return words === undefined ? undefined : escapeMarkdown(words);
}

const mostConditions = 20;
