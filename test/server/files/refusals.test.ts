import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Editor } from '../editor/editor';
import { lineOf, messagesOn, startWorkbench, type Workbench } from '../session/workbench';
import {
  actAsUser,
  configMapText,
  showFile,
  until,
  untilLens,
  untilMark,
  writeObjects,
} from './manifestEditor';

let workbench: Workbench;
let editor: Editor;

before(async () => {
  workbench = await startWorkbench();
  editor = await workbench.edit();
  actAsUser(editor);
});
after(() => workbench.stop());

const deployment = (name: string, spec = 'replicas: 1'): string => `apiVersion: apps/v1
kind: Deployment
metadata: {name: ${name}}
spec:
  ${spec}
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers:
        - name: web
          image: web:1
`;

suite('A refused apply', () => {
  const cases: { title: string; text: string; words: string; said: RegExp }[] = [
    {
      title: 'of a value out of its bounds',
      text: deployment('bounds', 'replicas: -1'),
      words: 'replicas: -1',
      said: /must be greater than or equal to 0/,
    },
    {
      title: 'of an element of a list',
      text: deployment('element').replace(
        'image: web:1',
        'image: web:1\n          imagePullPolicy: Sometimes',
      ),
      words: 'Sometimes',
      said: /Unsupported value: "Sometimes"/,
    },
    {
      title: 'of a selector that its template does not have',
      text: deployment('selector').replace('labels: {app: web}', 'labels: {app: other}'),
      words: 'app: other',
      said: /does not match/,
    },
  ];
  for (const { title, text, words, said } of cases)
    test(`${title} is marked on its field until the text says something else, and writes nothing`, async () => {
      const document = await showFile(editor, 'refused.yaml', text);
      await untilLens(document, 'apiVersion', /^not in the cluster/);
      const { level, message } = await writeObjects(editor, document);
      assert.equal(level, 'error');
      assert.match(message, said);
      await untilMark(document, words, said);
      await untilLens(document, 'apiVersion', /^not in the cluster/);
      document.type((before) => `${before}# another text\n`);
      await until(() => document.diagnostics().length === 0);
      document.close();
    });

  test('of a field that cannot be changed says so; the live object stays', async () => {
    const document = await showFile(editor, 'fixed.yaml', deployment('fixed'));
    await writeObjects(editor, document);
    document.type((text) => text.replaceAll('{app: web}', '{app: other}'));
    assert.match((await writeObjects(editor, document)).message, /field is immutable/);
    await untilMark(document, 'selector:', /field is immutable/);
    assert.equal(await workbench.valueIn('deployment/fixed', '.spec.selector.matchLabels.app'), 'web');
    document.close();
  });

  test('of an unknown field, which a typing error makes, names it', async () => {
    const document = await showFile(editor, 'typo.yaml', deployment('typo', 'replcas: 1'));
    const { level, message } = await writeObjects(editor, document);
    assert.equal(level, 'error');
    assert.match(message, /replcas/);
    document.close();
  });

  test('of a Secret quotes nothing of it, in no mark and no sentence (R199, R200)', async () => {
    const text = 'apiVersion: v1\nkind: Secret\nmetadata: {name: quoted}\ndata:\n  p: {x: hunter2}\n';
    const document = await showFile(editor, 'quoted.yaml', text);
    const { level, message, details } = await writeObjects(editor, document);
    assert.equal(level, 'error');
    await until(() => document.diagnostics().length > 0);
    const said = [message, ...details, ...document.diagnostics().map((each) => each.message), ...editor.log];
    assert.doesNotMatch(said.join('\n'), /hunter/);
    document.close();
  });

  test('of one object of a file stops no other, and each has its sentence (R189)', async () => {
    const text = [
      configMapText('fine', { a: '1' }),
      deployment('wrong', 'replicas: -1'),
      configMapText('also', {}),
    ];
    const document = await showFile(editor, 'three.yaml', text.join('---\n'));
    const { level, message, details } = await writeObjects(editor, document);
    assert.equal(level, 'error');
    assert.equal(message, '3 objects: 2 created, 1 refused.');
    assert.equal(details.length, 3);
    assert.match(details[1] ?? '', /Deployment wrong: not written\./);
    assert.equal(messagesOn(document, lineOf(document, 'name: fine')).length, 0);
    document.close();
  });

  test('of somebody who may not write says so; what they may read is compared', async () => {
    const limited = await workbench.edit({}, 'limited');
    const user = actAsUser(limited);
    user.destinations.set('file:///work/limited.yaml', { context: 'prod', namespace: 'shop' });
    await workbench.kubectl('-n', 'shop', 'create', 'configmap', 'theirs', '--from-literal=mode=fast');
    const document = await showFile(limited, 'limited.yaml', configMapText('theirs', { mode: 'slow' }));
    await untilMark(document, 'mode', /^live: "fast"/);
    const { level, message } = await writeObjects(limited, document);
    assert.equal(level, 'error');
    assert.match(message, /not written\. Not allowed: .*cannot patch resource/);
    // Watching is not allowed either: it is read now and then, and said so.
    await untilLens(document, 'apiVersion', /as of the last reading/);
    document.close();
  });
});
