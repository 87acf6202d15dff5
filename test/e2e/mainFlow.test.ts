import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import {
  clickBehind,
  findText,
  goToLine,
  isDirty,
  pressSave,
  readEditorText,
  replaceText,
  waitForActiveLine,
  waitForClean,
  waitForEditorText,
} from './editor';
import { useDemoCluster, useKubectl, useWorkbench } from './hooks';
import { goToProblem, readLenses, readSquiggles, waitForLens, waitForSquiggle } from './marks';
import {
  pressDialogButton,
  readNotifications,
  readStatusBar,
  readTabs,
  waitForNotification,
} from './notices';
import { pickItem, runCommand, waitForQuickPick } from './quickPick';
import { onScreen, screenshot } from './screen';
import { waitUntil } from './waits';

/** How much later than a second a person sees a change here: kubectl's own end, and reading the screen. */
const slackMilliseconds = 1_500;

suite('opening, editing and saving a Deployment as a person does', () => {
  const cluster = useDemoCluster();
  const kubectl = useKubectl(cluster);
  const workbench = useWorkbench(() => ({ environment: { KUBECONFIG: cluster().kubeconfigs.admin } }));

  test('the picker leads to the object; tab, lens and status bar say which one of which cluster', () =>
    onScreen(workbench().page, async (page) => {
      await runCommand(page, 'Kubernetes Live Edit: Open Live Object…');
      await pickItem(page, 'Deployment', { filter: 'deploy' });
      await waitForQuickPick(page, 'the objects', ({ items }) => items.some(({ label }) => label === 'web'));
      await screenshot(page, 'picker');
      await pickItem(page, 'web');
      await waitForEditorText(page, /image: registry\.example\/web:1\.0/);
      await waitForLens(page, /^resourceVersion \d+ · current$/);
      assert.equal((await readLenses(page))[0], 'demo › shop › Deployment web');
      assert.deepEqual(
        (await readTabs(page)).map(({ title, dirty }) => [title.replace(/ .*/, ''), dirty]),
        [['web.yaml', false]],
      );
      for (const part of ['demo', 'shop', 'deployments.v1.apps']) {
        assert.ok((await readTabs(page))[0]?.title.includes(part), `${part} is not in the title`);
      }
      assert.ok((await readStatusBar(page)).includes('demo › shop › Deployment web'));
      await screenshot(page, 'opened');
    }));

  test('an edit is saved, and kubectl shows it', () =>
    onScreen(workbench().page, async (page) => {
      await replaceText(page, 'web:1.0', 'web:1.1');
      assert.ok(await isDirty(page));
      await pressSave(page);
      await waitForClean(page);
      assert.match(
        await kubectl('get', 'deployment', 'web', '-o=jsonpath={.spec.template.spec.containers[0].image}'),
        /web:1\.1$/,
      );
      await waitForLens(page, /generation 2, observed/);
      assert.deepEqual(await readNotifications(page), []);
      await screenshot(page, 'saved');
    }));

  test('a clean document follows a kubectl scale within a second, cursor kept', () =>
    onScreen(workbench().page, async (page) => {
      await clickBehind(page, 'web:1.1');
      await kubectl('scale', 'deployment', 'web', '--replicas=5');
      const scaled = Date.now();
      await waitForEditorText(page, /replicas: 5/, slackMilliseconds);
      console.log(`new text on the screen ${Date.now() - scaled} ms after kubectl`);
      assert.equal(await isDirty(page), false);
      await page.keyboard.type('x');
      await waitForEditorText(page, /image: registry\.example\/web:1\.1x/);
      await page.keyboard.press('Control+Z');
    }));

  test('a dirty document is left alone and shows within a second what moved, where it stands', () =>
    onScreen(workbench().page, async (page) => {
      await replaceText(page, 'web:1.1', 'web:1.2');
      await kubectl('scale', 'deployment', 'web', '--replicas=4');
      const scaled = Date.now();
      await waitForLens(page, /1 change from live will be kept on save/, slackMilliseconds);
      const { severity } = await waitForSquiggle(
        page,
        'a squiggle on replicas',
        ({ text }) => text === '5',
        slackMilliseconds,
      );
      console.log(`lens and diagnostic on the screen ${Date.now() - scaled} ms after kubectl`);
      assert.equal(severity, 'info');
      assert.match(await readEditorText(page), /replicas: 5/);
      await goToProblem(page, 'live: 4 · kubectl/scale · ');
      await screenshot(page, 'moved');
    }));

  test('R037 Reload from Cluster asks before it drops the changes; the live text is shown, and no notice stays', () =>
    onScreen(workbench().page, async (page) => {
      await page.keyboard.press('Escape');
      await runCommand(page, 'Kubernetes Live Edit: Reload from Cluster');
      await pressDialogButton(page, 'Drop My Changes');
      await waitForEditorText(page, /replicas: 4/);
      await waitForClean(page);
      assert.match(await readEditorText(page), /web:1\.1/);
      await waitForLens(page, /· current$/);
      await waitUntil('no squiggle', async () => (await readSquiggles(page)).length === 0);
      const status = page.locator('.statusbar-item[id$="kubernetesLiveEdit.object"]');
      assert.doesNotMatch((await status.getAttribute('class')) ?? '', /warning-kind/);
    }));

  test('R048 scroll and cursor stay with their lines while the object changes above and below', () =>
    onScreen(workbench().page, async (page) => {
      await goToLine(page, 95);
      const line = await waitForActiveLine(page, 95);
      const { middle } = await findText(page, line);
      const annotations = { 'example.com/note': 'one', 'example.com/other': 'two' };
      const change = { metadata: { annotations }, spec: { progressDeadlineSeconds: 700 } };
      await kubectl('patch', 'deployment', 'web', '--type=merge', '--patch', JSON.stringify(change));
      // Two lines more above: the same line has another number, and stands where it stood.
      assert.equal(await waitForActiveLine(page, 97), line);
      assert.ok(Math.abs((await findText(page, line)).middle - middle) < 40);
      await screenshot(page, 'scrolled');
      await page.keyboard.press('Control+Home');
    }));

  test('text that does not parse is refused with its line', () =>
    onScreen(workbench().page, async (page) => {
      await replaceText(page, 'replicas: 4', 'replicas: 4: 5');
      await pressSave(page);
      await waitForNotification(page, /Not saved: line \d+: /);
      await screenshot(page, 'broken');
      await page.keyboard.press('Control+Z');
      await runCommand(page, 'Notifications: Clear All Notifications');
    }));

  test('an object that is not there is said in our own sentence', () =>
    onScreen(workbench().page, async (page) => {
      await runCommand(page, 'Notifications: Clear All Notifications');
      await runCommand(page, 'Kubernetes Live Edit: Open Live Object from Link or Name…');
      await waitForQuickPick(page, 'the input box', () => true);
      await page.keyboard.type('shop/deploy/nobody');
      await page.keyboard.press('Enter');
      await waitForNotification(page, /Not found: .*deployments\.apps "nobody" not found/);
      await screenshot(page, 'not-found');
    }));
});
