import type { FieldPath } from '../../../server/src/merge/fieldPath';
import type { JsonObject } from '../../../server/src/merge/json';
import { stepTo, valueAt, type Edit } from './edits';
import {
  elementsAt,
  insert,
  makeContainer,
  makeRule,
  move,
  removeElement,
  removeField,
  schemaOf,
  set,
  setExisting,
  setInElement,
  setInside,
  setQuantity,
  word,
} from './editMakers';
import type { Random } from './random';

/** An edit that somebody may make to an object of this kind; undefined where it does not fit the object. */
type Proposal = (object: JsonObject, random: Random) => Edit | undefined;

/** A random edit as people and controllers make them, of the object as it is. */
export function proposeEdit(object: JsonObject, random: Random): Edit {
  const proposals = [...ofMetadata, ...(ofKinds[object['kind'] as string] ?? [])];
  for (;;) {
    const edit = random.pick(proposals)!(object, random);
    if (edit !== undefined) return edit;
  }
}

const podSpec = ['spec', 'template', 'spec'];

const ofMetadata: readonly Proposal[] = [
  ...ofDictionary(['metadata', 'labels']),
  ...ofDictionary(['metadata', 'annotations']),
  (_, random) =>
    set(['metadata', 'annotations', `example.dev/${word(random)}`], `first\nsecond ${word(random)}\n`),
  (object) => removeField(object, ['metadata', 'annotations']),
  (object, random) => insert(object, ['metadata', 'finalizers'], `example.dev/${word(random)}`, random),
];

const ofPods: readonly Proposal[] = [
  ...ofDictionary(['spec', 'template', 'metadata', 'annotations']),
  inContainer((path, random) =>
    set([...path, 'image'], `registry.example/${word(random)}:${random.below(90)}`),
  ),
  inContainer((path, random) =>
    set([...path, 'imagePullPolicy'], random.pick(['Always', 'Never']) ?? 'Always'),
  ),
  inContainer((path, random) => set([...path, 'args'], [`--${word(random)}`, word(random)])),
  inContainer((path, random) => setQuantity(path, random)),
  inContainer((path, random) => setQuantity(path, random)),
  inContainer((path, random, object) =>
    insert(object, [...path, 'env'], { name: word(random).toUpperCase(), value: word(random) }, random),
  ),
  inContainer((path, random, object) =>
    setInElement(object, [...path, 'env'], 'value', word(random), random),
  ),
  inContainer((path, random, object) => removeElement(object, [...path, 'env'], random)),
  inContainer((path, random, object) => move(object, [...path, 'env'], random)),
  inContainer((path, _, object) => removeField(object, [...path, 'env'])),
  inContainer((path, random, object) =>
    insert(
      object,
      [...path, 'ports'],
      { containerPort: 10_000 + random.below(9_000), protocol: 'TCP' },
      random,
    ),
  ),
  inContainer((path, random, object) =>
    setInElement(object, [...path, 'ports'], 'name', word(random), random),
  ),
  inContainer((path, random, object) => removeElement(object, [...path, 'ports'], random)),
  inContainer((path, random, object) =>
    insert(object, [...path, 'volumeMounts'], { mountPath: `/${word(random)}`, name: 'data' }, random),
  ),
  inContainer((path, random, object) => removeElement(object, [...path, 'volumeMounts'], random)),
  inContainer((path, random, object) =>
    setExisting(object, [...path, 'readinessProbe', 'periodSeconds'], random),
  ),
  inContainer((path, random, object) =>
    setExisting(object, [...path, 'readinessProbe', 'timeoutSeconds'], random),
  ),
  inContainer((path, random, object) =>
    setExisting(object, [...path, 'livenessProbe', 'periodSeconds'], random),
  ),
  inContainer((path, _, object) => removeField(object, [...path, 'livenessProbe'])),
  (object, random) => insert(object, [...podSpec, 'containers'], makeContainer(random), random),
  (object, random) => removeElement(object, [...podSpec, 'containers'], random),
  (object, random) => move(object, [...podSpec, 'containers'], random),
  (object, random) => insert(object, [...podSpec, 'initContainers'], makeContainer(random), random),
  (object, random) => removeElement(object, [...podSpec, 'initContainers'], random),
  (object, random) => insert(object, [...podSpec, 'volumes'], { name: word(random), emptyDir: {} }, random),
  (object, random) => removeElement(object, [...podSpec, 'volumes'], random),
  (object, random) =>
    setExisting(object, [...podSpec, 'volumes', { name: 'settings' }, 'configMap', 'defaultMode'], random),
  (object, random) => insert(object, [...podSpec, 'imagePullSecrets'], { name: word(random) }, random),
  (object, random) => setExisting(object, [...podSpec, 'terminationGracePeriodSeconds'], random),
  (_, random) => set([...podSpec, 'serviceAccountName'], word(random)),
  (_, random) => set([...podSpec, 'nodeSelector'], { [word(random)]: 'yes' }),
  (_, random) => set([...podSpec, 'tolerations'], [{ key: word(random), operator: 'Exists' }]),
  (object, random) => setExisting(object, ['spec', 'replicas'], random),
  (object, random) => setExisting(object, ['spec', 'revisionHistoryLimit'], random),
  (_, random) => set(['spec', 'minReadySeconds'], 1 + random.below(90)),
];

const rules = ['spec', 'rules'];
const versions = ['spec', 'versions'];

const ofKinds: Readonly<Record<string, readonly Proposal[]>> = {
  Deployment: [
    ...ofPods,
    (object, random) => setExisting(object, ['spec', 'progressDeadlineSeconds'], random),
    (_, random) => set(['spec', 'strategy', 'rollingUpdate', 'maxSurge'], `${1 + random.below(90)}%`),
    (_, random) => set(['spec', 'strategy', 'rollingUpdate', 'maxUnavailable'], 1 + random.below(90)),
  ],
  StatefulSet: [
    ...ofPods,
    (object, random) => setExisting(object, ['spec', 'updateStrategy', 'rollingUpdate', 'partition'], random),
    () => set(['spec', 'persistentVolumeClaimRetentionPolicy', 'whenScaled'], 'Delete'),
  ],
  Ingress: [
    (_, random) => set(['spec', 'ingressClassName'], word(random)),
    (_, random) => set(['spec', 'tls'], [{ hosts: [`${word(random)}.example`], secretName: word(random) }]),
    (_, random) => set(['spec', 'defaultBackend', 'service', 'name'], word(random)),
    (object, random) =>
      setInside(object, rules, (list) => list.splice(random.below(list.length + 1), 0, makeRule(random))),
    (object, random) => setInside(object, rules, (list) => list.splice(random.below(list.length), 1)),
    (object, random) =>
      setInside(object, rules, (list) => {
        (random.pick(list) as JsonObject)['host'] = `${word(random)}.example`;
      }),
  ],
  CustomResourceDefinition: [
    (_, random) => set(['spec', 'names', 'shortNames'], [word(random)]),
    (_, random) => set(['spec', 'names', 'categories'], [word(random), 'all']),
    (object, random) =>
      setInside(object, versions, (list) => {
        schemaOf(list)[word(random)] = { type: 'string', description: word(random) };
      }),
    (object, random) =>
      setInside(object, versions, (list) => {
        const properties = schemaOf(list);
        const name = random.pick(Object.keys(properties))!;
        (properties[name] as JsonObject)['description'] = word(random);
      }),
    (object, random) =>
      setInside(object, versions, (list) => {
        const properties = schemaOf(list);
        Reflect.deleteProperty(properties, random.pick(Object.keys(properties))!);
      }),
  ],
};

function ofDictionary(path: FieldPath): Proposal[] {
  const pickKey = (object: JsonObject, random: Random): string | undefined => {
    const keys = Object.keys((valueAt(object, path) ?? {}) as JsonObject).filter((key) => key !== 'app');
    return keys.length < 2 ? undefined : random.pick(keys);
  };
  return [
    (_, random) => set([...path, word(random)], word(random)),
    (_, random) => set([...path, word(random)], word(random)),
    (object, random) => withKey(pickKey(object, random), (key) => set([...path, key], word(random))),
    (object, random) => withKey(pickKey(object, random), (key) => removeField(object, [...path, key])),
  ];
}

function withKey(key: string | undefined, make: (key: string) => Edit | undefined): Edit | undefined {
  return key === undefined ? undefined : make(key);
}

function inContainer(
  make: (path: FieldPath, random: Random, object: JsonObject) => Edit | undefined,
): Proposal {
  return (object, random) => {
    const list = [...podSpec, random.below(5) === 0 ? 'initContainers' : 'containers'];
    const element = random.pick(elementsAt(object, list));
    return element === undefined ? undefined : make([...list, stepTo(element, list)], random, object);
  };
}
