import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { applyEdits } from '../../../server/src/manifest/edit';
import { liveManifestRequest } from '../../../server/src/protocol/liveManifest';
import { openWatched, startWorkbench, type Workbench } from './workbench';

let bench: Workbench;

before(async () => {
  bench = await startWorkbench();
});
after(() => bench.stop());

const file = `# The shop's front.
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  namespace: default
spec:
  replicas: 2 # two will do
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers:
        - name: app
          image: registry.example/web:1
          resources: {limits: {cpu: 1000m}} # one core
          imagePullPolicy: IfNotPresent # by default, and said all the same
`;

test('a live object is saved into its file: only what others have changed is edited, and applying it changes nothing', async () => {
  const applied = await bench.controlPlane.kubectl(['apply', '-f', '-'], { stdin: file });
  assert.equal(applied.code, 0, applied.stderr);
  await bench.kubectl('scale', 'deployment', 'web', '--replicas=5');
  const editor = await bench.edit();
  const { uri } = await openWatched(editor, 'deployments.v1.apps/web');
  const { edits, message, details } = await editor.ask(liveManifestRequest, {
    uri,
    file: { path: '/shop/web.yaml', text: file },
  });
  const edited = applyEdits(file, edits);
  assert.equal(edited, file.replace('replicas: 2', 'replicas: 5'));
  assert.match(message, /as it is in the cluster now\. It is not saved yet\.$/);
  assert.deepEqual(details, []);
  const diff = await bench.controlPlane.kubectl(['diff', '-f', '-'], { stdin: edited });
  assert.equal(diff.code, 0, diff.stdout);
  const created = await editor.ask(liveManifestRequest, { uri, file: { path: '/new.yaml', text: '' } });
  assert.doesNotMatch(
    applyEdits('', created.edits),
    /imagePullPolicy|terminationGrace|last-applied|status|uid/,
  );
});

test('the values of a Secret go into a file only after the user has said so, and never into words', async () => {
  await bench.create({
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 'keys', namespace: 'default' },
    data: { password: 'c2VjcmV0LXdvcmQ=' },
  });
  const editor = await bench.edit();
  const { uri } = await openWatched(editor, 'secrets.v1/keys');
  const text = '';
  editor.answersYes = false;
  await assert.rejects(
    editor.ask(liveManifestRequest, { uri, file: { path: '/keys.yaml', text } }),
    /Nothing was written/,
  );
  editor.answersYes = true;
  const { edits, message, details } = await editor.ask(liveManifestRequest, {
    uri,
    file: { path: '/keys.yaml', text },
  });
  assert.match(applyEdits(text, edits), /password: c2VjcmV0LXdvcmQ=/);
  assert.doesNotMatch(
    JSON.stringify([message, details, editor.questions, editor.log]),
    /c2VjcmV0|secret-word/,
  );
});
