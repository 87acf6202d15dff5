import assert from 'node:assert/strict';
import { join } from 'node:path';
import { before, suite, test } from 'node:test';
import type { Page } from 'playwright-core';
import { type ControlPlane, startControlPlane } from '../cluster/controlPlane';
import { writeKubeconfig } from '../cluster/kubeconfig';
import { findText, isDirty, readEditorText, replaceText, waitForEditorText } from './editor';
import { useDemoCluster, useKubectl, useWorkbench } from './hooks';
import { leaveHover, openObject } from './liveObjects';
import { clickLens, readLenses, waitForLens, waitForSquiggle } from './marks';
import { readNotifications, readTabs } from './notices';
import { runCommand } from './quickPick';
import { inBothThemes, onScreen, screenshot } from './screen';
import { changeWorkspaceSettings } from './settings';
import { waitUntil } from './waits';

suite('how a text stands to its live object', () => {
  let kubeconfig = '';
  const cluster = useDemoCluster();
  const kubectl = useKubectl(cluster);
  before(async () => {
    const { folder, contextOf } = cluster();
    kubeconfig = join(folder, 'staleness.yaml');
    await writeKubeconfig(kubeconfig, [
      contextOf('admin', { context: 'demo', namespace: 'shop' }),
      contextOf('limited', { context: 'limited', namespace: 'shop' }),
    ]);
  });
  const workbench = useWorkbench(() => ({
    environment: { KUBECONFIG: kubeconfig },
    // So long that what comes earlier has come by Try Again.
    settings: { 'kubernetesLiveEdit.pollIntervalSeconds': 3_600 },
  }));

  test('R036 a field that others move is marked without a warning, wave after wave in one place, and nothing pops up', () =>
    onScreen(workbench().page, async (page) => {
      await openObject(page, 'demo/shop/deploy/web');
      await replaceText(page, 'LOG_LEVEL', 'LOG_LEVEL_OURS');
      await showProblems(page);
      for (const replicas of [4, 5, 6]) {
        await kubectl(
          'patch',
          'deployment',
          'web',
          '--field-manager=autoscaler',
          '--type=merge',
          `--patch={"spec":{"replicas":${replicas}}}`,
        );
        await waitForProblem(page, new RegExp(`live: ${replicas} · autoscaler · .* · was 3`));
      }
      const { severity } = await waitForSquiggle(page, 'a mark on 3', ({ text }) => text === '3');
      assert.equal(severity, 'info');
      await waitForLens(page, /1 change from live will be kept on save/);
      assert.deepEqual(await readNotifications(page), []);
      assert.match(await readEditorText(page), /replicas: 3/);
      assert.equal(await page.locator(`${problemList} .monaco-list-row`, { hasText: 'live: ' }).count(), 1);
      await inBothThemes(page, (theme) => screenshot(page, `stale-field-${theme}`));
      await hideProblems(page);
      await hoverEnd(page, 'replicas: 3', /live: 6 · autoscaler · /);
      await screenshot(page, 'stale-hover');
      await leaveHover(page);
      await dropChanges(page);
    }));

  test('with offer a clean text waits for its user, who sees what changed and reloads', () =>
    onScreen(workbench().page, async (page) => {
      await changeWorkspaceSettings(page, { 'kubernetesLiveEdit.followLive': 'offer' });
      await openObject(page, 'demo/shop/cm/web-config');
      await setFeatures('gift-cards,tracking');
      await waitForLens(page, /live has moved: 1 change/);
      const lenses = await readLenses(page);
      assert.ok(lenses.includes('Show What Changed') && lenses.includes('Reload'), lenses.join());
      assert.match(await readEditorText(page), /FEATURES: checkout-v2,gift-cards$/m);
      await leaveHover(page);
      await inBothThemes(page, (theme) => screenshot(page, `offered-${theme}`));
      await clickLens(page, /^Show What Changed$/);
      await waitUntil('the comparison', async () =>
        (await readTabs(page)).some(({ active, title }) => active && title.includes('↔')),
      );
      await screenshot(page, 'offered-what-changed');
      await runCommand(page, 'View: Close Editor');
      await clickLens(page, /^Reload$/);
      await waitForEditorText(page, /FEATURES: gift-cards,tracking/);
      await waitForLens(page, /· current/);
      assert.ok(!(await isDirty(page)));
      await changeWorkspaceSettings(page, { 'kubernetesLiveEdit.followLive': 'follow' });
      await setFeatures('checkout-v2,gift-cards');
      await waitForEditorText(page, /FEATURES: checkout-v2,gift-cards$/m);
    }));

  test('R118 being deleted: the lens and the marked field say what holds it', () =>
    onScreen(workbench().page, async (page) => {
      await kubectl('create', 'configmap', 'ending', '--from-literal=mode=fast');
      const hold = '--patch={"metadata":{"finalizers":["example.com/backup","example.com/audit"]}}';
      await kubectl('patch', 'configmap', 'ending', '--type=merge', hold);
      await openObject(page, 'demo/shop/cm/ending');
      await kubectl('delete', 'configmap', 'ending', '--wait=false');
      await waitForLens(
        page,
        /being deleted since [\d:]{8} · held by example\.com\/backup, example\.com\/audit/,
      );
      await waitForLens(page, /^Show Live Object$/);
      await waitForSquiggle(page, 'a warning on the time', ({ severity }) => severity === 'warning');
      await leaveHover(page);
      await inBothThemes(page, (theme) => screenshot(page, `terminating-${theme}`));
      await kubectl(
        'patch',
        'configmap',
        'ending',
        '--type=merge',
        '--patch={"metadata":{"finalizers":null}}',
      );
      await waitForLens(page, /deleted from the cluster/);
      await inBothThemes(page, (theme) => screenshot(page, `deleted-clean-${theme}`));
      await runCommand(page, 'View: Close Editor');
    }));

  test('R154 no longer allowed: said as such with the verb and the user, and back with the right', () =>
    onScreen(workbench().page, async (page) => {
      const role = JSON.parse(await kubectl('get', 'role', 'limited', '-o=json')) as { rules: unknown };
      const setRules = (rules: unknown): Promise<string> =>
        kubectl('patch', 'role', 'limited', '--type=merge', `--patch=${JSON.stringify({ rules })}`);
      await openObject(page, 'limited/shop/cm/web-config');
      await setRules([]);
      await runCommand(page, 'Kubernetes Live Edit: Try Again to Reach the Live Object');
      await waitForLens(page, /no longer allowed to read it since [\d:]{8}/);
      assert.ok((await readLenses(page)).includes('Try Again'));
      await showProblems(page);
      await waitForProblem(
        page,
        /no longer allowed to read configmaps "web-config".*User "limited" cannot get resource/,
      );
      await inBothThemes(page, (theme) => screenshot(page, `no-longer-allowed-${theme}`));
      await hideProblems(page);
      await setRules(role.rules);
      await clickLens(page, /^Try Again$/);
      await waitForLens(page, /· current/);
      await runCommand(page, 'View: Close Editor');
    }));

  test('not known: since when, with the way to try again; the text stays', () =>
    onScreen(workbench().page, async (page) => {
      await openObject(page, 'demo/shop/cm/web-config');
      await replaceText(page, 'gift-cards', 'vouchers');
      await cluster().stopComponent('kube-apiserver');
      await waitForLens(page, /not known since [\d:]{8}/);
      await inBothThemes(page, (theme) => screenshot(page, `not-known-${theme}`));
      assert.ok((await readLenses(page)).includes('Try Again'));
      await cluster().startComponent('kube-apiserver');
      await waitForLens(page, /· current/);
      assert.match(await readEditorText(page), /vouchers/);
      await dropChanges(page);
    }));

  test('another cluster behind the context: both are named, and Try Again ends it when the context leads back', () =>
    onScreen(workbench().page, async (page) => {
      const other = await startControlPlane({ name: 'other', report: () => undefined });
      const { contextOf, server } = cluster();
      const limited = contextOf('limited', { context: 'limited', namespace: 'shop' });
      const point = (demo: ControlPlane): Promise<void> =>
        writeKubeconfig(kubeconfig, [
          demo.contextOf('admin', { context: 'demo', namespace: 'shop' }),
          limited,
        ]);
      try {
        await openObject(page, 'demo/shop/cm/web-config');
        await replaceText(page, 'gift-cards', 'vouchers');
        await point(other);
        await waitForLens(page, /the context leads to another cluster since [\d:]{8}/);
        assert.ok((await readLenses(page)).includes('Try Again'));
        await showProblems(page);
        await waitForProblem(page, new RegExp(`\\(${other.server}\\).*\\(${server}\\)`));
        await inBothThemes(page, (theme) => screenshot(page, `other-cluster-${theme}`));
        await hideProblems(page);
        await point(cluster());
        await clickLens(page, /^Try Again$/);
        await waitForLens(page, /· current/);
        assert.match(await readEditorText(page), /vouchers/);
        await dropChanges(page);
      } finally {
        await other.stop();
      }
    }));

  const setFeatures = (features: string): Promise<string> =>
    kubectl(
      'patch',
      'configmap',
      'web-config',
      '--type=merge',
      `--patch={"data":{"FEATURES":"${features}"}}`,
    );
});

/** Shows the list of problems. */
async function showProblems(page: Page): Promise<void> {
  await page.keyboard.press('Control+Shift+M');
  await page.locator(problemList).waitFor();
}

/** Hides it again, wherever the focus is. */
async function hideProblems(page: Page): Promise<void> {
  await page.keyboard.press('Control+J');
  await page.locator(problemList).waitFor({ state: 'hidden' });
}

const problemList = '.markers-panel-container';

/** Waits for a sentence in the list of problems, which must be shown. */
async function waitForProblem(page: Page, pattern: RegExp): Promise<void> {
  await waitUntil(`${pattern} in the list of problems`, async () =>
    pattern.test((await page.locator(problemList).innerText()).replaceAll('\u00a0', ' ')),
  );
}

/** Rests the mouse on the last character of a text until what a hover says matches. */
async function hoverEnd(page: Page, text: string, pattern: RegExp): Promise<void> {
  const { right, middle } = await findText(page, text);
  await page.mouse.move(right - 3, middle);
  await waitUntil(`a hover ${pattern}`, async () =>
    (await page.locator('.monaco-hover:not(.hidden)').allInnerTexts()).some((said) =>
      pattern.test(said.replaceAll('\u00a0', ' ')),
    ),
  );
}

/** Drops what was typed and closes the document. */
async function dropChanges(page: Page): Promise<void> {
  await runCommand(page, 'File: Revert File');
  await waitUntil('a clean tab', async () => !(await isDirty(page)));
  await runCommand(page, 'View: Close Editor');
}
