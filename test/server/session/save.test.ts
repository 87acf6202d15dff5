import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type ControlPlane, startControlPlane } from '../../cluster/controlPlane';
import { type Editor, startEditor } from '../editor/editor';
import { writesOf } from '../editor/witness';

let controlPlane: ControlPlane;
let editor: Editor;

before(async () => {
  controlPlane = await startControlPlane({ name: 'prod' });
  editor = await startEditor({ kubeconfig: controlPlane.kubeconfigs.admin });
  await kubectl('create', 'namespace', 'demo');
});

after(async () => {
  await editor.close();
  await controlPlane.stop();
});

async function kubectl(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await controlPlane.kubectl(args);
  assert.equal(code, 0, stderr);
  return stdout;
}

/** A ConfigMap of its own for each test. */
async function createSettings(name: string): Promise<string> {
  await kubectl('-n', 'demo', 'create', 'configmap', name, '--from-literal=mode=fast');
  return `k8slive:/prod/demo/configmaps.v1/${name}.yaml`;
}

function valueIn(name: string, key: string): Promise<string> {
  return kubectl('-n', 'demo', 'get', 'configmap', name, `-o=jsonpath={.data.${key}}`);
}

test('an edit is saved, and kubectl shows it', async () => {
  const document = await editor.open(await createSettings('plain'));
  document.type((text) => text.replace('mode: fast', 'mode: slow'));
  const answer = await document.save();
  assert.equal(answer.kind, 'saved');
  assert.equal(await valueIn('plain', 'mode'), 'slow');
  assert.equal(document.isDirty(), false);
});

test('every write carries resourceVersion, uid, our field manager and strict validation', async () => {
  const document = await editor.open(await createSettings('witness'));
  document.type((text) => text.replace('mode: fast', 'mode: slow'));
  await document.save();
  const [write, ...more] = await writesOf(controlPlane, 'configmaps/witness');
  assert.deepEqual(more, []);
  assert.equal(write?.verb, 'update');
  assert.equal(write.query.get('fieldManager'), 'kubernetes-live-edit');
  assert.equal(write.query.get('fieldValidation'), 'Strict');
  assert.match(write.resourceVersion, /^\d+$/);
  assert.match(write.uid, /^[0-9a-f-]{36}$/);
});

test('R009, R010: two saves in a row are one PUT each, the second with the version of the first', async () => {
  const document = await editor.open(await createSettings('twice'));
  document.type((text) => text.replace('mode: fast', 'mode: slow'));
  assert.equal((await document.save()).kind, 'saved');
  document.type((text) => text.replace('mode: slow', 'mode: medium'));
  assert.equal((await document.save()).kind, 'saved');
  const writes = await writesOf(controlPlane, 'configmaps/twice');
  assert.deepEqual(
    writes.map(({ verb, code }) => [verb, code]),
    [
      ['update', 200],
      ['update', 200],
    ],
  );
  assert.equal(await valueIn('twice', 'mode'), 'medium');
});

test('a text that means the same is not sent, and the answer says so', async () => {
  const document = await editor.open(await createSettings('same'));
  document.type((text) => `# a comment\n${text.replace('mode: fast', 'mode: "fast"')}`);
  const answer = await document.save();
  assert.equal(answer.kind, 'unchanged');
  assert.match(answer.message, /Nothing was sent for configmaps "same"/);
  assert.deepEqual(await writesOf(controlPlane, 'configmaps/same'), []);
  assert.equal(document.isDirty(), false);
});

test('a change of a field that only the server writes is not sent, and the answer names it', async () => {
  const document = await editor.open(await createSettings('owned'));
  document.type((text) => text.replace(/uid: .*/, 'uid: mine'));
  await document.until(({ diagnostics }) =>
    diagnostics().some(({ message }) => message.includes('metadata.uid')),
  );
  const answer = await document.save();
  assert.equal(answer.kind, 'unchanged');
  assert.match(answer.message, /metadata\.uid/);
  assert.deepEqual(await writesOf(controlPlane, 'configmaps/owned'), []);
});

test('R202: a change of equal length by somebody else is not overwritten', async () => {
  const document = await editor.open(await createSettings('moved'));
  document.type((text) => text.replace('mode: fast', 'mode: fast\n  mine: yes-please'));
  await kubectl('-n', 'demo', 'patch', 'configmap', 'moved', '-p', '{"data":{"mode":"slow"}}');
  const answer = await document.save();
  assert.equal(answer.kind, 'saved', JSON.stringify(answer));
  assert.equal(await valueIn('moved', 'mode'), 'slow');
  assert.equal(await valueIn('moved', 'mine'), 'yes-please');
  await document.until(({ text }) => text().includes('mode: slow'));
});

test('R203: a change and its way back do not stand in the way of a save', async () => {
  const document = await editor.open(await createSettings('back'));
  document.type((text) => text.replace('mode: fast', 'mode: fast\n  mine: "1"'));
  for (const mode of ['slow', 'fast']) {
    await kubectl('-n', 'demo', 'patch', 'configmap', 'back', '-p', `{"data":{"mode":"${mode}"}}`);
  }
  const version = await kubectl(
    '-n',
    'demo',
    'get',
    'configmap',
    'back',
    '-o=jsonpath={.metadata.resourceVersion}',
  );
  await document.until(({ status }) => status()?.summary.includes(version) === true);
  assert.equal((await document.save()).kind, 'saved');
  assert.equal(await valueIn('back', 'mine'), '1');
});

test('R122: a save goes to the namespace that was opened, also when the namespace line is gone', async () => {
  await kubectl('create', 'namespace', 'team-four');
  for (const namespace of ['default', 'team-four']) {
    await kubectl('-n', namespace, 'create', 'configmap', 'settings', `--from-literal=where=${namespace}`);
  }
  const document = await editor.open('k8slive:/prod/team-four/configmaps.v1/settings.yaml');
  document.type((text) => text.replace('where: team-four', 'where: edited'));
  assert.equal((await document.save()).kind, 'saved');
  document.type((text) =>
    text.replace(/ *namespace: team-four\n/, '').replace('where: edited', 'where: again'),
  );
  assert.equal((await document.save()).kind, 'saved');
  const where = (namespace: string) =>
    kubectl('-n', namespace, 'get', 'configmap', 'settings', '-o=jsonpath={.data.where}');
  assert.equal(await where('team-four'), 'again');
  assert.equal(await where('default'), 'default');
});

test('a deleted object is not created again, and the text is kept', async () => {
  const document = await editor.open(await createSettings('gone'));
  document.type((text) => text.replace('mode: fast', 'mode: slow'));
  await kubectl('-n', 'demo', 'delete', 'configmap', 'gone');
  const answer = await document.save();
  assert.equal(answer.kind, 'problem');
  assert.match(
    answer.problem.message,
    /was deleted from the cluster\. Your text is kept; nothing was written/,
  );
  await document.until(({ status }) => status()?.staleness === 'deleted');
  assert.equal((await controlPlane.kubectl(['-n', 'demo', 'get', 'configmap', 'gone'])).code, 1);
});

test('an object that was created anew under the name is not written', async () => {
  const document = await editor.open(await createSettings('anew'));
  document.type((text) => text.replace('mode: fast', 'mode: slow'));
  await kubectl('-n', 'demo', 'delete', 'configmap', 'anew');
  await createSettings('anew');
  const answer = await document.save();
  assert.equal(answer.kind, 'problem');
  assert.match(answer.problem.message, /deleted and created anew/);
  assert.equal(await valueIn('anew', 'mode'), 'fast');
});

test('a Lease, which a PUT would create, is not created again either', async () => {
  const lease =
    'apiVersion: coordination.k8s.io/v1\nkind: Lease\nmetadata: {name: lock, namespace: demo}\nspec: {holderIdentity: a}\n';
  await controlPlane.kubectl(['apply', '-f', '-'], { stdin: lease });
  const document = await editor.open('k8slive:/prod/demo/leases.v1.coordination.k8s.io/lock.yaml');
  document.type((text) => text.replace('holderIdentity: a', 'holderIdentity: b'));
  await kubectl('-n', 'demo', 'delete', 'lease', 'lock');
  const answer = await document.save();
  assert.equal(answer.kind, 'problem');
  assert.match(answer.problem.message, /was deleted/);
  assert.equal((await controlPlane.kubectl(['-n', 'demo', 'get', 'lease', 'lock'])).code, 1);
});

test('what the server refuses is said in its words, with the field', async () => {
  await kubectl('-n', 'demo', 'create', 'deployment', 'web', '--image=registry.example/web:1');
  const document = await editor.open('k8slive:/prod/demo/deployments.v1.apps/web.yaml');
  document.type((text) => text.replace('replicas: 1', 'replicas: -1'));
  const answer = await document.save();
  assert.equal(answer.kind, 'problem');
  assert.equal(answer.problem.reason, 'rejected');
  assert.match(answer.problem.message, /spec\.replicas.*greater than or equal to 0/);
  document.type((text) => text.replace('replicas: -1', 'replicsa: 1'));
  const strict = await document.save();
  assert.equal(strict.kind, 'problem');
  assert.match(strict.problem.message, /unknown field "spec\.replicsa"/);
});

test('warnings of the server come with the answer', async () => {
  await kubectl('-n', 'demo', 'create', 'deployment', 'warned', '--image=registry.example/web:1');
  const document = await editor.open('k8slive:/prod/demo/deployments.v1.apps/warned.yaml');
  const twice = ['env:', '- name: A', '  value: "1"', '- name: A', '  value: "2"'];
  document.type((text) =>
    text.replace(
      /( +)image: .*\n/,
      (line, indent: string) => line + twice.map((more) => `${indent}${more}\n`).join(''),
    ),
  );
  const answer = await document.save();
  assert.equal(answer.kind, 'saved');
  assert.match(answer.warnings.join(), /env\[1\]: hides previous definition of "A"/);
});

test('what is refused of a Secret is said without its values', async () => {
  await kubectl('-n', 'demo', 'create', 'secret', 'generic', 'pass', '--from-literal=password=hunter2');
  const document = await editor.open('k8slive:/prod/demo/secrets.v1/pass.yaml');
  for (const [change, says] of [
    ['hunter3-is-no-base64!', /./],
    ['*hunter4', /./],
    ['!hunter5!x y', /./],
  ] as const) {
    document.type((text) => text.replace(/password: .*/, `password: ${change}`));
    const answer = await document.save();
    assert.equal(answer.kind, 'problem');
    assert.match(answer.problem.message, says);
    await document.until(({ diagnostics }) => diagnostics().length > 0 || change.startsWith('hunter3'));
    assert.doesNotMatch(JSON.stringify([answer, document.diagnostics(), editor.log]), /hunter/);
  }
});
