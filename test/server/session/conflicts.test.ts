import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { EditorDocument } from '../editor/document';
import type { Editor } from '../editor/editor';
import { deployment } from './sampleObjects';
import { lineOf, messagesOn, openWatched, patience, startWorkbench, type Workbench } from './workbench';

let bench: Workbench;
let editor: Editor;

before(async () => {
  bench = await startWorkbench();
  editor = await bench.edit();
});
after(() => bench.stop());

async function openDeployment(name: string): Promise<EditorDocument> {
  await bench.create(deployment(name));
  return openWatched(editor, `deployments.v1.apps/${name}`);
}

/** The user has typed 4 replicas; ann has set 5, and another image. */
async function disputeReplicas(name: string): Promise<EditorDocument> {
  const document = await openDeployment(name);
  document.type((text) => text.replace('replicas: 3', 'replicas: 4'));
  await bench.patch(`deployment/${name}`, { spec: { replicas: 5 } });
  await bench.patch(
    `deployment/${name}`,
    { metadata: { annotations: { note: 'theirs' } } },
    { manager: 'bob' },
  );
  await document.until(({ status, diagnostics }) => {
    const isTold = diagnostics().some(({ message }) => message.includes('metadata.annotations'));
    return status()?.staleness === 'conflicting' && isTold;
  }, patience);
  return document;
}

const replicasOf = (name: string) => bench.valueIn(`deployment/${name}`, '.spec.replicas');

test('R004: a save merges containers, ports, variables and labels by their keys, in one write', async () => {
  const document = await openDeployment('merged');
  document.type((text) =>
    text
      .replace('shop:1', 'shop:2')
      .replace(/^( +)- containerPort: 8080\n/m, '$1- containerPort: 9090\n$&')
      .replace(/^( +)- name: A\n/m, '$1- name: B\n$1  value: mine\n$&')
      .replace(/^( +)app: merged\n/m, '$&$1tier: gold\n'),
  );
  const web = {
    name: 'web',
    image: 'registry.example/shop:1',
    env: ['A', 'C'].map((name) => ({ name, value: name === 'A' ? '1' : 'theirs' })),
    ports: [8080, 8443].map((containerPort) => ({ containerPort, protocol: 'TCP' })),
  };
  const containers = [{ name: 'side', image: 'registry.example/side:1' }, web];
  await bench.patch('deployment/merged', {
    metadata: { labels: { team: 'shop' } },
    spec: { replicas: 5, template: { spec: { containers } } },
  });
  await document.until(({ status }) => status()?.staleness === 'stale', patience);
  const answer = await document.save();
  assert.equal(answer.kind, 'saved', JSON.stringify(answer));
  assert.match(answer.message, /Kept from live: .*spec\.replicas 3 → 5 \(ann at \d\d:\d\d:\d\d\)/);
  const columns = [
    '.spec.replicas',
    '.metadata.labels.tier',
    '.metadata.labels.team',
    '.spec.template.spec.containers[*].name',
    '.spec.template.spec.containers[?(@.name=="web")].image',
    '.spec.template.spec.containers[?(@.name=="web")].env[*].name',
    '.spec.template.spec.containers[?(@.name=="web")].ports[*].containerPort',
  ];
  const values = await Promise.all(columns.map((path) => bench.valueIn('deployment/merged', path)));
  assert.deepEqual(
    values.map((value) => value.split(' ').sort().join(' ')),
    ['5', 'gold', 'shop', 'side web', 'registry.example/shop:2', 'A B C', '8080 8443 9090'],
  );
  assert.deepEqual(
    (await bench.writes(document)).map(({ verb, code }) => [verb, code]),
    [['update', 200]],
  );
  await document.until(({ text }) => text().includes('value: theirs') && text().includes('replicas: 5'));
  assert.equal(document.isDirty(), false);
});

test('R006: a field that both changed is a question on that field; nothing is sent until it is answered', async () => {
  const document = await disputeReplicas('asked');
  const typed = document.text();
  const answer = await document.save();
  assert.equal(answer.kind, 'problem');
  assert.equal(answer.problem.reason, 'conflict');
  assert.match(answer.problem.message, /you and others have both changed spec\.replicas of /);
  assert.deepEqual(await bench.writes(document), []);
  assert.equal(await replicasOf('asked'), '5');
  assert.equal(document.text(), typed);
  assert.equal(document.isDirty(), true);
  const line = lineOf(document, 'replicas: 4');
  assert.match(
    messagesOn(document, line).join('\n'),
    /^Conflict: spec\.replicas is 4 here and 5 in the cluster \(ann at \d\d:\d\d:\d\d\); as opened it was 3\.$/,
  );
  assert.match(
    document
      .diagnostics()
      .map(({ message }) => message)
      .join('\n'),
    /^live: metadata\.annotations added, a map · bob · /m,
  );
  const lenses = await document.lensesAt(line);
  assert.equal(lenses[0], 'Keep Yours (4)');
  assert.match(lenses[1] ?? '', /^Take Live \(5 · ann at \d\d:\d\d:\d\d\)$/);
  assert.equal(lenses[2], 'Compare');
  assert.deepEqual(await document.fixesAt(line, '  replicas: '.length), [
    'Keep Yours: spec.replicas',
    'Take Live: spec.replicas',
    'Compare with the Live Object',
    'Open Merge View',
  ]);
  assert.deepEqual(await document.fixesAt(lineOf(document, 'kind: Deployment'), 2), []);
});

for (const { keep, kept } of [
  { keep: 'yours', kept: ['4', 'mine'] },
  { keep: 'live', kept: ['5', 'theirs'] },
] as const) {
  test(`conflicts decided for ${keep}, one by one or all, are saved so; undone they are conflicts again`, async () => {
    for (const name of [`one-${keep}`, `all-${keep}`]) {
      const document = await disputeReplicas(name);
      const both = (): boolean => document.status()?.summary.includes('2 conflicts') === true;
      document.type((text) => text.replace('shop:1', 'shop:mine'));
      const containers = [{ name: 'web', image: 'registry.example/shop:theirs' }];
      await bench.patch(`deployment/${name}`, { spec: { template: { spec: { containers } } } });
      await document.until(both, patience);
      const typed = document.text();
      if (name.startsWith('one')) {
        assert.deepEqual(await document.decide(keep, '/spec/replicas'), { conflictsLeft: 1 });
        assert.equal((await document.save()).kind, 'problem');
      }
      assert.deepEqual(await document.decide(keep), { conflictsLeft: 0 });
      await document.until(({ status }) => status()?.staleness === 'stale', patience);
      const decided = document.text();
      assert.ok(decided.includes(`replicas: ${kept[0]}\n`) && decided.includes(`shop:${kept[1]}\n`));
      const decisions = name.startsWith('one') ? [1, 2] : [1];
      decisions.forEach(document.undo);
      await document.until(both, patience);
      assert.equal(document.text(), typed);
      assert.equal((await document.save()).kind, 'problem');
      assert.deepEqual(await bench.writes(document), []);
      decisions.forEach(document.redo);
      await document.until(({ status }) => status()?.staleness === 'stale', patience);
      assert.equal(document.text(), decided);
      const answer = await document.save();
      // With the live values taken there is nothing of the user's left to write.
      assert.equal(answer.kind, keep === 'yours' ? 'saved' : 'unchanged', JSON.stringify(answer));
      assert.equal((await bench.writes(document)).length, keep === 'yours' ? 1 : 0);
      assert.equal(await replicasOf(name), kept[0]);
      const image = await bench.valueIn(`deployment/${name}`, '.spec.template.spec.containers[0].image');
      assert.equal(image, `registry.example/shop:${kept[1]}`);
      assert.equal(await bench.valueIn(`deployment/${name}`, '.metadata.annotations.note'), 'theirs');
      await document.until(({ text, isDirty }) => text().includes('note: theirs') && !isDirty(), patience);
    }
  });
}

test('a merge view shows the disputes alone; its result is saved, and undone it is a conflict again', async () => {
  const document = await disputeReplicas('viewed');
  const typed = document.text();
  const { base, yours, live } = await document.openMerge();
  const replicas = [base, yours, live].map((text) => /replicas: (\d+)/.exec(text)?.[1]);
  assert.deepEqual(replicas, ['3', '4', '5']);
  const others = new Set([base, yours, live].map((text) => text.replace(/replicas: \d+/, '')));
  assert.equal(others.size, 1, [...others].join('\n---\n'));
  assert.equal(document.text(), typed);
  await document.endMerge(yours.replace('replicas: 4', 'replicas: 6'));
  const isSettled = (): boolean => document.status()?.staleness !== 'conflicting';
  await document.until(({ text }) => text().includes('replicas: 6') && isSettled(), patience);
  document.undo();
  await document.until(({ status }) => status()?.staleness === 'conflicting', patience);
  document.redo();
  assert.equal((await document.save()).kind, 'saved');
  assert.equal(await replicasOf('viewed'), '6');
  assert.equal(await bench.valueIn('deployment/viewed', '.metadata.annotations.note'), 'theirs');
});

test('an undo past a change of others that the text has followed does not revert it', async () => {
  const document = await openDeployment('followed');
  document.type((text) => text.replace('shop:1', 'shop:2'));
  assert.equal((await document.save()).kind, 'saved');
  await document.until(({ status }) => status()?.staleness === 'current', patience);
  await bench.patch('deployment/followed', { spec: { replicas: 7 } });
  await document.until(({ text }) => text().includes('replicas: 7'), patience);
  while (document.text().includes('shop:2')) document.undo();
  assert.ok(document.text().includes('replicas: 3'));
  const answer = await document.save();
  assert.equal(answer.kind, 'saved', JSON.stringify(answer));
  // The undo takes back what the user has saved, and nothing else.
  const image = '.spec.template.spec.containers[0].image';
  assert.equal(await bench.valueIn('deployment/followed', image), 'registry.example/shop:1');
  assert.equal(await replicasOf('followed'), '7');
});
