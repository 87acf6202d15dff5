import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { limitedNamespace } from '../../cluster/access';
import { type ControlPlane, startControlPlane } from '../../cluster/controlPlane';
import { type KubeconfigContext, writeKubeconfig } from '../../cluster/kubeconfig';
import type { EditorDocument } from '../editor/document';
import { type Editor, startEditor } from '../editor/editor';
import { writesOf } from '../editor/witness';

let controlPlane: ControlPlane;
let editor: Editor;
const editors: Editor[] = [];

before(async () => {
  controlPlane = await startControlPlane({ name: 'prod' });
  editor = await edit(controlPlane.kubeconfigs.admin);
  await kubectl('create', 'namespace', 'demo');
  await kubectl('-n', 'demo', 'create', 'configmap', 'settings', '--from-literal=mode=fast');
});

after(async () => {
  await Promise.all(editors.map((started) => started.close()));
  await controlPlane.stop();
});

async function edit(kubeconfig: string): Promise<Editor> {
  const started = await startEditor({
    kubeconfig,
    settings: { requestTimeoutSeconds: 3, pollIntervalSeconds: 1 },
  });
  editors.push(started);
  return started;
}

async function kubectl(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await controlPlane.kubectl(args);
  assert.equal(code, 0, stderr);
  return stdout;
}

/** A kubeconfig file of the test's own with one context that differs from the admin's in this. */
async function kubeconfigWith(file: string, change: Partial<KubeconfigContext>): Promise<string> {
  const path = join(controlPlane.folder, file);
  const { server, caFile: certificateAuthority, tokens } = controlPlane;
  await writeKubeconfig(path, [
    { context: 'prod', server, certificateAuthority, user: { token: tokens.admin }, ...change },
  ]);
  return path;
}

const settings = 'k8slive:/prod/demo/configmaps.v1/settings.yaml';

const unreadable: { what: string; kubeconfig: () => Promise<string>; uri?: string; says: RegExp }[] = [
  {
    what: 'no kubeconfig',
    kubeconfig: () => Promise.resolve(join(controlPlane.folder, 'missing.yaml')),
    says: /^kubeconfig: No kubeconfig was found \(looked for .*missing\.yaml\)\. Set KUBECONFIG or the setting/,
  },
  {
    what: 'a broken kubeconfig',
    async kubeconfig() {
      const path = join(controlPlane.folder, 'broken.yaml');
      await writeFile(path, 'clusters: [\n  {token: hush-hush');
      return path;
    },
    says: /^kubeconfig: The kubeconfig .*broken\.yaml cannot be read: /,
  },
  {
    what: 'an unknown context',
    kubeconfig: () => Promise.resolve(controlPlane.kubeconfigs.admin),
    uri: 'k8slive:/elsewhere/demo/configmaps.v1/settings.yaml',
    says: /^unknownContext: The kubeconfig has no context "elsewhere"\. It has: prod\./,
  },
  {
    what: 'an unreachable server',
    kubeconfig: () => kubeconfigWith('unreachable.yaml', { server: 'https://127.0.0.1:1' }),
    says: /^unreachable: Cannot reach https:\/\/127\.0\.0\.1:1 \(context "prod"\): .*refused/,
  },
  {
    what: 'a certificate that is not trusted',
    async kubeconfig() {
      const { server, tokens } = controlPlane;
      const path = join(controlPlane.folder, 'untrusted.yaml');
      await writeKubeconfig(path, [{ context: 'prod', server, user: { token: tokens.admin } }]);
      return path;
    },
    says: /^certificate: The certificate of https:.* is not trusted: /,
  },
  {
    what: 'a token that is not valid (401)',
    kubeconfig: () => kubeconfigWith('token.yaml', { user: { token: 'hush-hush' } }),
    says: /^unauthorized: Could not read: .*Unauthorized.*sign in and try again/,
  },
  {
    what: 'no right to get (403)',
    kubeconfig: () => kubeconfigWith('none.yaml', { user: { token: controlPlane.tokens.none } }),
    says: /^forbidden: Not allowed: .*configmaps "settings" is forbidden: User ".+" cannot get resource "configmaps"/,
  },
  {
    what: 'no such object (404)',
    kubeconfig: () => Promise.resolve(controlPlane.kubeconfigs.admin),
    uri: 'k8slive:/prod/demo/configmaps.v1/nobody.yaml',
    says: /^notFound: Not found: .*configmaps "nobody" not found/,
  },
  {
    what: 'a kind that is not served',
    kubeconfig: () => Promise.resolve(controlPlane.kubeconfigs.admin),
    uri: 'k8slive:/prod/demo/deployments.v1.example.dev/web.yaml',
    says: /^notServed: .*serves no deployments\.v1\.example\.dev\. It serves deployments\.v1\.apps\./,
  },
  {
    what: 'R121: a URI with an empty name',
    kubeconfig: () => Promise.resolve(controlPlane.kubeconfigs.admin),
    uri: 'k8slive:/prod/_/namespaces.v1/.yaml',
    says: /^badUri: .* names no live object\. A link reads k8slive:/,
  },
];

for (const { what, kubeconfig, uri, says } of unreadable) {
  test(`${what} is said in a sentence that says what to do`, async () => {
    const own = await edit(await kubeconfig());
    await assert.rejects(own.open(uri ?? settings), (error: Error) => {
      assert.match(error.message, says);
      return true;
    });
    assert.ok(!JSON.stringify(own.log).includes('hush-hush'), 'a secret is in the log');
  });
}

test('who may get but not watch has the object read again at an interval, and is told', async () => {
  const own = await edit(controlPlane.kubeconfigs.limited);
  await kubectl('-n', limitedNamespace, 'create', 'configmap', 'polled', '--from-literal=mode=fast');
  const document = await own.open(`k8slive:/prod-limited/${limitedNamespace}/configmaps.v1/polled.yaml`);
  await document.until(({ status }) => status()?.health.kind === 'polling');
  const health = document.status()?.health;
  assert.ok(health?.kind === 'polling');
  assert.match(health.because, /cannot watch resource "configmaps"/);
  assert.match((await document.lenses())[1] ?? '', /current as of the last reading \(every 1 s\)/);
  await kubectl('-n', limitedNamespace, 'patch', 'configmap', 'polled', '-p', '{"data":{"mode":"slow"}}');
  await document.until(({ text }) => text().includes('mode: slow'));
  document.type((text) => text.replace('mode: slow', 'mode: saved'));
  assert.equal((await document.save()).kind, 'saved');
});

const refused: { what: string; change: (text: string) => string; says: RegExp }[] = [
  { what: 'text that does not parse', change: (text) => `${text}\n  : [\n`, says: /^Not saved: line \d+: / },
  {
    what: 'a duplicate key',
    change: (text) => `${text}kind: ConfigMap\n`,
    says: /^Not saved: line \d+: .*kind/,
  },
  {
    what: 'two documents',
    change: (text) => `${text}---\n${text}`,
    says: /^Not saved: line \d+: .*document/,
  },
  { what: 'an empty text', change: () => '', says: /^Not saved: line 1: .*empty|^Not saved: line 1: / },
  { what: 'only a comment', change: () => '# nothing\n', says: /^Not saved: line 1: / },
  { what: 'a list', change: () => '- a\n', says: /^Not saved: line 1: / },
  {
    what: 'another name',
    change: (text) => text.replace('name: settings', 'name: other'),
    says: /^Not saved: metadata\.name was changed from settings to other\./,
  },
  {
    what: 'another namespace',
    change: (text) => text.replace('namespace: demo', 'namespace: default'),
    says: /^Not saved: metadata\.namespace was changed from demo to default\./,
  },
  {
    what: 'another kind',
    change: (text) => text.replace('kind: ConfigMap', 'kind: Secret'),
    says: /^Not saved: kind was changed from ConfigMap to Secret\./,
  },
  {
    what: 'another apiVersion',
    change: (text) => text.replace('apiVersion: v1', 'apiVersion: v2'),
    says: /^Not saved: apiVersion was changed from v1 to v2\./,
  },
  {
    what: 'no kind',
    change: (text) => text.replace('kind: ConfigMap\n', ''),
    says: /^Not saved: kind was changed from ConfigMap to \(none\)\./,
  },
];

for (const { what, change, says } of refused) {
  test(`${what} is not sent, and the text is kept`, async () => {
    const document = await editor.open(settings);
    document.type(change);
    const typed = document.text();
    const answer = await document.save();
    assert.equal(answer.kind, 'problem');
    assert.match(answer.problem.message, says);
    assert.equal(document.text(), typed);
    assert.equal(document.isDirty(), true);
    await document.until(({ diagnostics }) => diagnostics().length > 0);
    document.close();
    assert.deepEqual(await writesOf(controlPlane, 'configmaps/settings'), []);
  });
}

test('a text of an earlier session is watched and not written', async () => {
  const text = (await editor.open(settings)).text().replace('mode: fast', 'mode: draft');
  const own = await edit(controlPlane.kubeconfigs.admin);
  const document: EditorDocument = own.restore(settings, text);
  await document.until(({ status }) => status()?.health.kind === 'watching');
  assert.equal(document.status()?.staleness, 'unknown');
  assert.match(document.diagnostics()[0]?.message ?? '', /is of an earlier session/);
  const answer = await document.save();
  assert.equal(answer.kind, 'problem');
  assert.match(answer.problem.message, /is of an earlier session/);
  assert.deepEqual(await writesOf(controlPlane, 'configmaps/settings'), []);
});
