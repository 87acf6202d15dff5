import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { createComponent, type Component } from './component';
import { ControlPlaneError } from './errors';

suite('a component that does not come up', () => {
  let folder: string;
  let seen: (number | undefined)[];

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'component-test-'));
  });
  after(() => rm(folder, { recursive: true }));

  function create(command: [string, ...string[]], isReady: () => Promise<boolean>): Component {
    seen = [];
    const component = createComponent({
      name: 'etcd',
      command,
      environment: process.env,
      logFile: join(folder, 'log'),
      isReady,
      prepare: () => Promise.resolve(),
      onProcessChanged: () => seen.push(component.pid),
    });
    return component;
  }

  test('names itself and shows the end of its log', async () => {
    const component = create(['sh', '-c', 'echo first; seq 30; echo no disk >&2; exit 3'], () =>
      Promise.resolve(false),
    );
    await assert.rejects(component.start(), (error) => {
      assert.ok(error instanceof ControlPlaneError);
      assert.match(error.message, /^etcd .*\n12\n[^]*\nno disk$/);
      return true;
    });
    assert.equal(component.pid, undefined);
    assert.deepEqual([typeof seen[0], seen[1]], ['number', undefined]);
  });

  test('is not taken for ready because a stranger answers on its port', async () => {
    const component = create(['sh', '-c', 'exit 1'], async () => {
      while (component.pid !== undefined) await new Promise(setImmediate);
      return true;
    });
    await assert.rejects(component.start(), ControlPlaneError);
  });

  test('fails at once where there is no such program', async () => {
    const component = create([join(folder, 'missing')], () => Promise.resolve(false));
    await assert.rejects(component.start(), ControlPlaneError);
    await component.stop();
  });
});
