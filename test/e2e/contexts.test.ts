import * as assert from 'node:assert/strict';
import { join } from 'node:path';
import { before, suite, test } from 'node:test';
import type { Page } from 'playwright-core';
import { writeKubeconfig } from '../cluster/kubeconfig';
import { readEditorText, replaceText, waitForEditorText } from './editor';
import { useDemoCluster, useKubectl, useWorkbench } from './hooks';
import { askForObject, hoverStatusItem, leaveHover, openObject } from './liveObjects';
import { readLenses, waitForLens } from './marks';
import { readNotifications, readStatusBar, readTabs, waitForNotification } from './notices';
import { enterText, pickItem, runCommand, waitForQuickPick } from './quickPick';
import { inBothThemes, onScreen, screenshot } from './screen';
import { waitFor, waitUntil } from './waits';

suite('one of several contexts, and users with few rights', () => {
  let kubeconfig = '';
  const cluster = useDemoCluster();
  const kubectl = useKubectl(cluster);
  before(async () => {
    const { folder, contextOf } = cluster();
    kubeconfig = join(folder, 'contexts.yaml');
    await writeKubeconfig(kubeconfig, [
      contextOf('admin', { context: 'staging', namespace: 'shop' }),
      contextOf('admin', { context: 'prod-eu', namespace: 'shop' }),
      contextOf('limited', { context: 'limited', namespace: 'shop' }),
      contextOf('none', { context: 'none', namespace: 'shop' }),
    ]);
  });
  const workbench = useWorkbench(() => ({
    environment: { KUBECONFIG: kubeconfig },
    settings: { 'kubernetesLiveEdit.pollIntervalSeconds': 2 },
  }));

  test('R124 objects of one name side by side: title, lens and status bar say which context', () =>
    onScreen(workbench().page, async (page) => {
      await openObject(page, 'prod-eu/shop/deploy/web');
      await openObject(page, 'staging/shop/deploy/web');
      await runCommand(page, 'View: Move Editor into Next Group');
      for (const [index, context] of ['prod-eu', 'staging'].entries()) {
        await page.locator('.editor-group-container .view-lines').nth(index).click();
        const identity = `${context} › shop › Deployment web`;
        await waitUntil(`${identity} in the status bar`, async () =>
          (await readStatusBar(page)).includes(identity),
        );
        assert.equal((await readLenses(page))[0], identity);
        assert.deepEqual(
          (await readTabs(page)).map(({ title }) => title),
          [`web.yaml · ${context} · shop · deployments.v1.apps`],
        );
      }
      // Where the tabs are narrow, a title loses its end: the context must not be there.
      assert.ok((await findCutTitles(page)).every((seen) => /web\.yaml · (prod-eu|staging)/.test(seen)));
      await screenshot(page, 'side-by-side');
      await runCommand(page, 'View: Join All Editor Groups');
    }));

  test('Show Live Object opens the whole of it beside, read-only, and it follows', () =>
    onScreen(workbench().page, async (page) => {
      await page.locator('.statusbar-item[id$="kubernetesLiveEdit.object"]').click();
      const twin = '.editor-group-container .tab[aria-label^="web (live).yaml · "]';
      await page.locator(twin).waitFor();
      await page.locator(twin).click();
      const text = await waitForEditorText(page, /resourceVersion: "\d+"[^]*managedFields:/);
      await page.locator('.editor-group-container.active .view-line').first().click();
      await page.keyboard.type('x');
      assert.equal(await readEditorText(page), text);
      await screenshot(page, 'live-object');
      await page.keyboard.press('Escape');
      assert.ok((await readStatusBar(page)).includes('staging › shop › Deployment web'));
      await kubectl('annotate', 'deployment', 'web', 'example.com/seen=yes');
      await waitForEditorText(page, /example\.com\/seen: "?yes/, 3_000);
      await runCommand(page, 'View: Close Editor');
    }));

  test('Copy kubectl Command gives a command that reads the object', () =>
    onScreen(workbench().page, async (page) => {
      await runCommand(page, 'Kubernetes Live Edit: Copy kubectl Command');
      const copied = await waitFor('a copied command', async () =>
        (await readStatusBar(page)).find((text) => text.startsWith('Copied: ')),
      );
      const command = await page.evaluate(() => navigator.clipboard.readText());
      assert.equal(copied, `Copied: ${command}`);
      const [program, ...args] = command.split(' ');
      assert.equal(program, 'kubectl');
      assert.match(await kubectl('--kubeconfig', kubeconfig, ...args), /name: web\n {2}namespace: shop/);
    }));

  test('the language status says how the object is watched, in one line that fits, with a way to the log', () =>
    onScreen(workbench().page, async (page) => {
      await hoverStatusItem(page, 'status.languageStatus', /^Watching the live object\s.*current/);
      const log = page.locator('.monaco-hover').getByText('Show Log');
      const [box, width] = [await log.boundingBox(), page.viewportSize()?.width ?? 0];
      assert.ok(box !== null && box.x + box.width <= width, 'Show Log is beyond the edge of the screen');
      await screenshot(page, 'language-status');
      await log.click();
      await waitUntil('the log', async () => /GET \/apis\/apps\/v1/.test(await readPanel(page)));
      // The log has the focus now, and it is still said which object of which cluster this is.
      assert.ok((await readStatusBar(page)).includes('staging › shop › Deployment web'));
      await page.locator('.part.panel .action-label[aria-label^="Hide Panel"]').click();
    }));

  test('who may not watch has the object read at an interval, and is told why', () =>
    onScreen(workbench().page, async (page) => {
      await openObject(page, 'limited/shop/deploy/web');
      await waitForLens(page, /current as of the last reading \(every 2 s\)/);
      await hoverStatusItem(
        page,
        'status.languageStatus',
        /^Reading the live object every 2 s\s.*cannot be watched/,
      );
      await leaveHover(page);
      await hoverStatusItem(page, 'kubernetesLiveEdit.object', /"limited" cannot watch resource/);
      await screenshot(page, 'not-watched');
      await leaveHover(page);
      await kubectl('scale', 'deployment', 'web', '--replicas=2');
      await waitForEditorText(page, /replicas: 2/, 6_000);
    }));

  test('who may not list can type a name; who may not read is told in one sentence', () =>
    onScreen(workbench().page, async (page) => {
      const tabs = (await readTabs(page)).length;
      await runCommand(page, 'Kubernetes Live Edit: Open Live Object…');
      await pickItem(page, 'none', { filter: 'none' });
      await pickItem(page, 'Deployment', { filter: 'deploy' });
      await waitForQuickPick(page, 'why nothing is listed', ({ items }) =>
        items.some(({ label }) => label.includes('The deployments in namespace shop cannot be listed')),
      );
      await screenshot(page, 'not-listed');
      await pickItem(page, /Type a name…/);
      await enterText(page, 'web');
      const { severity, message } = await waitForNotification(page, /^Not allowed: .*"none" cannot get/);
      assert.equal(severity, 'error');
      assert.match(message, /context "none"/);
      assert.equal((await readTabs(page)).length, tabs);
      await runCommand(page, 'Notifications: Clear All Notifications');
    }));

  test('an unknown context, kind and object are each said in our own words', () =>
    onScreen(workbench().page, async (page) => {
      for (const [name, sentence] of [
        ['nowhere/shop/deploy/web', /no context "nowhere"\. It has: staging, prod-eu, limited, none/],
        ['staging/shop/gizmo/web', /serves nothing called "gizmo"/],
      ] as const) {
        await askForObject(page, name);
        await waitForQuickPick(page, String(sentence), ({ message }) => sentence.test(message));
        await page.keyboard.press('Escape');
      }
      await askForObject(page, 'staging/shop/deploy/nobody');
      await waitForNotification(
        page,
        /^Not found: .*context "staging" says: deployments\.apps "nobody" not found/,
      );
      assert.equal((await readNotifications(page)).length, 1);
      await runCommand(page, 'Notifications: Clear All Notifications');
    }));

  test('what has moved is told in light and in dark, and is no warning', () =>
    onScreen(workbench().page, async (page) => {
      await openObject(page, 'prod-eu/shop/deploy/web');
      await replaceText(page, 'web:1.0', 'web:1.1');
      await kubectl('scale', 'deployment', 'web', '--replicas=4');
      await waitForLens(page, /1 change from live will be kept on save/);
      const item = page.locator('.statusbar-item[id$="kubernetesLiveEdit.object"]');
      await inBothThemes(page, async (theme) => {
        await waitUntil(
          'a status item that says so',
          async () => (await item.locator('.codicon-cloud-download').count()) === 1,
        );
        assert.doesNotMatch(
          (await item.getAttribute('class')) ?? '',
          /warning-kind/,
          'nothing is in the way',
        );
        await screenshot(page, `moved-${theme}`);
      });
    }));
});

/** The parts of the tabs' titles that are not cut off. */
async function findCutTitles(page: Page): Promise<string[]> {
  return await page.locator('.tabs-container .tab').evaluateAll((tabs) =>
    tabs.map((tab) => {
      const name = tab.querySelector('.label-name')?.firstChild;
      if (!(name instanceof Text)) return '';
      const range = document.createRange();
      range.setStart(name, 0);
      let end = name.length;
      const edge = tab.closest('.tabs-container')?.getBoundingClientRect().right ?? 0;
      do range.setEnd(name, end);
      while (range.getBoundingClientRect().right > edge && --end > 0);
      return name.data.slice(0, end);
    }),
  );
}

async function readPanel(page: Page): Promise<string> {
  const lines = await page.locator('.part.panel .view-line').allInnerTexts();
  return lines.join('\n').replaceAll('\u00a0', ' ');
}
