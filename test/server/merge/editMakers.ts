import type { FieldPath, FieldPathStep } from '../../../server/src/merge/fieldPath';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../server/src/merge/json';
import { stepTo, valueAt, type Edit } from './edits';
import type { Random } from './random';

/** Sets a field that nobody else may touch. */
export function set(path: FieldPath, value: JsonValue): Edit {
  return { kind: 'set', path, value, unit: path };
}

/** A limit or a request of the container at this path. */
export function setQuantity(container: FieldPath, random: Random): Edit {
  const path = [...container, 'resources', random.pick(['limits', 'requests']) ?? 'limits'];
  return random.below(2) === 0
    ? set([...path, 'cpu'], `${1 + random.below(990)}m`)
    : set([...path, 'memory'], `${1 + random.below(990)}Mi`);
}

/** Another number in a field that has one. */
export function setExisting(object: JsonObject, path: FieldPath, random: Random): Edit | undefined {
  const value = valueAt(object, path);
  return typeof value === 'number' ? set(path, value + 1 + random.below(50)) : undefined;
}

/** Removes a field with all that is in it. */
export function removeField(object: JsonObject, path: FieldPath): Edit | undefined {
  return valueAt(object, path) === undefined ? undefined : { kind: 'remove', path, unit: path };
}

/** The elements of the list at this path; none where there is no list. */
export function elementsAt(object: JsonObject, list: FieldPath): JsonValue[] {
  const value = valueAt(object, list);
  return Array.isArray(value) ? value : [];
}

function pickBehind(elements: JsonValue[], list: FieldPath, random: Random): FieldPathStep | undefined {
  const place = random.below(elements.length + 1);
  return place === 0 ? undefined : stepTo(elements[place - 1]!, list);
}

/** Inserts an element at a random place. */
export function insert(object: JsonObject, list: FieldPath, value: JsonValue, random: Random): Edit {
  const behind = pickBehind(elementsAt(object, list), list, random);
  return { kind: 'insert', list, value, behind, unit: [...list, stepTo(value, list)] };
}

/** Sets a field of a random element, but of none whose value comes from elsewhere. */
export function setInElement(
  object: JsonObject,
  list: FieldPath,
  key: string,
  value: JsonValue,
  random: Random,
): Edit | undefined {
  const element = random.pick(
    elementsAt(object, list).filter((item) => isJsonObject(item) && !('valueFrom' in item)),
  );
  return element === undefined ? undefined : set([...list, stepTo(element, list), key], value);
}

/** Removes a random element, but not the last one. */
export function removeElement(object: JsonObject, list: FieldPath, random: Random): Edit | undefined {
  const elements = elementsAt(object, list);
  if (elements.length < 2) return undefined;
  const path = [...list, stepTo(random.pick(elements)!, list)];
  return { kind: 'remove', path, unit: path };
}

/** Moves a random element to a random place. */
export function move(object: JsonObject, list: FieldPath, random: Random): Edit | undefined {
  const elements = [...elementsAt(object, list)];
  if (elements.length < 2) return undefined;
  const [moved] = elements.splice(random.below(elements.length), 1);
  const element = stepTo(moved!, list);
  return { kind: 'move', list, element, behind: pickBehind(elements, list, random) };
}

/** An edit somewhere inside a list that the API has as one value. */
export function setInside(
  object: JsonObject,
  path: FieldPath,
  change: (list: JsonValue[]) => unknown,
): Edit | undefined {
  const list = structuredClone(elementsAt(object, path));
  if (list.length === 0) return undefined;
  change(list);
  return set(path, list);
}

/** The properties of `spec` in the first version of a definition. */
export function schemaOf(list: JsonValue[]): JsonObject {
  const path = ['schema', 'openAPIV3Schema', 'properties', 'spec', 'properties'];
  return valueAt(list[0], path) as JsonObject;
}

/** A rule of an Ingress. */
export function makeRule(random: Random): JsonObject {
  const backend = { service: { name: word(random), port: { number: 80 } } };
  return {
    host: `${word(random)}.example`,
    http: { paths: [{ path: `/${word(random)}`, pathType: 'Prefix', backend }] },
  };
}

/** A container as the API server fills it in. */
export function makeContainer(random: Random): JsonObject {
  return {
    image: `registry.example/${word(random)}:1`,
    imagePullPolicy: 'IfNotPresent',
    name: word(random),
    resources: {},
    terminationMessagePath: '/dev/termination-log',
    terminationMessagePolicy: 'File',
  };
}

/** A word that hardly ever comes twice. */
export function word(random: Random): string {
  return `${random.pick(words) ?? ''}${random.below(10_000)}`;
}

const words = ['alpha', 'beta', 'gamma', 'delta', 'kappa', 'lambda', 'omega', 'sigma', 'theta', 'zeta'];
