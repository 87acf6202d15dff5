import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { isDirty, readDiff, readEditorText, waitForDiff, waitForEditorText } from './editor';
import { answerReview, openFile, waitForReviewTab } from './files';
import { useDemoCluster, useKubectl, useWorkbench } from './hooks';
import { clickLens, goToProblem, readLenses, waitForLens, waitForNoLens } from './marks';
import {
  pressDialogButton,
  pressNotificationButton,
  readNotifications,
  waitForDialog,
  waitForNotification,
} from './notices';
import { closeQuickPick, runCommand, searchPalette } from './quickPick';
import { inBothThemes, onScreen, screenshot } from './screen';
import { waitUntil } from './waits';

/** The object of `object.json`, otherwise. */
const otherMode = `apiVersion: v1
kind: ConfigMap
metadata:
  name: json
data:
  mode: slow
`;

suite('writing the objects of manifest files', () => {
  const cluster = useDemoCluster();
  const kubectl = useKubectl(cluster);
  const workbench = useWorkbench(() => ({ environment: { KUBECONFIG: cluster().kubeconfigs.admin } }));

  const readValue = (name: string, key: string): Promise<string> =>
    kubectl('get', 'configmap', name, `-o=jsonpath={.data.${key}}`);

  test('a JSON manifest is not looked at by itself, and the commands for it are there and wake the extension', () =>
    onScreen(workbench().page, async (page) => {
      const object = {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name: 'json', namespace: 'shop' },
        data: { mode: 'fast' },
      };
      await openFile(workbench(), 'object.json', JSON.stringify(object, undefined, 2));
      const commands = await searchPalette(page, 'Kubernetes Live Edit: Apply', ({ label }) =>
        label.endsWith('Apply This Object'),
      );
      assert.ok(commands.includes('Kubernetes Live Edit: Apply File'), commands.join());
      await closeQuickPick(page);
      assert.deepEqual(await readLenses(page), []);
      await runCommand(page, 'Kubernetes Live Edit: Apply This Object');
      await waitForReviewTab(page, /› ConfigMap json: in the cluster ↔ as it would be/);
      await answerReview(page, /› ConfigMap json: /, 'Write What Is Shown');
      await waitForLens(page, /^as in the cluster/);
      assert.equal(await readValue('json', 'mode'), 'fast');
      await screenshot(page, 'files-json');
      await runCommand(page, 'Notifications: Clear All Notifications');
      await runCommand(page, 'View: Close Editor');
      // It is awake now, and knows which files are none.
      await openFile(workbench(), 'package.json', '{ "name": "no manifest" }');
      const others = await searchPalette(page, 'Kubernetes Live Edit', ({ label }) =>
        label.endsWith('Open Live Object…'),
      );
      assert.ok(!others.some((label) => label.endsWith('Apply File')), others.join());
      await closeQuickPick(page);
      await runCommand(page, 'View: Close Editor');
    }));

  test('Apply This Object: the difference, without noise, is shown beside the question; cancelled, it writes nothing', () =>
    onScreen(workbench().page, async (page) => {
      await openFile(workbench(), 'apply.yaml', otherMode);
      await waitForLens(page, /^1 field is otherwise in the cluster/);
      await clickLens(page, /^Apply$/);
      await waitForReviewTab(page, /› shop › ConfigMap json: in the cluster ↔ as it would be/);
      const { original } = await waitForDiff(
        page,
        (sides) => /mode: fast/.test(sides.original) && /mode: slow/.test(sides.modified),
      );
      assert.doesNotMatch(original, /managedFields|resourceVersion|uid/);
      await waitForNotification(page, /^Apply .* › shop › ConfigMap json\?/);
      await screenshot(page, 'files-review');
      await pressNotificationButton(page, /Applying apply\.yaml: waiting for your answer/, 'Cancel');
      await waitForNotification(page, /ConfigMap json: not written, as you chose\./);
      await waitUntil('the comparison to close', async () => (await readDiff(page)).modified === '');
      assert.equal(await readValue('json', 'mode'), 'fast');
      await runCommand(page, 'Notifications: Clear All Notifications');
    }));

  /** A file that flux has applied otherwise, after an apply that was refused for two fields. */
  async function showHeld(name: string): Promise<void> {
    const { page } = workbench();
    const text = (value: string): string =>
      `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\n  namespace: shop\ndata:\n  level: ${value}\n  mode: ${value}\n`;
    const { code, stderr } = await cluster().kubectl(
      ['apply', '--server-side', '--field-manager=flux', '-f', '-'],
      { stdin: text('theirs') },
    );
    assert.equal(code, 0, stderr);
    await openFile(workbench(), `${name}.yaml`, text('mine'));
    await waitForLens(page, /^2 fields held by others \(flux\)$/);
    await clickLens(page, /^Apply$/);
    await waitForNotification(
      page,
      new RegExp(`ConfigMap ${name}: not applied, since data\\.level, data\\.mode are held by flux`),
    );
    await waitForLens(page, /not applied: 2 fields held by flux/);
    await waitForLens(page, /^Take Over from flux$/);
  }

  test('R181 fields that others hold are marked with who holds them, and the ways out stand above them', () =>
    onScreen(workbench().page, async (page) => {
      await showHeld('held');
      await goToProblem(page, 'Not applied: data.level is held by flux');
      await screenshot(page, 'files-held-notice');
      await runCommand(page, 'Notifications: Clear All Notifications');
      await inBothThemes(page, (theme) => screenshot(page, `files-held-${theme}`));
      await page.keyboard.press('Escape');
    }));

  test('R181 Leave to Them takes the field out of the file; what is left can be taken from them', () =>
    onScreen(workbench().page, async (page) => {
      await clickLens(page, /^Leave to Them$/);
      await waitForEditorText(page, /data:\n {2}mode: mine/);
      await waitForLens(page, /not applied: 1 field held by flux/);
      const { buttons } = await waitForNotification(page, /leaves these fields to those who hold them\.$/);
      assert.deepEqual(buttons, ['Apply']);
      await screenshot(page, 'files-left');
      await clickLens(page, /^Take Theirs into File \("theirs"\)$/);
      await waitForEditorText(page, /data:\n {2}mode: theirs/);
      await waitForLens(page, /^as in the cluster/);
      await screenshot(page, 'files-theirs');
      assert.equal(await isDirty(page), true);
      await page.keyboard.press('Control+Z');
      await waitForEditorText(page, /data:\n {2}mode: mine/);
      await page.keyboard.press('Control+Z');
      await waitForEditorText(page, /data:\n {2}level: mine\n {2}mode: mine/);
      await waitForLens(page, /not applied: 2 fields held by flux/);
      assert.equal(await readValue('held', 'mode'), 'theirs');
      await runCommand(page, 'Notifications: Clear All Notifications');
    }));

  test('R181 Take Over shows the fields first, and writes them after a yes', () =>
    onScreen(workbench().page, async (page) => {
      await clickLens(page, /^Take Over All$/);
      await waitForReviewTab(page, /› ConfigMap held: /);
      await waitForNotification(page, /data\.level is taken over from flux/);
      await waitForDiff(page, ({ modified }) => /level: mine\n {2}mode: mine/.test(modified));
      await screenshot(page, 'files-take-over');
      await answerReview(page, /› ConfigMap held: /, 'Write What Is Shown');
      await waitForNotification(page, /ConfigMap held: configured\./);
      await waitForLens(page, /^as in the cluster/);
      await waitForNoLens(page, /^Take Over/);
      assert.equal(await readValue('held', 'mode'), 'mine');
      await screenshot(page, 'files-taken-over');
      await runCommand(page, 'Notifications: Clear All Notifications');
      await runCommand(page, 'View: Close Editor');
    }));

  test('R182 Create of what exists says so, and offers to compare and apply', () =>
    onScreen(workbench().page, async (page) => {
      await openFile(workbench(), 'exists.yaml', otherMode);
      await waitForLens(page, /^1 field is otherwise in the cluster/);
      await runCommand(page, 'Kubernetes Live Edit: Create');
      await waitForNotification(page, /ConfigMap json: not created, since it exists already\./);
      await screenshot(page, 'files-exists');
      await pressNotificationButton(page, /exists already/, 'Compare and Apply');
      await waitForReviewTab(page, /› ConfigMap json: /);
      await answerReview(page, /› ConfigMap json: /, 'Do Not Write');
      await runCommand(page, 'Notifications: Clear All Notifications');
      await runCommand(page, 'View: Close Editor');
    }));

  test('R189 R190 Apply File shows all that would change, goes on behind what is refused, and counts what became of it', () =>
    onScreen(workbench().page, async (page) => {
      const text = [
        'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: settings\n  namespace: tools\ndata:\n  mode: fast\n',
        'apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\nspec:\n  minReadySeconds: 4\n',
        'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: refused\ndata:\n  mode: [not, a, text]\n',
        'apiVersion: v1\nkind: Namespace\nmetadata:\n  name: tools\n',
        "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: web-config\ndata:\n  MAINTENANCE: 'no'\n",
      ].join('---\n');
      await openFile(workbench(), 'several.yaml', text);
      await waitForLens(page, /› Namespace tools$/);
      await waitForLens(page, /^as in the cluster/);
      await runCommand(page, 'Kubernetes Live Edit: Apply File');
      await waitForReviewTab(page, /objects of several\.yaml: in the cluster ↔ as they would be/);
      await waitForNotification(page, /^Apply \d objects\?/);
      await screenshot(page, 'files-review-several');
      await answerReview(page, /objects of several\.yaml: in the cluster/, 'Write What Is Shown');
      await waitForNotification(page, /^5 objects: 2 created, /);
      await screenshot(page, 'files-summary');
      const { buttons } = await waitForNotification(page, /^5 objects:/);
      assert.deepEqual(buttons, ['Show Log']);
      const mode = await kubectl('-n', 'tools', 'get', 'configmap', 'settings', '-o=jsonpath={.data.mode}');
      assert.equal(mode, 'fast');
      await goToProblem(page, 'data.mode');
      await screenshot(page, 'files-refused');
      await page.keyboard.press('Escape');
      await runCommand(page, 'Notifications: Clear All Notifications');
      await runCommand(page, 'View: Close Editor');
    }));

  test('Delete shows what depends on the object and asks what becomes of it', () =>
    onScreen(workbench().page, async (page) => {
      const text = 'apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\n';
      await openFile(workbench(), 'delete.yaml', text);
      await waitForLens(page, /^as in the cluster/);
      await runCommand(page, 'Kubernetes Live Edit: Delete from Cluster…');
      const { detail, buttons } = await waitForDialog(page, /^Delete .* › shop › Deployment web\?$/);
      assert.match(detail, /These depend on it:\s*ReplicaSet web-/);
      assert.match(detail, /Pod web-/);
      assert.deepEqual(buttons.toSorted(), [
        'Cancel',
        'Delete, Dependents Afterwards',
        'Delete, Dependents First',
        'Delete, Keep Dependents',
      ]);
      await screenshot(page, 'files-delete');
      await pressDialogButton(page, 'Cancel');
      await waitForNotification(page, /Deployment web: not written, as you chose\./);
      assert.match(await kubectl('get', 'deployment', 'web', '-o=name'), /web/);
      await runCommand(page, 'Notifications: Clear All Notifications');
      await runCommand(page, 'Kubernetes Live Edit: Delete from Cluster…');
      await waitForDialog(page, /^Delete .* › shop › Deployment web\?$/);
      await pressDialogButton(page, 'Delete, Dependents Afterwards');
      await waitForNotification(page, /Deployment web: deleted\./);
      await waitForLens(page, /^not in the cluster$/);
      assert.match(await readEditorText(page), /name: web/);
      await screenshot(page, 'files-deleted');
      assert.equal((await readNotifications(page)).length, 1);
    }));
});
