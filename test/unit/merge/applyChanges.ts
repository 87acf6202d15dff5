import type { AddedValue, Change } from '../../../server/src/merge/changes';
import type { FieldPath, FieldPathStep } from '../../../server/src/merge/fieldPath';
import {
  getField,
  isJsonObject,
  setField,
  type JsonObject,
  type JsonValue,
} from '../../../server/src/merge/json';
import { isItemAt } from '../../../server/src/merge/listItems';
import type { ListTopology } from '../../../server/src/merge/topology';

type Optional = JsonValue | undefined;

/** The value after the changes, made one after the other by nothing but what they say. */
export function applyChanges(value: Optional, changes: readonly Change[], topology: ListTopology): Optional {
  return changes.reduce((result, change) => applyAt(result, change.path, change, topology), value);
}

function applyAt(value: Optional, path: FieldPath, change: Change, topology: ListTopology): Optional {
  const [step, ...rest] = path;
  if (step === undefined)
    return change.kind === 'order' ? reorder(value, change.after, topology) : change.after;
  if (typeof step === 'string') {
    if (!isJsonObject(value)) throw new Error(`no map for ${step}`);
    return withField(value, step, applyAt(getField(value, step), rest, change, topology.field(step)), change);
  }
  if (!Array.isArray(value)) throw new Error('no list');
  const index = indexOf(value, step, topology);
  const element = applyAt(value[index], rest, change, topology.element());
  const others = value.toSpliced(index, index < 0 ? 0 : 1);
  if (element === undefined) return others;
  if (index >= 0) return value.with(index, element);
  const { behind } = change as AddedValue;
  const place = behind === undefined ? 0 : indexOf(value, behind, topology) + 1;
  return value.toSpliced(place, 0, element);
}

function indexOf(list: JsonValue[], step: FieldPathStep, topology: ListTopology): number {
  return typeof step === 'number'
    ? step
    : list.findIndex((element) => isItemAt(element, step, topology.list));
}

function reorder(list: Optional, order: JsonObject[], { list: kind }: ListTopology): Optional {
  const elements = list as JsonValue[];
  return order.map((step) =>
    elements.find((element) => isItemAt(element, step as Record<string, string>, kind))!,
  );
}

/** The map with the field; a new one goes right behind its sibling, which must be there. */
function withField(map: JsonObject, key: string, field: Optional, change: Change): JsonObject {
  const result: JsonObject = {};
  const names = Object.keys(map);
  if (!names.includes(key)) {
    const { behind } = change as AddedValue;
    const place = behind === undefined ? 0 : names.indexOf(behind as string) + 1;
    if (behind !== undefined && place === 0) throw new Error('the sibling is not there');
    names.splice(place, 0, key);
  }
  for (const name of names) {
    const value = name === key ? field : map[name];
    if (value !== undefined) setField(result, name, value);
  }
  return result;
}
