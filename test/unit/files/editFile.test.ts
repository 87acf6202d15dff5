import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import {
  type FileEditResult,
  leaveFields,
  type LiveKnowledge,
  removeCopiedFields,
  takeLiveValues,
  takeTheirValues,
} from '../../../server/src/files/editFile';
import type { FileObjectView } from '../../../server/src/files/fileView';
import { statedValue } from '../../../server/src/files/statedObjects';
import { applyEdits } from '../../../server/src/manifest/edit';
import { findDrift } from '../../../server/src/merge/drift';
import type { FieldPath } from '../../../server/src/merge/fieldPath';
import type { JsonObject } from '../../../server/src/merge/json';
import { fileView, present } from '../features/fileViews';
import { topologyOfKind } from '../merge/fixtureTopology';

const topology = topologyOfKind('apps/v1', 'Deployment');
const text = `# the shop
apiVersion: apps/v1
kind: Deployment
metadata: {name: web, labels: {team: shop}}
spec:
  replicas: 3 # for the sale
  template:
    spec:
      containers:
        - name: web
          image: "web:1" # pinned
          resources: {limits: {cpu: "1"}}
---
kind: ConfigMap
`;
const live: JsonObject = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web', labels: { team: 'other', x: 'y' } },
  spec: {
    replicas: 7,
    paused: true,
    template: {
      spec: { containers: [{ name: 'web', image: 'web:2', resources: { limits: { cpu: '1000m' } } }] },
    },
  },
};
const known: LiveKnowledge = { live, topology, status: 'ignored', manager: 'ours' };

/** The object of a text, with the drift that it has against the live one. */
function objectOf(file: string, cluster = live): FileObjectView {
  const [object] = fileView(file).objects;
  assert.ok(object !== undefined);
  const drifts = findDrift({ file: statedValue(object) ?? null, live: cluster, topology, status: 'ignored' });
  return { ...object, state: present({ drifts: drifts.map((drift) => ({ drift, writer: undefined })) }) };
}

function edited(result: FileEditResult, before = text): string {
  assert.ok(typeof result === 'object', JSON.stringify(result));
  return applyEdits(before, result.edits);
}

suite('Live values in a file', () => {
  test('are taken at one field, the rest of the text as it was', () => {
    const result = takeLiveValues(objectOf(text), { ...known, path: '/spec/replicas' });
    assert.equal(edited(result), text.replace('replicas: 3', 'replicas: 7'));
    assert.deepEqual(typeof result === 'object' && result.fields, 1);
  });

  test('are taken at all fields, in the spelling of the file where the value is the same', () => {
    const result = takeLiveValues(objectOf(text), { ...known, path: undefined });
    const expected = text
      .replace('replicas: 3', 'replicas: 7')
      .replace('"web:1"', '"web:2"')
      .replace('team: shop', 'team: other');
    assert.equal(edited(result), expected);
    assert.deepEqual(typeof result === 'object' && result.fields, 3);
    assert.equal(takeLiveValues(objectOf(expected), { ...known, path: undefined }), 'nothing');
  });

  test('are not taken where there is none any more, or where nothing is known', () => {
    assert.equal(takeLiveValues(objectOf(text), { ...known, path: '/spec/paused' }), 'nothing');
    const [unknown] = fileView(text, { web: { state: { kind: 'locating' } } }).objects;
    assert.equal(takeLiveValues(unknown!, { ...known, path: undefined }), 'nothing');
  });

  test('of an item of a list are taken into it; what the list says for it stays there', () => {
    const list = `apiVersion: apps/v1\nkind: DeploymentList\nitems:\n- metadata: {name: web}\n  spec:\n    replicas: 3\n`;
    const result = takeLiveValues(objectOf(list), { ...known, path: undefined });
    assert.equal(edited(result, list), list.replace('replicas: 3', 'replicas: 7'));
  });

  test('are taken at the fields that others hold, and at what is inside them', () => {
    const fields: FieldPath[] = [['spec', 'template', 'spec', 'containers', { name: 'web' }]];
    const result = takeTheirValues(objectOf(text), { ...known, fields });
    assert.equal(edited(result), text.replace('"web:1"', '"web:2"'));
    const inside: FieldPath[] = [['spec', 'replicas', 'deeper']];
    assert.equal(
      edited(takeTheirValues(objectOf(text), { ...known, fields: inside })),
      text.replace('replicas: 3', 'replicas: 7'),
    );
    assert.equal(takeTheirValues(objectOf(text), { ...known, fields: [['spec', 'paused']] }), 'nothing');
  });
});

suite('Fields that are taken out of a file', () => {
  test('go with their line, and those that are not there are nothing', () => {
    const result = leaveFields(objectOf(text), {
      topology,
      fields: [
        ['spec', 'replicas'],
        ['spec', 'paused'],
      ],
    });
    assert.equal(edited(result), text.replace(/ {2}replicas.*\n/, ''));
    assert.deepEqual(typeof result === 'object' && result.fields, 1);
    assert.equal(leaveFields(objectOf(text), { topology, fields: [['spec', 'paused']] }), 'nothing');
  });

  test('go out of an element by its keys', () => {
    const fields: FieldPath[] = [['spec', 'template', 'spec', 'containers', { name: 'web' }, 'image']];
    assert.equal(edited(leaveFields(objectOf(text), { topology, fields })), text.replace(/ +image.*\n/, ''));
  });

  test('that were copied from the cluster go all at once', () => {
    const copied = text.replace('labels:', 'uid: abc, resourceVersion: "1", labels:');
    const result = removeCopiedFields(objectOf(copied));
    assert.equal(edited(result, copied), text);
    assert.equal(removeCopiedFields(objectOf(text)), 'nothing');
  });
});

test('A text that says the field by an anchor elsewhere is not edited in place', () => {
  const aliased = `apiVersion: apps/v1
kind: Deployment
metadata: {name: web, labels: &labels {team: shop}}
spec: {selector: {matchLabels: *labels}}
`;
  const cluster: JsonObject = {
    ...live,
    metadata: { name: 'web', labels: { team: 'shop' } },
    spec: { selector: { matchLabels: { team: 'other' } } },
  };
  const result = takeLiveValues(objectOf(aliased, cluster), { ...known, live: cluster, path: undefined });
  const after = result === 'notEditable' ? aliased : edited(result, aliased);
  assert.match(after, /labels: &labels \{team: shop\}/);
});
