import type { TextEdit } from 'vscode-languageserver-types';
import { removeFields } from '../manifest/copiedFields';
import { editObject } from '../manifest/editObject';
import type { Drift } from '../merge/drift';
import { type FieldPath, formatPointer } from '../merge/fieldPath';
import type { JsonObject, JsonValue } from '../merge/json';
import { withFieldAt } from '../merge/objectFields';
import { takeLive } from '../merge/takeLive';
import { valueAt } from '../merge/resolvePath';
import type { ListTopology } from '../merge/topology';
import type { FileObjectView } from './fileView';
import { statedValue, writtenValue } from './statedObjects';

/** Edits of a file, and how many fields they are about. */
export interface FileEdit {
  edits: TextEdit[];
  fields: number;
}

/** `nothing`: no field is meant; `notEditable`: the text cannot say it in place. */
export type FileEditResult = FileEdit | 'nothing' | 'notEditable';

/** What the edits of an object need to know besides what is said of it. */
export interface LiveKnowledge {
  live: JsonValue;
  topology: ListTopology;
  status: 'data' | 'ignored';
  manager: string;
}

/** States the live value where the file drifts: at one field (a JSON pointer), or at all. */
export function takeLiveValues(
  object: FileObjectView,
  { path, ...known }: LiveKnowledge & { path: string | undefined },
): FileEditResult {
  const drifts = driftsOf(object).filter((drift) => path === undefined || formatPointer(drift.path) === path);
  return takeDrifts(object, drifts, known);
}

/** States the live values at fields that others hold. */
export function takeTheirValues(
  object: FileObjectView,
  { fields, ...known }: LiveKnowledge & { fields: readonly FieldPath[] },
): FileEditResult {
  const drifts = driftsOf(object).filter(({ path }) =>
    fields.some((field) => startsWith(path, field) || startsWith(field, path)),
  );
  return takeDrifts(object, drifts, known);
}

/** Takes fields out of the file: the live object keeps them, and the file says nothing of them. */
export function leaveFields(
  object: FileObjectView,
  { fields, topology }: Pick<LiveKnowledge, 'topology'> & { fields: readonly FieldPath[] },
): FileEditResult {
  const stated = statedValue(object);
  if (stated === undefined) return 'notEditable';
  const drifts = fields.flatMap((path): Drift[] => {
    const file = valueAt(stated, path, topology);
    return file === undefined ? [] : [{ kind: 'missing', path, isSecret: false, file, live: undefined }];
  });
  return takeDrifts(object, drifts, { live: null, topology, status: 'ignored', manager: '' });
}

/** Takes the fields out that were copied from the cluster. */
export function removeCopiedFields(object: FileObjectView): FileEditResult {
  const { copied, document, recognized } = object;
  if (copied.length === 0) return 'nothing';
  const edits = removeFields(
    { document, path: recognized.path },
    copied.map(({ path }) => path),
  );
  return edits === undefined ? 'notEditable' : { edits, fields: copied.length };
}

function driftsOf({ state }: FileObjectView): Drift[] {
  return state.kind === 'present' ? state.drifts.map(({ drift }) => drift) : [];
}

function takeDrifts(object: FileObjectView, drifts: readonly Drift[], known: LiveKnowledge): FileEditResult {
  if (drifts.length === 0) return 'nothing';
  const { document, recognized } = object;
  const [file, written] = [statedValue(object), writtenValue(object)];
  if (file === undefined || written === undefined) return 'notEditable';
  const taken = takeLive({ ...known, file }, drifts);
  const target = withoutInherited(taken, written);
  const edits = editObject({ document, path: recognized.path, topology: known.topology }, target);
  return edits === undefined ? 'notEditable' : { edits, fields: drifts.length };
}

/** What the list around an object says in its place stays there. */
function withoutInherited(value: JsonValue, written: JsonObject): JsonValue {
  const inherited = ['apiVersion', 'kind'].filter((key) => !Object.hasOwn(written, key));
  return inherited.reduce((rest, key) => withFieldAt(rest, [key], undefined), value);
}

function startsWith(path: FieldPath, start: FieldPath): boolean {
  return formatPointer(path.slice(0, start.length)) === formatPointer(start);
}
