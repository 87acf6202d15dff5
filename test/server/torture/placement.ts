import { isJsonObject, type JsonObject, type JsonValue } from '../../../server/src/merge/json';
import { counterOf, marksOf, type TargetObject, tallyOf, visiblePart } from './objects';
import { itemsOf, type Mark, valueAt, type WriterName } from './places';

/** What stands in a wrong place of an object, or twice, whoever has written it. Empty where all is well. */
export function findMisplaced(
  target: TargetObject,
  object: JsonObject,
  writers: readonly WriterName[],
): string[] {
  const problems: string[] = [];
  const expected = new Map<string, number>();
  for (const writer of writers) {
    for (const mark of marksOf(target, object, writer)) {
      if (!isInItsPlace(target, mark)) problems.push(`${mark.value} stands at ${mark.place} ${mark.key}`);
      const shape = target.places.find(({ name }) => name === mark.place)?.shape;
      expected.set(mark.value, shape === 'deepMap' ? 3 : 1);
    }
  }
  const found = new Map<string, number>();
  countMarks(visiblePart(object), found);
  for (const [value, count] of found) {
    if (value.split('.')[2] === 'shared' || value.endsWith('.a') || value.endsWith('.b')) continue;
    if (expected.get(value) !== count) problems.push(`${value} is there ${count} times`);
  }
  for (const { name, path, shape, keyField } of target.places) {
    const items = itemsOf(valueAt(object, path));
    const key = shape === 'ports' ? 'containerPort' : keyField;
    const keys = items.map((item) => JSON.stringify(isJsonObject(item) ? item[key] : item));
    if (new Set(keys).size < keys.length) problems.push(`${name} has a key twice: ${keys.join(' ')}`);
  }
  return problems;
}

/** What is wrong with the counter: it counts the increments that its writers have noted, no more and no fewer. */
export function findMiscount(
  target: TargetObject,
  object: JsonObject,
  writers: readonly WriterName[],
): string | undefined {
  const counter = counterOf(target, object);
  const tallies = writers.map((writer) => tallyOf(object, writer));
  const sum = tallies.reduce((one, other) => one + other, 0);
  return Math.floor(counter / 10) === sum
    ? undefined
    : `the counter is ${counter}, its writers have counted ${tallies.join(' + ')} = ${sum}`;
}

function isInItsPlace(target: TargetObject, { place, key, value }: Mark): boolean {
  if (key.endsWith('-tally')) return place === 'annotations' && /^\d+$/.test(value);
  const [writer, slot] = key.split('-');
  const wanted = place === 'ports' ? `${writer}-${slot}-` : `${target.name}.${writer}.${place}.${slot}.`;
  return value.startsWith(wanted) && /^\d+$/.test(value.slice(wanted.length));
}

/** Marks in values of any field, wherever they stand. */
function countMarks(value: JsonValue, counts: Map<string, number>): void {
  if (typeof value === 'string') {
    if (/^(\w+\.[a-z]\d\.\w+\.\d+\.\d+(\.[ab])?|[a-z]\d-\d-\d+)$/.test(value))
      counts.set(value, (counts.get(value) ?? 0) + 1);
  } else if (Array.isArray(value)) value.forEach((item) => countMarks(item, counts));
  else if (isJsonObject(value)) Object.values(value).forEach((item) => countMarks(item, counts));
}
