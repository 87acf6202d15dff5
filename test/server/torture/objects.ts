import type { JsonObject, JsonValue } from '../../../server/src/merge/json';
import { formatPointer } from '../../../server/src/merge/fieldPath';
import { customDefinition } from '../../cluster/customDefinition';
import { type Mark, type Place, readMarks, restingList, type Step, valueAt, type WriterName } from './places';

/** An object that everybody writes to. */
export interface TargetObject {
  /** Stands in every mark's value. */
  name: string;
  /** Of its collection, e.g. `configmaps.v1`. */
  resource: string;
  collectionPath: string;
  places: readonly Place[];
  /** A number ten times the increments, plus the number of the writer who made the last one. */
  counterPath: readonly string[];
  /** A field that everybody overwrites. */
  sharedPath: readonly string[];
  initial: JsonObject;
}

/** Where all objects are. What is called `untouched` in them nobody touches, so that no map and no list is ever empty. */
export const namespace = 'torture';
/** The writer of the atomic list. */
export const listWriter = 'e1';

const place = (
  name: string,
  path: readonly Step[],
  shape: Place['shape'],
  more: Partial<Place> = {},
): Place => ({
  name,
  path,
  shape,
  keyField: 'name',
  valueField: 'value',
  ...more,
});
const annotations = place('annotations', ['metadata', 'annotations'], 'map');
const labels = place('labels', ['metadata', 'labels'], 'map');
const container: Step[] = ['spec', 'template', 'spec', 'containers', { name: 'main' }];
const metadata = (name: string): JsonObject => ({
  name,
  namespace,
  labels: { untouched: 'x' },
  annotations: { untouched: 'x', counter: '0', shared: 'nobody' },
});

function configMap(name: string): TargetObject {
  return {
    name,
    resource: 'configmaps.v1',
    collectionPath: `/api/v1/namespaces/${namespace}/configmaps`,
    places: [annotations, labels, place('data', ['data'], 'map')],
    counterPath: ['data', 'counter'],
    sharedPath: ['data', 'shared'],
    initial: {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: metadata(name),
      data: { untouched: 'x', counter: '0', shared: 'nobody', text: 'several\nlines\n' },
    },
  };
}

const deployment: TargetObject = {
  name: 'web',
  resource: 'deployments.v1.apps',
  collectionPath: `/apis/apps/v1/namespaces/${namespace}/deployments`,
  places: [
    annotations,
    labels,
    place('podAnnotations', ['spec', 'template', 'metadata', 'annotations'], 'map'),
    place('env', [...container, 'env'], 'list'),
    place('ports', [...container, 'ports'], 'ports'),
    place('containers', container.slice(0, -1), 'list', {
      valueField: 'image',
      only: ['e1', 'e2', 'e3', 'r1', 'r2'],
    }),
  ],
  counterPath: ['metadata', 'annotations', 'counter'],
  sharedPath: ['metadata', 'annotations', 'shared'],
  initial: {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: metadata('web'),
    spec: {
      selector: { matchLabels: { app: 'web' } },
      template: {
        metadata: { labels: { app: 'web' }, annotations: { untouched: 'x' } },
        spec: {
          containers: [
            {
              name: 'main',
              image: 'main',
              env: [{ name: 'untouched', value: 'x' }],
              ports: [{ containerPort: 80, name: 'untouched' }],
            },
          ],
        },
      },
    },
  },
};

const customObject: TargetObject = {
  name: 'rack',
  resource: 'racks.v1.torture.test',
  collectionPath: `/apis/torture.test/v1/namespaces/${namespace}/racks`,
  places: [
    annotations,
    place('dict', ['spec', 'dict'], 'map'),
    place('items', ['spec', 'items'], 'list', { keyField: 'id' }),
    place('members', ['spec', 'members'], 'set'),
    place('order', ['spec', 'order'], 'whole', { only: [listWriter] }),
    place('anything', ['spec', 'anything'], 'deepMap'),
  ],
  counterPath: ['spec', 'counter'],
  sharedPath: ['spec', 'shared'],
  initial: {
    apiVersion: 'torture.test/v1',
    kind: 'Rack',
    metadata: metadata('rack'),
    spec: {
      counter: 0,
      shared: 'nobody',
      dict: { untouched: 'x' },
      items: [{ id: 'untouched', value: 'x' }],
      members: ['untouched'],
      order: [restingList],
      anything: { untouched: 'x' },
    },
  },
};

/** The objects of a run. */
export const targetObjects: readonly TargetObject[] = [
  configMap('shop'),
  configMap('cart'),
  deployment,
  customObject,
];

const text: JsonObject = { type: 'string' };
/** The definition of the custom resource. */
export const rackDefinition = customDefinition({
  group: 'torture.test',
  names: { kind: 'Rack', plural: 'racks', singular: 'rack' },
  properties: {
    spec: {
      type: 'object',
      properties: {
        counter: { type: 'integer' },
        shared: text,
        dict: { type: 'object', additionalProperties: text },
        items: {
          type: 'array',
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['id'],
          items: { type: 'object', required: ['id'], properties: { id: text, value: text } },
        },
        members: { type: 'array', 'x-kubernetes-list-type': 'set', items: text },
        order: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: text },
        anything: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
      },
    },
  },
});

/** The path of an object in the API. */
export function pathOf({ collectionPath, name }: TargetObject): string {
  return `${collectionPath}/${name}`;
}

/** All marks of a writer in an object, place by place. */
export function marksOf(target: TargetObject, object: JsonObject, writer: WriterName): Mark[] {
  return target.places.flatMap((one) => readMarks(object, one, writer));
}

/** Places in which a writer may leave marks. */
export function placesFor({ places }: TargetObject, writer: WriterName): Place[] {
  return places.filter(({ only }) => only === undefined || only.includes(writer.name));
}

/** The counter of an object: a number, or a text that is one. */
export function counterOf({ counterPath }: TargetObject, object: JsonObject): number {
  return Number(valueAt(object, counterPath));
}

/** How many increments of its counter a writer has noted in an object. */
export function tallyOf(object: JsonObject, writer: WriterName): number {
  return Number(valueAt(object, ['metadata', 'annotations', tallyKey(writer)]) ?? 0);
}

/** Where a writer notes its increments: an annotation, written together with the counter. */
export function tallyKey({ name }: WriterName): string {
  return `${name}-tally`;
}

/** The counter's next value. Two who count at the same time must not agree by accident, so the writer is in it. */
export function incremented(counter: number, { number }: WriterName): number {
  return (Math.floor(counter / 10) + 1) * 10 + number;
}

/** The field as decisions name it. */
export function pointerOf(path: readonly string[]): string {
  return formatPointer([...path]);
}

/** A fresh value for a mark. */
export function markValue(
  target: TargetObject,
  where: Place,
  mark: { key: string; sequence: number },
): string {
  const [writer = '', slot = ''] = mark.key.split('-');
  return where.shape === 'ports' // at most 15 characters, no dots
    ? `${writer}-${slot}-${mark.sequence}`
    : [target.name, writer, where.name, slot, mark.sequence].join('.');
}

/** What a text shows of an object. */
export function visiblePart(object: JsonObject): JsonValue {
  const shown = structuredClone(object);
  const metadata = shown['metadata'] as JsonObject;
  for (const hidden of ['managedFields', 'resourceVersion', 'generation'])
    Reflect.deleteProperty(metadata, hidden);
  if (object['kind'] === 'Deployment') Reflect.deleteProperty(shown, 'status');
  return shown;
}
