import { isJsonObject, type JsonObject, type JsonValue } from '../../../server/src/merge/json';

/** A step to a field, or to the element of a list that has this name. */
export type Step = string | { name: string };

/** How marks stand in a place: entries of a map, elements of a list by key, members of a set, or a whole list. */
export type Shape = 'map' | 'deepMap' | 'list' | 'ports' | 'set' | 'whole';

/** Where writers leave their marks in an object. */
export interface Place {
  name: string;
  path: readonly Step[];
  shape: Shape;
  /** The fields of an element that hold a mark's key and value; of the shape `list`. */
  keyField: string;
  valueField: string;
  /** Who may write here; everybody where not given. */
  only?: readonly string[];
}

/** A writer's sign in an object. `key` begins with the writer's name; `value` names object, writer, place and key. */
export interface Mark {
  place: string;
  key: string;
  value: string;
  /** In a list: the keys of others' elements before it and behind it. */
  preceding?: readonly string[];
  following?: readonly string[];
}

/** One writer, and the number that stands in its ports and counters: 1 to 9. */
export interface WriterName {
  name: string;
  number: number;
}

/** The value at a path; undefined where there is none. */
export function valueAt(value: JsonValue | undefined, path: readonly Step[]): JsonValue | undefined {
  let part = value;
  for (const step of path) {
    if (typeof step === 'string') part = isJsonObject(part) ? part[step] : undefined;
    else part = itemsOf(part).find((item) => textIn(item, 'name') === step.name);
  }
  return part;
}

/** The marks of a writer in a place: of maps and sets sorted, of lists in the list's order. */
export function readMarks(object: JsonObject, place: Place, writer: WriterName): Mark[] {
  const held = valueAt(object, place.path);
  const mark = (key: string, value: string): Mark => ({ place: place.name, key, value });
  switch (place.shape) {
    case 'map':
    case 'deepMap':
      return Object.entries(isJsonObject(held) ? held : {})
        .filter(([key]) => key.startsWith(`${writer.name}-`))
        .map(([key, value]) => mark(key, place.shape === 'map' ? textOf(value) : deepText(value)))
        .sort((one, other) => (one.key < other.key ? -1 : 1));
    case 'list':
      return listMarks(itemsOf(held), (item) => {
        const key = textIn(item, place.keyField);
        return key.startsWith(`${writer.name}-`) ? mark(key, textIn(item, place.valueField)) : key;
      });
    case 'ports':
      return listMarks(itemsOf(held), (item) => {
        const port = textIn(item, 'containerPort');
        const isOwn = Math.floor(Number(port) / 1_000) === writer.number;
        return isOwn ? mark(`${writer.name}-${Number(port) % 1_000}`, textIn(item, 'name')) : port;
      });
    case 'set':
      return itemsOf(held)
        .map(textOf)
        .filter((member) => member.split('.')[1] === writer.name)
        .map((member) => mark(`${writer.name}-${member.split('.')[3] ?? ''}`, member))
        .sort((one, other) => (one.value < other.value ? -1 : 1));
    case 'whole': {
      const items = itemsOf(held).map(textOf);
      if (items.join() === restingList) return [];
      const value = (items[0] ?? '').slice(0, -2);
      return place.only?.includes(writer.name) === true
        ? [mark(`${writer.name}-0`, items.join() === wholeList(value).join() ? value : items.join())]
        : [];
    }
  }
}

/** The marks among the elements of a list; `read` gives the mark of an element, or the key of one of others. */
function listMarks(items: readonly JsonValue[], read: (item: JsonValue) => Mark | string): Mark[] {
  const elements = items.map(read);
  const keysIn = (part: (Mark | string)[]): string[] => part.filter((element) => typeof element === 'string');
  return elements.flatMap((element, index) =>
    typeof element === 'string'
      ? []
      : [
          {
            ...element,
            preceding: keysIn(elements.slice(0, index)),
            following: keysIn(elements.slice(index + 1)),
          },
        ],
  );
}

/** The value that stands in the list element, map entry or set for a mark. */
export function elementOf(
  place: Place,
  { key, value }: { key: string; value: string },
  number: number,
): JsonValue {
  switch (place.shape) {
    case 'map':
    case 'set':
      return value;
    case 'deepMap':
      return { value, copies: [value, value] };
    case 'list':
      return { [place.keyField]: key, [place.valueField]: value };
    case 'ports':
      return { containerPort: portOf(key, number), name: value, protocol: 'TCP' };
    case 'whole':
      return wholeList(value);
  }
}

/** A writer's port for the key of a mark. */
export function portOf(key: string, number: number): number {
  return number * 1_000 + Number(key.split('-')[1]);
}

/** The atomic list for a mark, and what it is without one. */
export function wholeList(value: string): string[] {
  return [`${value}.a`, `${value}.b`];
}
export const restingList = 'untouched';

/** The index of a mark's element in a list; -1 where it is not there. */
export function indexOfMark(items: readonly JsonValue[], place: Place, key: string, number: number): number {
  if (place.shape === 'set') {
    const [writer, slot] = key.split('-');
    return items.findIndex((item) => {
      const parts = textOf(item).split('.');
      return parts[1] === writer && parts[3] === slot;
    });
  }
  return place.shape === 'ports'
    ? items.findIndex((item) => textIn(item, 'containerPort') === String(portOf(key, number)))
    : items.findIndex((item) => textIn(item, place.keyField) === key);
}

/** The elements of a list; none of anything else. */
export function itemsOf(value: JsonValue | undefined): JsonValue[] {
  return Array.isArray(value) ? value : [];
}

function textIn(item: JsonValue | undefined, field: string): string {
  return isJsonObject(item) ? textOf(item[field]) : '';
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value);
}

/** The value of an entry that holds it three times; where they differ, all of them. */
function deepText(entry: JsonValue): string {
  const value = textIn(entry, 'value');
  const isWhole = JSON.stringify(entry) === JSON.stringify({ copies: [value, value], value });
  const isWholeToo = JSON.stringify(entry) === JSON.stringify({ value, copies: [value, value] });
  return isWhole || isWholeToo ? value : JSON.stringify(entry);
}
