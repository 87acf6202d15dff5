import assert from 'node:assert/strict';
import { join } from 'node:path';
import { before, suite, test } from 'node:test';
import { writeKubeconfig } from '../cluster/kubeconfig';
import {
  clickBehind,
  isDirty,
  pressSave,
  readEditorText,
  replaceText,
  waitForClean,
  waitForEditorText,
} from './editor';
import { fiveObjects, mixedFile } from './fileTexts';
import { answerReview, openFile, waitForReviewTab } from './files';
import { useDemoCluster, useKubectl, useWorkbench } from './hooks';
import { leaveHover } from './liveObjects';
import {
  clickLens,
  goToProblem,
  hoverText,
  readLenses,
  waitForLens,
  waitForNoLens,
  waitForSquiggle,
} from './marks';
import { pressNotificationButton, readNotifications, waitForNotification } from './notices';
import { openQuickFixes, pickQuickFix } from './quickFixes';
import { pickItem, runCommand, waitForQuickPick } from './quickPick';
import { inBothThemes, onScreen, screenshot } from './screen';
import { changeWorkspaceSettings } from './settings';
import { waitUntil } from './waits';

suite('manifest files beside their live objects', () => {
  let kubeconfig = '';
  const cluster = useDemoCluster();
  const kubectl = useKubectl(cluster);
  const writeContexts = async (...names: [string, ...string[]]): Promise<void> => {
    const [first, ...others] = names.map((context) =>
      cluster().contextOf('admin', { context, namespace: context === 'demo' ? 'shop' : 'billing' }),
    );
    assert.ok(first);
    await writeKubeconfig(kubeconfig, [first, ...others]);
  };
  before(async () => {
    kubeconfig = join(cluster().folder, 'files.yaml');
    await writeContexts('demo', 'staging');
    await kubectl('create', 'namespace', 'billing');
    await kubectl('-n', 'billing', 'create', 'configmap', 'invoices', '--from-literal=currency=EUR');
  });
  const workbench = useWorkbench(() => ({ environment: { KUBECONFIG: kubeconfig } }));

  test('R187 R191 a file of five objects: each says where it goes and how it stands, at its own first line', () =>
    onScreen(workbench().page, async (page) => {
      await openFile(workbench(), 'five.yaml', fiveObjects);
      await waitForLens(page, /^not in the cluster$/);
      await waitForLens(page, /^as in the cluster/);
      const lenses = await readLenses(page);
      for (const identity of [
        'demo (current when opened) › shop › ConfigMap web-config',
        'demo (current when opened) › shop › Deployment web',
        'demo (current when opened) › billing › ConfigMap invoices',
        'demo (current when opened) › (cluster-scoped) › Namespace billing',
        'demo (current when opened) › shop › Service web-canary',
      ])
        assert.ok(lenses.includes(identity), `${identity} is not in ${lenses.join(' | ')}`);
      assert.equal(await isDirty(page), false);
      assert.deepEqual(await readNotifications(page), []);
      await inBothThemes(page, (theme) => screenshot(page, `files-five-${theme}`));
    }));

  test('a field that kubectl moves is marked with live value, who and when, and taken into the file by a quick fix', () =>
    onScreen(workbench().page, async (page) => {
      await kubectl(
        ...['patch', 'deployment', 'web', '--field-manager=autoscaler'],
        ...['--type=merge', '--patch={"spec":{"replicas":5}}'],
      );
      await waitForLens(page, /^1 field is otherwise in the cluster/);
      const { severity } = await waitForSquiggle(page, 'a mark on 3', ({ text }) => text === '3');
      assert.equal(severity, 'info');
      await goToProblem(page, 'live: 5 · autoscaler · ');
      await inBothThemes(page, (theme) => screenshot(page, `files-drift-${theme}`));
      await page.keyboard.press('Escape');
      assert.match(await hoverText(page, 'replicas'), /live: 5 · autoscaler · (just now|.* ago) · file: 3/);
      await screenshot(page, 'files-drift-hover');
      await leaveHover(page);
      await clickBehind(page, 'replicas: 3');
      const fixes = await openQuickFixes(page);
      assert.ok(fixes.includes('Take Live into File: spec.replicas'), fixes.join());
      await screenshot(page, 'files-drift-fixes');
      await pickQuickFix(page, /Take Live into File: spec\.replicas/);
      await waitForEditorText(page, /replicas: 5/);
      await waitForNoLens(page, /otherwise in the cluster/);
      assert.equal(await isDirty(page), true);
      await screenshot(page, 'files-taken');
      await page.keyboard.press('Control+Z');
      await waitForEditorText(page, /replicas: 3/);
      await waitForClean(page);
      await waitForLens(page, /^1 field is otherwise in the cluster/);
    }));

  test('apply on save shows what the save would change, and writes it after a yes', () =>
    onScreen(workbench().page, async (page) => {
      await changeWorkspaceSettings(page, { 'kubernetesLiveEdit.applyOnSave': true });
      await openFile(
        workbench(),
        'saved.yaml',
        'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: saved\ndata:\n  mode: fast\n',
      );
      await waitForLens(page, /^not in the cluster$/);
      await replaceText(page, 'fast', 'slow');
      await pressSave(page);
      await waitForReviewTab(page, /^demo › shop › ConfigMap saved: /);
      await waitForEditorText(page, /mode: slow/);
      await screenshot(page, 'files-apply-on-save');
      await pressNotificationButton(page, /Apply demo › shop › ConfigMap saved\? It is created\./, 'Apply');
      await waitForNotification(page, /^demo › shop › ConfigMap saved: created\.$/);
      await waitForLens(page, /^as in the cluster/);
      assert.equal(await kubectl('get', 'configmap', 'saved', '-o=jsonpath={.data.mode}'), 'slow');
      await screenshot(page, 'files-applied');
      await runCommand(page, 'Notifications: Clear All Notifications');
      await replaceText(page, 'slow', 'slower');
      await pressSave(page);
      await waitForReviewTab(page, /^demo › shop › ConfigMap saved: /);
      await answerReview(page, /^demo › shop › ConfigMap saved: /, 'Do Not Write');
      assert.equal(await kubectl('get', 'configmap', 'saved', '-o=jsonpath={.data.mode}'), 'slow');
      await waitForLens(page, /^1 field is otherwise in the cluster/);
      await runCommand(page, 'Notifications: Clear All Notifications');
      await changeWorkspaceSettings(page, {});
    }));

  test('R189 R193 what cannot be read, templates and unknown kinds leave the objects beside them working', () =>
    onScreen(workbench().page, async (page) => {
      await openFile(workbench(), 'mixed.yaml', mixedFile);
      await waitForLens(page, /serves no mon\.example\.dev\/v1 Monitor/);
      await waitForLens(page, /› Deployment web$/);
      await waitForLens(page, /› ConfigMap web-config$/);
      await waitForLens(page, /^Not compared\. This is a template/);
      await waitForSquiggle(page, 'an error in what does not parse', ({ severity }) => severity === 'error');
      await waitUntil('both good objects to be found', async () => {
        const lenses = await readLenses(page);
        return lenses.filter((title) => title.startsWith('as in the cluster')).length === 2;
      });
      await leaveHover(page);
      await inBothThemes(page, (theme) => screenshot(page, `files-mixed-${theme}`));
      await runCommand(page, 'View: Close Editor');
    }));

  test('the lens leads to another context and namespace, which is kept for the file, and taken back', () =>
    onScreen(workbench().page, async (page) => {
      const text = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: invoices\ndata:\n  currency: EUR\n';
      await openFile(workbench(), 'chosen.yaml', text);
      await waitForLens(page, /^not in the cluster$/);
      await clickLens(page, /^demo \(current when opened\) › shop › ConfigMap invoices$/);
      await waitForQuickPick(page, 'the contexts', ({ items }) =>
        items.some(({ label }) => label === 'staging'),
      );
      await screenshot(page, 'files-choose-context');
      await pickItem(page, 'staging');
      await waitForQuickPick(page, 'the namespaces', ({ items }) =>
        items.some(({ label }) => label === 'shop'),
      );
      await screenshot(page, 'files-choose-namespace');
      await pickItem(page, 'billing');
      await waitForLens(page, /^staging › billing › ConfigMap invoices$/);
      await waitForLens(page, /^as in the cluster/);
      await runCommand(page, 'View: Close Editor');
      await openFile(workbench(), 'chosen.yaml', text);
      await waitForLens(page, /^staging › billing › ConfigMap invoices$/);
      await screenshot(page, 'files-chosen');
      await runCommand(page, 'Kubernetes Live Edit: Choose Context and Namespace…');
      await pickItem(page, /As set for the folder, else the current context$/);
      await waitForLens(page, /^demo \(current when opened\) › shop › ConfigMap invoices$/);
      await runCommand(page, 'View: Close Editor');
    }));

  test('R112 another current context moves no open file; a context that is gone is said, and nothing is lost', () =>
    onScreen(workbench().page, async (page) => {
      const text =
        "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: web-config\ndata:\n  MAINTENANCE: 'no'\n";
      await openFile(workbench(), 'gone.yaml', text);
      await waitForLens(page, /^as in the cluster/);
      await writeContexts('staging');
      await waitForLens(page, /not known since .* last known: as in the cluster/);
      await goToProblem(page, 'no context "demo"');
      await leaveHover(page);
      await inBothThemes(page, (theme) => screenshot(page, `files-context-gone-${theme}`));
      await page.keyboard.press('Escape');
      await writeContexts('staging', 'demo');
      await waitForLens(page, /^as in the cluster/);
      assert.match((await readLenses(page))[0] ?? '', /^demo .*› shop › ConfigMap web-config$/);
      assert.match(await readEditorText(page), /MAINTENANCE: 'no'/);
      await writeContexts('demo', 'staging');
    }));
});
