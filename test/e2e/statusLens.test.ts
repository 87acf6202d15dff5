import assert from 'node:assert/strict';
import { afterEach, suite, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { demoNamespace } from '../cluster/demo';
import { goToLine, pressSave, readEditorText, replaceText, waitForClean, waitForEditorText } from './editor';
import { useDemoCluster, useKubectl, useWorkbench } from './hooks';
import { leaveHover, openObject } from './liveObjects';
import { hoverText, readLenses, waitForLens } from './marks';
import { runCommand } from './quickPick';
import { inBothThemes, onScreen, screenshot } from './screen';
import { waitUntil } from './waits';

suite('whether the cluster has acted on what was saved', () => {
  const cluster = useDemoCluster();
  const kubectl = useKubectl(cluster);
  const workbench = useWorkbench(() => ({ environment: { KUBECONFIG: cluster().kubeconfigs.admin } }));

  afterEach(() => {
    cluster().resume('kube-controller-manager');
    cluster().resume('kwok');
  });

  /** Changes the image in the editor and saves it. */
  async function saveImage(page: Page, from: string, to: string): Promise<void> {
    await replaceText(page, `web:${from}`, `web:${to}`);
    await pressSave(page);
    await waitForClean(page);
  }

  const shoot = (page: Page, name: string): Promise<void> =>
    inBothThemes(page, (theme) => screenshot(page, `${name}-${theme}`));

  test('R165, R166 while the controller sleeps it is said that it has not seen the change, and for how long', () =>
    onScreen(workbench().page, async (page) => {
      await openObject(page, 'demo/shop/deploy/web');
      await waitForLens(page, /^rolled out · 3 of 3 updated, 3 available · generation \d+, observed$/);
      await waitForEditorText(page, /replicas: 3 *← 3 of 3 updated, 3 available/);
      cluster().suspend('kube-controller-manager');
      await saveImage(page, '1.0', '1.1');
      const words = await waitForLens(
        page,
        /^not yet observed: generation \d+, controller has seen \d+, for \d+ s$/,
      );
      await waitUntil('the time to be counted', async () => {
        const lenses = await readLenses(page);
        return (
          !lenses.includes(words) && lenses.some((lens) => /^not yet observed: .* for \d+ s$/.test(lens))
        );
      });
      await waitForEditorText(page, /replicas: 3 *← waiting to be observed/);
      await shoot(page, 'lag');
    }));

  test('R166 a rollout under way is told at the top and at its replicas, in full where the mouse rests', () =>
    onScreen(workbench().page, async (page) => {
      cluster().suspend('kwok');
      await waitForLens(page, /^1 of 3 updated, 3 available, .* · deadline in \d+ m · generation/);
      await waitForEditorText(page, /replicas: 3 *← 1 of 3 updated, 3 available/);
      await shoot(page, 'rollout');
      await leaveHover(page);
      assert.match(
        await hoverText(page, 'kind: Deployment'),
        /Progressing=True · \w+ · for .* · by kube-controller-manager/,
      );
      await screenshot(page, 'rollout-hover');
      await leaveHover(page);
    }));

  test('a rollout that is over', () =>
    onScreen(workbench().page, async (page) => {
      await waitForLens(
        page,
        /^rolled out · 3 of 3 updated, 3 available · generation \d+, observed$/,
        60_000,
      );
      await shoot(page, 'rolled-out');
    }));

  test('a stuck rollout stands out, with its reason', () =>
    onScreen(workbench().page, async (page) => {
      await kubectl('patch', 'deployment', 'web', '-p', '{"spec":{"progressDeadlineSeconds":4}}');
      await waitForLens(page, /rolled out/, 60_000);
      await wait(2_000); // until the text has followed, below the screen
      cluster().suspend('kwok');
      await saveImage(page, '1.1', '1.2');
      await waitForLens(page, /stuck: ProgressDeadlineExceeded · for \d+ s · 1 of 3 updated/, 60_000);
      await waitForEditorText(page, /replicas: 3 *← stuck · 1 of 3 updated/);
      await shoot(page, 'stuck');
      await leaveHover(page);
      assert.match(await hoverText(page, 'replicas: 3'), /has timed out progressing/);
      await screenshot(page, 'stuck-hover');
      await leaveHover(page);
      cluster().resume('kwok');
      await kubectl('patch', 'deployment', 'web', '-p', '{"spec":{"progressDeadlineSeconds":600}}');
      await waitForLens(page, /rolled out/, 60_000);
    }));

  test('a status that is written fifty times a second flickers nowhere, nor does the live object beside', () =>
    onScreen(workbench().page, async (page) => {
      await leaveHover(page);
      await runCommand(page, 'Kubernetes Live Edit: Show Live Object');
      const beside = page.locator('.editor-group-container').nth(1);
      await waitUntil('the live object beside', async () =>
        (await beside.innerText()).includes('apiVersion'),
      );
      await beside.locator('.view-line').nth(3).click();
      await goToLine(page, 30);
      const readTop = (): Promise<string> => beside.locator('.line-numbers').first().innerText();
      await wait(500);
      const [top, text] = [await readTop(), await beside.innerText()];
      const writer = writeStatus();
      let lensless = 0;
      let scrolled = 0;
      const until = Date.now() + 6_000;
      while (Date.now() < until) {
        const first = page.locator('.editor-group-container').first();
        if ((await first.locator('.codelens-decoration').count()) === 0) lensless += 1;
        if ((await readTop()) !== top) scrolled += 1;
        await wait(20);
      }
      await screenshot(page, 'busy-status');
      await writer.stop();
      assert.equal(lensless, 0, 'the lenses went away');
      assert.equal(scrolled, 0, 'the live object was scrolled');
      await waitUntil('what was written last, beside', async () => (await beside.innerText()) !== text);
      await runCommand(page, 'View: Close Editor');
      assert.match(await readEditorText(page), /replicas: 3 *← 3 of 3 updated/);
    }));

  function writeStatus(): { stop: () => Promise<void> } {
    const state = { isOver: false };
    const writing = (async () => {
      for (let count = 0; !state.isOver; count++) {
        const begun = Date.now();
        const { status, body } = await cluster().request({
          method: 'PATCH',
          path: `/apis/apps/v1/namespaces/${demoNamespace}/deployments/web/status`,
          headers: { 'content-type': 'application/merge-patch+json' },
          body: JSON.stringify({ status: { collisionCount: count } }),
        });
        assert.equal(status, 200, body);
        await wait(Math.max(0, begun + 20 - Date.now()));
      }
    })();
    return {
      async stop() {
        state.isOver = true;
        await writing;
      },
    };
  }
});
