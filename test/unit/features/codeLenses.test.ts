import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codeLenses } from '../../../server/src/features/codeLenses';
import type { JsonObject } from '../../../server/src/merge/json';
import type { LiveDocument } from '../../../server/src/session/liveDocument';
import { takeSnapshot } from '../../../server/src/session/snapshot';
import { context, live, opened, view } from './views';

function titles(change: Partial<LiveDocument>): string[] {
  return codeLenses(view(change), context).map(({ command }) => command?.title ?? '');
}

test('the first lens says which object of which cluster this is', () => {
  assert.equal(titles({})[0], 'prod › demo › ConfigMap settings');
});

test('a cluster-scoped object says so', () => {
  const ref = { context: 'prod', group: '', version: 'v1', resource: 'nodes', name: 'node-a' };
  assert.match(titles({ ref })[0] ?? '', /^prod › \(cluster-scoped\) › /);
});

test('the state: current, moved, deleted, replaced, not known', () => {
  const cases: [Partial<LiveDocument>, string][] = [
    [{}, 'resourceVersion 500 · current'],
    [{ live: live({ mode: 'slow' }) }, 'resourceVersion 501 · live has moved: 2 changes'],
    [{ live: { kind: 'deleted', since: 0 } }, 'resourceVersion 500 · deleted from the cluster'],
    [{ live: live({}, { uid: 'uid-2' }) }, 'resourceVersion 501 · deleted and created anew'],
    [{ health: { kind: 'connecting' } }, 'resourceVersion 500 · connecting'],
  ];
  for (const [change, title] of cases) assert.equal(titles(change)[1], title);
  const since = new Date(2026, 0, 2, 14, 3, 22).getTime();
  const health = { kind: 'unknown', since, because: { kind: 'cancelled' } } as const;
  assert.equal(titles({ health })[1], 'resourceVersion 500 · not known since 14:03:22');
});

test('whether the cluster has acted on it comes behind what can be done about it', () => {
  const at = (more: JsonObject, status: JsonObject): string[] => {
    const object = {
      ...opened.object,
      metadata: { ...(opened.object['metadata'] as JsonObject), ...more },
      status,
    };
    return titles({ live: { kind: 'present', snapshot: takeSnapshot(object) } }).slice(1, -1);
  };
  const state = 'resourceVersion 500 · current';
  assert.deepEqual(at({ generation: 7 }, { observedGeneration: 7 }), [state, 'generation 7, observed']);
  assert.deepEqual(at({}, {}), [state]);
});

test('without code lenses there is none, not even at a conflict', () => {
  const settings = { ...context.settings, codeLens: false };
  const mine = (text: string): string => text.replace('mode: fast', 'mode: mine');
  const conflicting = view({ live: live({ mode: 'slow', color: 'red' }) }, mine);
  assert.deepEqual(codeLenses(conflicting, { ...context, settings }), []);
});

test('a conflict has its ways out above it, and the whole document above its first line', () => {
  const mine = (text: string): string => text.replace('mode: fast', 'mode: mine');
  const lenses = codeLenses(view({ live: live({ mode: 'slow', color: 'red' }) }, mine), context);
  const shown = lenses.map(({ range, command }) => `${range.start.line + 1} ${command?.title}`);
  assert.deepEqual(shown.slice(2), [
    '1 Keep All Yours',
    '1 Take All Live',
    '1 Open Merge View',
    '1 hidden: resourceVersion',
    '8 Keep Yours ("mine")',
    '8 Take Live ("slow" · unknown manager)',
    '8 Compare',
  ]);
  assert.equal(shown[1], '1 resourceVersion 501 · 1 conflict with the live object');
  const keep = lenses.find(({ command }) => command?.title.startsWith('Keep Yours'));
  assert.deepEqual(keep?.command?.arguments?.slice(1), ['/data/mode']);
});

test('of a Secret no value is shown', () => {
  const secret = {
    context: 'prod',
    namespace: 'demo',
    group: '',
    version: 'v1',
    resource: 'secrets',
    name: 's',
  };
  const mine = (text: string): string => text.replace('mode: fast', 'mode: mine');
  const lenses = codeLenses(view({ ref: secret, live: live({ mode: 'slow' }) }, mine), context);
  assert.doesNotMatch(JSON.stringify(lenses), /slow|mine/);
});

test('a deleted and a replaced object offer what can be done', () => {
  assert.deepEqual(titles({ live: { kind: 'deleted', since: 0 } }).slice(2, 4), ['Create Anew', 'Discard']);
  assert.deepEqual(titles({ live: live({}, { uid: 'uid-2' }) }).slice(2, 4), [
    'Compare with the New Object',
    'Discard',
  ]);
});

test('what is hidden is named, as far as the object has it', () => {
  assert.equal(titles({})[2], 'hidden: resourceVersion');
});
