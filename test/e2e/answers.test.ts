import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import type { ControlPlane } from '../cluster/controlPlane';
import { writeKubeconfig } from '../cluster/kubeconfig';
import { type FaultProxy, type SeenRequest, startFaultProxy } from '../server/faultProxy';
import { isDirty, pressSave, replaceText, waitForClean, waitForEditorText } from './editor';
import { useDemoCluster, useKubectl, useWorkbench } from './hooks';
import { leaveHover, openObject } from './liveObjects';
import { hoverText, readSquiggles, waitForLens, waitForSquiggle } from './marks';
import { pressDialogButton, waitForDialog, waitForNotification } from './notices';
import { runCommand } from './quickPick';
import { onScreen, screenshot } from './screen';
import { changeWorkspaceSettings } from './settings';
import { waitUntil } from './waits';

suite('what the API server may answer to a save', () => {
  const cluster = useDemoCluster();
  const kubectl = useKubectl(cluster);
  let [proxy, kubeconfig]: [FaultProxy | undefined, string] = [undefined, ''];
  before(async () => {
    proxy = await startFaultProxy(cluster());
    kubeconfig = join(cluster().folder, 'by-proxy.yaml');
    await writeKubeconfig(kubeconfig, [
      cluster().contextOf('admin', { context: 'demo', namespace: 'shop', server: proxy.server }),
    ]);
  });
  after(() => proxy?.close());
  const workbench = useWorkbench(() => ({ environment: { KUBECONFIG: kubeconfig } }));

  const readFeatures = (): Promise<string> =>
    kubectl('get', 'configmap', 'web-config', '-o=jsonpath={.data.FEATURES}');
  const writesOf = (name: string): number =>
    proxy?.requests.filter((request) => isWrite(request) && request.url.includes(`/${name}?`)).length ?? 0;

  test('R001 the label of a Node is saved while its status is written all the time', () =>
    onScreen(workbench().page, async (page) => {
      await openObject(page, 'demo/_/node/node-1');
      await replaceText(page, 'zone-a', 'zone-b');
      const heartbeats = beat(cluster(), '/api/v1/nodes/node-1/status');
      await heartbeats.reach(20);
      await pressSave(page);
      await waitForClean(page);
      const { count, perSecond } = await heartbeats.stop();
      console.log(`the status was written ${perSecond} times a second`);
      await waitForLens(page, /· current/);
      await screenshot(page, 'hot-node');
      const label = '.metadata.labels.topology\\.kubernetes\\.io/zone';
      assert.equal(await kubectl('get', 'node', 'node-1', `-o=jsonpath={${label}}`), 'zone-b');
      assert.equal(
        await kubectl('get', 'node', 'node-1', '-o=jsonpath={.status.nodeInfo.bootID}'),
        String(count),
      );
    }));

  test('an answer that is lost after the write: the object is read, and known as saved', () =>
    onScreen(workbench().page, async (page) => {
      await openObject(page, 'demo/shop/cm/web-config');
      await replaceText(page, 'gift-cards', 'vouchers');
      proxy?.inject({ kind: 'cutAfter' }, { when: isWrite });
      await pressSave(page);
      await waitForClean(page);
      await waitForLens(page, /· current/);
      assert.equal(await readFeatures(), 'checkout-v2,vouchers');
      assert.equal(writesOf('web-config'), 1);
      await screenshot(page, 'lost-answer');
    }));

  test('where it cannot be read either, it says that it does not know; a later save settles it', () =>
    onScreen(workbench().page, async (page) => {
      await replaceText(page, 'vouchers', 'coupons');
      proxy?.inject({ kind: 'silenceAfter' }, { when: isWrite });
      await pressSave(page);
      await waitUntil('the write', async () => (await readFeatures()) === 'checkout-v2,coupons');
      await proxy?.refuse();
      await waitForNotification(page, /It is not known whether the change was written\..* Your text is kept/);
      await waitForLens(page, /· not known since/);
      assert.ok(await isDirty(page));
      await screenshot(page, 'unknown');
      await runCommand(page, 'Notifications: Clear All Notifications');
      await proxy?.resume();
      await pressSave(page);
      await waitForClean(page);
      await waitForLens(page, /· current/);
      assert.equal(await readFeatures(), 'checkout-v2,coupons');
      assert.equal(writesOf('web-config'), 2);
    }));

  test('R179 what the API server refuses is marked on its field, in a list on the right element', () =>
    onScreen(workbench().page, async (page) => {
      await openObject(page, 'demo/shop/svc/web');
      await replaceText(page, 'port: 9090', 'port: 90900');
      await pressSave(page);
      await waitForNotification(page, /spec\.ports\[1\]\.port: Invalid value: 90900/);
      await waitForSquiggle(
        page,
        'a squiggle on the port',
        ({ severity, text }) => severity === 'error' && text === '90900',
      );
      await screenshot(page, 'invalid');
      assert.match(await hoverText(page, '90900'), /Refused by the API server: .*between 1 and 65535/);
      await leaveHover(page);
      await runCommand(page, 'Notifications: Clear All Notifications');
    }));

  test('R045 an edit that was refused can be abandoned: Revert File shows the live text', () =>
    onScreen(workbench().page, async (page) => {
      assert.ok(await isDirty(page));
      await runCommand(page, 'File: Revert File');
      await waitForClean(page);
      await waitForEditorText(page, /port: 9090$/m);
      await waitUntil('no problem', async () => (await readSquiggles(page)).length === 0);
      assert.equal(writesOf('services/web'), 1);
    }));

  test('confirmBeforeSave: each write is asked about, with the fields that would change', () =>
    onScreen(workbench().page, async (page) => {
      await changeWorkspaceSettings(page, { 'kubernetesLiveEdit.confirmBeforeSave': true });
      await replaceText(page, 'port: 9090', 'port: 9091');
      await pressSave(page);
      const { detail } = await waitForDialog(page, /^Write services "web" to demo\?$/);
      assert.match(detail, /spec\.ports\[.*9090.*\]/);
      await screenshot(page, 'confirm');
      await pressDialogButton(page, 'Cancel');
      await waitForNotification(
        page,
        /Not saved: you chose not to write services "web"\. Your text is kept\./,
      );
      assert.ok(await isDirty(page));
      await runCommand(page, 'Notifications: Clear All Notifications');
      await pressSave(page);
      await pressDialogButton(page, 'Save');
      await waitForClean(page);
      assert.equal(await kubectl('get', 'service', 'web', '-o=jsonpath={.spec.ports[1].port}'), '9091');
    }));
});

function isWrite({ method }: SeenRequest): boolean {
  return method === 'PUT' || method === 'PATCH';
}

/** Somebody who writes the status of a Node again and again; `stop` resolves to how often it was. */
function beat(
  { request }: ControlPlane,
  path: string,
): { reach: (count: number) => Promise<void>; stop: () => Promise<{ count: number; perSecond: number }> } {
  const begun = Date.now();
  let [count, isOver] = [0, false];
  const writing = (async () => {
    while (!isOver) {
      const answer = await request({
        method: 'PATCH',
        path,
        headers: { 'content-type': 'application/merge-patch+json' },
        body: JSON.stringify({ status: { nodeInfo: { bootID: String(count + 1) } } }),
      });
      assert.equal(answer.status, 200, answer.body);
      count += 1;
    }
  })();
  return {
    reach: (wanted) => waitUntil(`${wanted} writes`, () => Promise.resolve(count >= wanted)),
    async stop() {
      isOver = true;
      await writing;
      return { count, perSecond: Math.round((count * 1_000) / (Date.now() - begun)) };
    },
  };
}
