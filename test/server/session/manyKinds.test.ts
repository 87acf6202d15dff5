import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { customDefinition } from '../../cluster/customDefinition';
import { requestsOf } from '../editor/witness';
import { openWatched, startWorkbench, type Workbench } from './workbench';

let bench: Workbench;

before(async () => {
  bench = await startWorkbench();
  await bench.create(...Array.from({ length: kinds }, (_, index) => definition(index)));
  // What is served comes into the group's list one after the other.
  const countServed = async (): Promise<number> => {
    const text = await bench.kubectl('get', '--raw', '/apis/example.dev/v1').catch(() => '{}');
    const { resources = [] } = JSON.parse(text) as { resources?: unknown[] };
    return resources.length;
  };
  while ((await countServed()) < kinds) await wait(500);
});
after(() => bench.stop());

test('R157 among 400 custom kinds only the one with an open object is watched, and few requests are made', async () => {
  const metadata = { name: 'w1', namespace: 'default' };
  await bench.create({ apiVersion: 'example.dev/v1', kind: 'Thing7', metadata, spec: { size: 3 } });
  const editor = await bench.edit();
  const document = await openWatched(editor, 'things7.v1.example.dev/w1');
  assert.match(document.text(), /size: 3/);
  await wait(3_000);
  document.close();
  await wait(1_500); // a watch is recorded when it has ended
  const seen = await requestsOf(bench.controlPlane, '');
  const watched = seen.filter(({ verb }) => verb === 'watch').map(({ path }) => path);
  assert.deepEqual(watched, ['/apis/example.dev/v1/namespaces/default/things7']);
  const custom = seen.filter(({ path }) => path.startsWith('/apis/example.dev/v1/'));
  assert.ok(
    custom.every(({ path }) => path.includes('things7')),
    custom.map(({ path }) => path).join('\n'),
  );
  assert.ok(seen.length <= 12, seen.map(({ verb, path }) => `${verb} ${path}`).join('\n'));
});

const kinds = 400;

function definition(index: number): object {
  const names = { plural: `things${index}`, singular: `thing${index}`, kind: `Thing${index}` };
  const properties = { spec: { type: 'object', properties: { size: { type: 'integer' } } } };
  return customDefinition({ group: 'example.dev', names, properties });
}
