import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { statusNotification, textChangedNotification } from '../../../server/src/protocol/messages';
import { type ControlPlane, startControlPlane } from '../../cluster/controlPlane';
import { type Editor, startEditor } from '../editor/editor';
import { requestsOf } from '../editor/witness';

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

async function createDeployment(name: string): Promise<string> {
  await kubectl('-n', 'demo', 'create', 'deployment', name, '--image=registry.example/web:1');
  return `k8slive:/prod/demo/deployments.v1.apps/${name}.yaml`;
}

function scale(name: string, replicas: number): Promise<string> {
  return kubectl('-n', 'demo', 'scale', 'deployment', name, `--replicas=${replicas}`);
}

test('an object is opened by a quorum read and watched from exactly its version', async () => {
  const document = await editor.open(await createDeployment('opened'));
  await document.until(({ status }) => status()?.health.kind === 'watching');
  const version = await kubectl(
    '-n',
    'demo',
    'get',
    'deployment',
    'opened',
    '-o=jsonpath={.metadata.resourceVersion}',
  );
  const [get] = await requestsOf(controlPlane, 'deployments/opened');
  assert.equal(get?.verb, 'get');
  assert.equal(get.query.get('resourceVersion'), null);
  await scale('opened', 2);
  await document.until(({ text }) => text().includes('replicas: 2'));
  document.close();
  // The record of a watch is complete when it has ended.
  const deadline = Date.now() + 30_000;
  for (;;) {
    const watch = (await requestsOf(controlPlane, 'namespaces/demo/deployments')).find(
      ({ verb }) => verb === 'watch',
    );
    if (watch !== undefined || Date.now() > deadline) {
      assert.equal(watch?.query.get('fieldSelector'), 'metadata.name=opened');
      assert.equal(watch.query.get('resourceVersion'), version);
      assert.equal(watch.query.get('allowWatchBookmarks'), 'true');
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
});

test('a clean document follows, with the first lens and no diagnostic', async () => {
  const document = await editor.open(await createDeployment('clean'));
  await document.until(({ status }) => status()?.health.kind === 'watching');
  await scale('clean', 5);
  await document.until(({ text }) => text().includes('replicas: 5'));
  await document.until(({ status }) => status()?.staleness === 'current');
  const lenses = await document.lenses();
  const [identity, state] = lenses;
  assert.equal(identity, 'prod › demo › Deployment clean');
  assert.match(state ?? '', /^resourceVersion \d+ · current$/);
  assert.ok(
    lenses.some((title) => /generation 2, observedGeneration not reported$/.test(title)),
    lenses.join(),
  );
  assert.ok(
    lenses.some((title) => title.startsWith('hidden: managedFields, resourceVersion, generation')),
    lenses.join(),
  );
  assert.deepEqual(document.diagnostics(), []);
});

test('nothing is marked while a followed text is on its way; where the editor does not take it, that is told', async () => {
  const deaf = await startEditor({ kubeconfig: controlPlane.kubeconfigs.admin });
  try {
    const document = await deaf.open(await createDeployment('late'));
    await document.until(({ status }) => status()?.health.kind === 'watching', 30_000);
    const opened = document.status()?.summary;
    deaf.connection.onNotification(textChangedNotification, () => undefined);
    const told: string[] = [];
    deaf.connection.onNotification(statusNotification, ({ staleness, summary }) => {
      if (summary !== opened && told.at(-1) !== staleness) told.push(staleness);
    });
    await scale('late', 5);
    await document.until(({ diagnostics }) => diagnostics().length > 0, 30_000);
    await document.until(() => told.includes('stale'), 30_000);
    assert.deepEqual(told, ['current', 'stale']);
    assert.match(document.diagnostics()[0]?.message ?? '', /^live: 5 · kubectl\/scale · .* · was 1$/);
  } finally {
    await deaf.close();
  }
});

test('a followed document keeps the comments that were saved in it', async () => {
  const document = await editor.open(await createDeployment('comments'));
  document.type((text) => `# ours\n${text}`);
  assert.equal((await document.save()).kind, 'unchanged');
  await scale('comments', 4);
  await document.until(({ text }) => text().includes('replicas: 4'));
  assert.match(document.text(), /^# ours\n/);
});

test('a dirty document is left alone and marks the field that moved', async () => {
  const document = await editor.open(await createDeployment('dirty'));
  document.type((text) => text.replace('web:1', 'web:2'));
  const typed = document.text();
  await document.until(({ status }) => status()?.health.kind === 'watching');
  await scale('dirty', 3);
  await document.until(({ diagnostics }) => diagnostics().length > 0);
  assert.equal(document.text(), typed);
  const [moved, ...more] = document.diagnostics();
  assert.deepEqual(more, []);
  assert.match(moved?.message ?? '', /^live: 3 · kubectl\/scale · seen just now · was 1$/);
  const line = typed.split('\n')[moved?.range.start.line ?? 0];
  assert.equal(line?.trim(), 'replicas: 1');
  assert.equal(document.status()?.staleness, 'stale');
  assert.match((await document.lenses())[1] ?? '', /1 change from live will be kept on save/);
});

test('a change of what is hidden says nothing, and the next save carries its version', async () => {
  const document = await editor.open(await createDeployment('hidden'));
  document.type((text) => text.replace('web:1', 'web:2'));
  const status = '{"status":{"observedGeneration":1,"replicas":1}}';
  await kubectl(
    '-n',
    'demo',
    'patch',
    'deployment',
    'hidden',
    '--subresource=status',
    '--type=merge',
    '-p',
    status,
  );
  await document.until(({ status: now }) => now()?.summary.includes('generation 1, observed') === true);
  assert.deepEqual(document.diagnostics(), []);
  assert.equal((await document.save()).kind, 'saved');
});

test('a deletion and a replacement are said on the document', async () => {
  const document = await editor.open(await createDeployment('gone'));
  document.type((text) => text.replace('web:1', 'web:2'));
  await document.until(({ status }) => status()?.health.kind === 'watching');
  await kubectl('-n', 'demo', 'delete', 'deployment', 'gone');
  await document.until(({ diagnostics }) =>
    diagnostics().some(({ message }) => message.includes('was deleted')),
  );
  await createDeployment('gone');
  await document.until(({ status }) => status()?.staleness === 'replaced');
  assert.match(document.diagnostics()[0]?.message ?? '', /deleted and created anew/);
});

test('a Secret that moved shows no value outside its text', async () => {
  await kubectl(
    '-n',
    'demo',
    'create',
    'secret',
    'generic',
    'pass',
    '--from-literal=password=hunter2-as-opened',
  );
  const document = await editor.open('k8slive:/prod/demo/secrets.v1/pass.yaml');
  document.type((text) => `${text}# mine\n`);
  await document.until(({ status }) => status()?.health.kind === 'watching');
  const moved = Buffer.from('hunter3-as-moved').toString('base64');
  await kubectl('-n', 'demo', 'patch', 'secret', 'pass', '-p', `{"data":{"password":"${moved}"}}`);
  await document.until(({ diagnostics }) => diagnostics().length > 0);
  const shown = JSON.stringify([
    document.diagnostics(),
    document.status(),
    await document.lenses(),
    editor.log,
  ]);
  assert.match(shown, /live: another value · kubectl-patch/);
  for (const secret of ['hunter2', 'hunter3', moved, Buffer.from('hunter2-as-opened').toString('base64')]) {
    assert.ok(!shown.includes(secret), `${secret} in ${shown}`);
  }
});

test('a lost API server is said with since when, and what moved meanwhile is known when it is back', async () => {
  const document = await editor.open(await createDeployment('lost'));
  document.type((text) => text.replace('web:1', 'web:2'));
  await document.until(({ status }) => status()?.health.kind === 'watching');
  await controlPlane.stopComponent('kube-apiserver');
  await document.until(({ status }) => status()?.health.kind === 'unknown');
  assert.match(document.status()?.summary ?? '', /not known since \d\d:\d\d:\d\d/);
  assert.match(document.diagnostics()[0]?.message ?? '', /It is not known whether.*Cannot reach https:/);
  const answer = await document.save();
  assert.equal(answer.kind, 'problem');
  assert.equal(answer.problem.reason, 'unreachable');
  await controlPlane.startComponent('kube-apiserver');
  await document.until(({ status }) => status()?.staleness === 'current', 30_000);
  assert.equal((await document.save()).kind, 'saved');
});

test('an expired version is read anew and watched from there', async () => {
  const document = await editor.open(await createDeployment('expired'));
  await document.until(({ status }) => status()?.health.kind === 'watching');
  await controlPlane.compact();
  await document.until(({ status }) => status()?.health.kind === 'watching', 30_000);
  await scale('expired', 6);
  await document.until(({ text }) => text().includes('replicas: 6'), 30_000);
});
