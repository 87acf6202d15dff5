import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { pressSave, replaceText, waitForClean, waitForEditorText } from './editor';
import { useDemoCluster, useKubectl, useWorkbench } from './hooks';
import { openObject } from './liveObjects';
import { waitForLens } from './marks';
import { readNotifications, readTabs } from './notices';
import { closeQuickPick, runCommand, searchPalette } from './quickPick';
import { onScreen, screenshot } from './screen';

suite('the scale and the status of an object as documents of their own', () => {
  const cluster = useDemoCluster();
  const kubectl = useKubectl(cluster);
  const workbench = useWorkbench(() => ({ environment: { KUBECONFIG: cluster().kubeconfigs.admin } }));

  test('a Deployment is scaled in the document of its scale, and the lens says how far that is', () =>
    onScreen(workbench().page, async (page) => {
      await openObject(page, 'demo/shop/deploy/web');
      await runCommand(page, 'Kubernetes Live Edit: Open Scale of Live Object');
      await waitForEditorText(page, /kind: Scale/);
      await waitForLens(page, /^demo › shop › deployments\/scale web$/);
      assert.match((await readTabs(page))[0]?.title ?? '', /^web\.yaml .*deployments:scale\.v1\.apps/);
      const before = await kubectl('get', 'deployment', 'web', '-o=jsonpath={.spec.replicas}');
      const wanted = Number(before) + 1;
      await replaceText(page, `replicas: ${before}`, `replicas: ${wanted}`);
      await pressSave(page);
      await waitForClean(page);
      assert.equal(await kubectl('get', 'deployment', 'web', '-o=jsonpath={.spec.replicas}'), String(wanted));
      await waitForLens(page, new RegExp(`^${wanted} of ${wanted} replicas$`));
      assert.deepEqual(await readNotifications(page), []);
      await screenshot(page, 'scale');
    }));

  test('the palette offers the status of a kind that has that alone; a status is no manifest', () =>
    onScreen(workbench().page, async (page) => {
      const title = 'Kubernetes Live Edit: Open Live Object…';
      const offered = async (): Promise<string[]> => {
        const found = await searchPalette(page, 'Live Object', ({ label }) => label === title);
        await closeQuickPick(page);
        return found.filter((label) => /Open (Scale|Status) of|as Manifest/.test(label)).sort();
      };
      await openObject(page, 'demo/shop/configmap/web-config');
      const asManifest = 'Kubernetes Live Edit: Save Live Object as Manifest…';
      const openStatus = 'Kubernetes Live Edit: Open Status of Live Object';
      assert.deepEqual(await offered(), [asManifest]);
      await openObject(page, 'demo/shop/promotion/autumn');
      assert.deepEqual(await offered(), [openStatus, asManifest]);
      await runCommand(page, openStatus);
      await waitForLens(page, /› promotions\/status autumn$/);
      await waitForLens(page, /· current/);
      assert.deepEqual(await offered(), []);
      await screenshot(page, 'status-document');
    }));
});
