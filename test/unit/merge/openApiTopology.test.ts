import assert from 'node:assert/strict';
import test from 'node:test';
import { isEqual } from '../../../server/src/merge/equality';
import { formatFieldPath, type FieldPath } from '../../../server/src/merge/fieldPath';
import { getField, isJsonObject, type JsonObject, type JsonValue } from '../../../server/src/merge/json';
import { openApiTopology } from '../../../server/src/merge/openApiTopology';
import { topologyAt, type ListTopology } from '../../../server/src/merge/topology';
import { readFixture, topologyOfKind } from './fixtureTopology';

const deployment = topologyOfKind('apps/v1', 'Deployment');
const podSpec = topologyAt(deployment, ['spec', 'template', 'spec']);
const widget = topologyOfKind('example.dev/v1', 'Widget').field('spec');

/** What the API server recorded of the structure of the objects: its own view of every list and map in them. */
for (const line of readFixture('managed-objects.jsonl').trim().split('\n')) {
  const object = JSON.parse(line) as {
    apiVersion: string;
    kind: string;
    metadata: { managedFields: JsonObject[] };
  };
  test(`every list and map of a ${object.kind} is what the API server's managedFields say`, () => {
    const topology = topologyOfKind(object.apiVersion, object.kind);
    let checked = 0;
    for (const { fieldsV1 } of object.metadata.managedFields) {
      checked += compareWithFields(object, fieldsV1 as JsonObject, topology, []);
    }
    assert.ok(checked >= 5, `only ${checked} places compared`);
  });
}

/** Compares the topology with the recorded fields of the value; returns how many lists and maps were compared. */
function compareWithFields(
  value: JsonValue | undefined,
  fields: JsonObject,
  topology: ListTopology,
  path: FieldPath,
): number {
  const members = Object.keys(fields).filter((name) => name !== '.');
  const place = formatFieldPath(path);
  if (Array.isArray(value) && value.length > 0) {
    if (members.length === 0) assert.match(topology.list.kind, /atomic|unknown/, place);
    else assert.equal(topology.list.kind, members[0]!.startsWith('v:') ? 'set' : 'map', place);
  } else if (isJsonObject(value) && Object.keys(value).length > 0) {
    assert.equal(topology.map === 'atomic', members.length === 0, place);
  } else return 0;
  let checked = 1;
  for (const name of members) {
    const inner = fields[name] as JsonObject;
    if (name.startsWith('f:')) {
      const key = name.slice(2);
      checked += compareWithFields(getField(value as JsonObject, key), inner, topology.field(key), [
        ...path,
        key,
      ]);
    } else if (name.startsWith('k:')) {
      const keys = JSON.parse(name.slice(2)) as Record<string, string>;
      assert.deepEqual(topology.list.kind === 'map' ? topology.list.keys : [], Object.keys(keys), place);
      checked += compareWithFields(elementOf(value, keys), inner, topology.element(), [...path, keys]);
    }
  }
  return checked;
}

function elementOf(list: JsonValue | undefined, keys: JsonObject): JsonValue | undefined {
  return (list as JsonObject[]).find((element) =>
    Object.keys(keys).every((key) => isEqual(element[key], keys[key])),
  );
}

test('ports are keyed by number and protocol, not by the older single merge key', () => {
  const { list } = topologyAt(podSpec, ['containers', 0, 'ports']);
  assert.ok(list.kind === 'map');
  assert.deepEqual(list.keys, ['containerPort', 'protocol']);
  assert.equal(list.keyDefaults.get('protocol'), 'TCP');
});

test('one-of maps are unions', () => {
  assert.equal(topologyAt(deployment, ['spec', 'strategy']).map, 'union');
  assert.equal(topologyAt(podSpec, ['volumes', { name: 'v' }]).map, 'union');
  assert.equal(topologyAt(podSpec, ['containers', { name: 'c' }]).map, 'struct');
});

test('resource amounts are quantities, ports are numbers or names', () => {
  const container = topologyAt(podSpec, ['containers', 0]);
  assert.equal(topologyAt(container, ['resources', 'limits']).map, 'dict');
  assert.equal(topologyAt(container, ['resources', 'limits', 'example.dev/gpu']).scalar, 'quantity');
  assert.equal(topologyAt(podSpec, ['volumes', 0, 'emptyDir', 'sizeLimit']).scalar, 'quantity');
  assert.equal(topologyAt(container, ['readinessProbe', 'httpGet', 'port']).scalar, 'intOrString');
  assert.equal(topologyAt(deployment, ['spec', 'replicas']).scalar, 'plain');
});

test('a number or text of a custom resource is no quantity, whatever its pattern', () => {
  assert.equal(widget.field('q').scalar, 'intOrString');
});

test('the defaults of keys of a custom resource fill them in', () => {
  const { list } = widget.field('items');
  assert.deepEqual(list, { kind: 'map', keys: ['k', 'p'], keyDefaults: new Map([['p', 'TCP']]) });
});

test('R032 null is a value where the schema says nullable, and where no schema prunes it', () => {
  assert.equal(widget.field('n').nullable, true);
  assert.equal(topologyAt(widget, ['dn', 'x']).nullable, true);
  assert.equal(topologyAt(widget, ['values', 'fruit']).nullable, true);
  assert.equal(topologyAt(widget, ['values', 'in', 'x']).nullable, true);
  assert.equal(topologyAt(widget, ['half', 'b']).nullable, true);
  assert.equal(topologyAt(widget, ['half', 'a']).nullable, false);
  assert.equal(widget.field('d').field('x').nullable, false);
  assert.equal(widget.field('m').nullable, false);
});

test('R092 a schema that contains itself is read to any depth', () => {
  const definition = topologyOfKind('apiextensions.k8s.io/v1', 'CustomResourceDefinition');
  let schema = topologyAt(definition, ['spec', 'versions', 0, 'schema', 'openAPIV3Schema']);
  for (let depth = 0; depth < 1000; depth++) schema = schema.field('properties').field('x');
  assert.equal(schema.field('properties').map, 'dict');
  assert.equal(schema.field('required').list.kind, 'atomic');
});

test('where there is no list type, the older patch strategy tells keyed lists and sets', () => {
  const document = {
    components: {
      schemas: {
        Old: {
          'x-kubernetes-group-version-kind': [{ group: 'g', version: 'v1', kind: 'Old' }],
          properties: {
            keyed: {
              type: 'array',
              items: { $ref: '#/components/schemas/Item' },
              'x-kubernetes-patch-strategy': 'merge,retainKeys',
              'x-kubernetes-patch-merge-key': 'name',
            },
            set: { type: 'array', items: { type: 'string' }, 'x-kubernetes-patch-strategy': 'merge' },
            replaced: { type: 'array', items: { type: 'string' }, 'x-kubernetes-patch-strategy': 'replace' },
            plain: { type: 'array', items: { type: 'string' } },
          },
        },
        Item: {
          type: 'object',
          properties: { name: { type: 'string', default: 'x' } },
          allOf: [{ $ref: '#/components/schemas/Item' }],
        },
      },
    },
  };
  const topology = openApiTopology(document, { group: 'g', version: 'v1', kind: 'Old' })!;
  const kinds = ['keyed', 'set', 'replaced', 'plain'].map((key) => topology.field(key).list.kind);
  assert.deepEqual(kinds, ['map', 'set', 'atomic', 'atomic']);
  assert.equal(topology.field('keyed').element().map, 'union');
  assert.equal(topology.field('metadata').field('labels').map, 'dict');
});

test('a document that does not have the kind, or is none, gives no topology', () => {
  const kind = { group: 'g', version: 'v1', kind: 'None' };
  const documents: JsonValue[] = [
    null,
    1,
    [],
    {},
    { components: { schemas: [1] } },
    { components: { schemas: { a: 1 } } },
  ];
  for (const document of documents) assert.equal(openApiTopology(document, kind), undefined);
});
