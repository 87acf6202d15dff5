import assert from 'node:assert/strict';
import { test } from 'node:test';
import { diagnostics } from '../../../server/src/features/diagnostics';
import type { JsonObject } from '../../../server/src/merge/json';
import type { FieldNote } from '../../../server/src/session/liveDocument';
import type { DocumentView } from '../../../server/src/session/view';
import { settings, textOf } from '../session/documents';
import { context, live, view } from './views';

/** Each diagnostic as `line:start-end severity message`; lines are 1-based here, as a reader counts them. */
function shown(document: DocumentView): string[] {
  return diagnostics(document, context).map(({ range: { start, end }, severity, message }) => {
    const where =
      start.line === end.line ? `${start.line + 1}:${start.character}-${end.character}` : 'many lines';
    return `${where} ${String(severity)} ${typeof message === 'string' ? message : message.value}`;
  });
}

const [error, warning, information] = [1, 2, 3];

test('nothing to say of a current document', () => assert.deepEqual(shown(view()), []));

test('a field that moved is marked on its value', () => {
  assert.deepEqual(shown(view({ live: live({ mode: 'slow', color: 'red' }) })), [
    `8:8-12 ${information} live: "slow" · unknown manager · was "fast"`,
  ]);
});

test('a field that is gone, and one that is new, are marked where they are or would be', () => {
  assert.deepEqual(shown(view({ live: live({ mode: 'fast', extra: '1' }) })), [
    `9:9-12 ${information} live: removed · unknown manager · was "red"`,
    `7:0-4 ${information} live: data.extra added, "1" · unknown manager`,
  ]);
});

/** The fields of an entry of managedFields. */
function written(manager: string, secondsAgo: number, more: JsonObject = {}): JsonObject {
  return {
    manager,
    operation: 'Update',
    time: new Date(context.now - secondsAgo * 1_000).toISOString(),
    fieldsType: 'FieldsV1',
    fieldsV1: { 'f:data': { 'f:mode': {} } },
    ...more,
  };
}

test('R036 a field that moved says by whom, by what means and how long ago, in steps', () => {
  const said = (...managedFields: JsonObject[]): string[] =>
    shown(view({ live: live({ mode: 'slow', color: 'red' }, { managedFields }) })).map((words) =>
      words.replace(/^.* live: "slow" · /, ''),
    );
  const cases: [JsonObject, string][] = [
    [written('kubectl-scale', 3), 'kubectl-scale · just now · was "fast"'],
    [written('kubectl-scale', 12), 'kubectl-scale · 10 s ago · was "fast"'],
    [written('kubectl-scale', 59), 'kubectl-scale · 30 s ago · was "fast"'],
    [written('kubectl-scale', 119), 'kubectl-scale · 1 m ago · was "fast"'],
    [written('kubectl-scale', 400), 'kubectl-scale · 6 m ago · was "fast"'],
    [written('kubectl', 12, { subresource: 'scale' }), 'kubectl/scale · 10 s ago · was "fast"'],
    [written('flux', 12, { operation: 'Apply' }), 'flux via apply · 10 s ago · was "fast"'],
    [written('ahead', -30), 'ahead · just now · was "fast"'],
    [written('noTime', 0, { time: 'soon' }), 'noTime · was "fast"'],
    [written('other', 12, { fieldsV1: { 'f:data': { 'f:color': {} } } }), 'unknown manager · was "fast"'],
    [{ manager: 3, fieldsV1: 'broken' }, 'unknown manager · was "fast"'],
  ];
  for (const [entry, words] of cases) assert.deepEqual(said(entry), [words]);
  const future = written('future', -7_200);
  assert.match(said(future)[0] ?? '', /^future · at \d\d:\d\d:\d\d \(in the future\) · was "fast"$/);
});

test('who has removed a field is recorded nowhere: it was probably the one who wrote last', () => {
  const managedFields = [written('before', 50), written('bob', 12, { fieldsV1: {} })];
  assert.deepEqual(shown(view({ live: live({ mode: 'fast' }, { managedFields }) })), [
    `9:9-12 ${information} live: removed · probably bob · was "red"`,
  ]);
});

test('a field that moved is named for the list of problems, and a Secret keeps its values', () => {
  const moved = view({ live: live({ mode: 'slow', color: 'red' }) });
  assert.deepEqual(
    diagnostics(moved, context).map(({ code }) => code),
    ['data.mode'],
  );
  const secret = shown({ ...view({ live: live({ mode: 'slow', extra: 'new' }) }), secret: true });
  assert.deepEqual(secret.map((words) => words.replace(/^\S+ \d /, '')).sort(), [
    'live: another value · unknown manager',
    'live: data.extra added · unknown manager',
    'live: removed · unknown manager',
  ]);
});

test('a field that both have changed is a conflict, with both values and who and when', () => {
  const managedFields = [
    {
      manager: 'kubectl-edit',
      operation: 'Update',
      time: '2026-01-02T03:04:05Z',
      fieldsType: 'FieldsV1',
      fieldsV1: { 'f:data': { 'f:mode': {} } },
    },
  ];
  const at = new Date('2026-01-02T03:04:05Z').toTimeString().slice(0, 8);
  const mine = (text: string): string => text.replace('mode: fast', 'mode: mine');
  assert.deepEqual(shown(view({ live: live({ mode: 'slow', color: 'red' }, { managedFields }) }, mine)), [
    `8:8-12 ${warning} Conflict: data.mode is "mine" here and "slow" in the cluster (kubectl-edit at ${at}); as opened it was "fast".`,
  ]);
});

test('what the server refused and what it warns of stands on its field', () => {
  const notes: FieldNote[] = [
    { kind: 'refused', path: ['data', 'mode'], message: 'Invalid value' },
    { kind: 'warned', path: undefined, message: 'deprecated' },
  ];
  assert.deepEqual(shown(view({ notes })), [
    `8:8-12 ${error} Refused by the API server: Invalid value`,
    `1:0-1000 ${warning} The API server warns: deprecated`,
  ]);
});

test('long values are cut, collections are counted', () => {
  const [moved = '', labels = ''] = shown(
    view({ live: live({ mode: 'x'.repeat(500), color: 'red' }, { finalizers: ['a/b'] }) }),
  ).sort();
  assert.ok(moved.length < 250 && labels.length < 250);
  assert.match(`${moved}${labels}`, /live: "x{79}…/);
});

test('what is wrong with the text is an error in its place', () => {
  const [first] = shown(view({}, (text) => text.replace('mode: fast', 'mode: "fast')));
  assert.match(first ?? '', new RegExp(`^(8|many|9|10).* ${error} `));
});

test('another name is an error, a field of the server alone a warning', () => {
  assert.match(
    shown(view({}, (text) => text.replace('name: settings', 'name: other')))[0] ?? '',
    /^4:8-13 1 Not saved: metadata\.name/,
  );
  assert.match(
    shown(view({}, (text) => text.replace('uid: uid-1', 'uid: mine')))[0] ?? '',
    /^6:7-11 2 metadata\.uid is written by the API server/,
  );
});

test('deletion, replacement and loss are said once, on the first line', () => {
  assert.match(
    shown(view({ live: { kind: 'deleted', since: 0 } })).join('\n'),
    /^1:0-1000 2 configmaps "settings" was deleted from the cluster\. Your text is kept\.$/,
  );
  assert.match(
    shown(view({ live: live({}, { uid: 'uid-2' }) })).join('\n'),
    /^1:0-1000 2 configmaps "settings" was deleted and created anew;[^\n]*$/,
  );
  const lost = {
    kind: 'unreachable',
    context: 'prod',
    server: 'https://x',
    detail: 'connection refused',
    sent: 'no',
  } as const;
  assert.match(
    shown(view({ health: { kind: 'unknown', since: 0, because: lost } })).join('\n'),
    /^1:0-1000 2 It is not known whether configmaps "settings" has moved\. Cannot reach https:\/\/x [^\n]*$/,
  );
});

test('R118 being deleted is said where the text says it, with what holds it and since when', () => {
  const deletionTimestamp = '2026-01-02T11:59:40Z';
  const since = new Date(Date.parse(deletionTimestamp) - 30_000).toTimeString().slice(0, 8);
  const ending = { deletionTimestamp, deletionGracePeriodSeconds: 30, finalizers: ['example.dev/lb'] };
  const sentence = `configmaps "settings" is being deleted since ${since}. It is held by the finalizer example.dev/lb.`;
  const { finalizers } = ending;
  const held = settings('501', { mode: 'fast', color: 'red' }, ending);
  const texts = [
    shown(view({ base: held, live: { kind: 'present', snapshot: held } }, () => textOf(held))),
    shown(view({ live: { kind: 'present', snapshot: held } })).filter((words) => !words.includes('live:')),
  ];
  assert.match(texts[0]?.join('\n') ?? '', new RegExp(`^\\d+:21-43 2 ${sentence}$`));
  assert.deepEqual(texts[1], [`1:0-1000 2 ${sentence}`]);
  const onFinalizers = settings('500', { mode: 'fast', color: 'red' }, { finalizers });
  assert.match(
    shown(
      view({ base: onFinalizers, live: { kind: 'present', snapshot: held } }, () => textOf(onFinalizers)),
    ).join(),
    /^8:2-18 2 [^,]*$/,
  );
  const free = settings('501', { mode: 'fast', color: 'red' }, { deletionTimestamp: 'never' });
  assert.deepEqual(shown(view({ live: { kind: 'present', snapshot: free } })), [
    '1:0-1000 2 configmaps "settings" is being deleted. It will be gone in a moment.',
  ]);
});

test('no longer allowed, and another cluster behind the context, are sentences of their own', () => {
  const message = 'configmaps "settings" is forbidden: User "limited" cannot get resource "configmaps"';
  const status = { code: 403, reason: 'Forbidden', message };
  const refused = { kind: 'status', context: 'prod', status } as const;
  assert.deepEqual(shown(view({ health: { kind: 'unknown', since: 0, because: refused } })), [
    `1:0-1000 2 You are no longer allowed to read configmaps "settings". Not allowed: the API server of context "prod" says: ${message}. Your text is kept; it is tried again every 15 s.`,
  ]);
  const other = {
    kind: 'otherCluster',
    context: 'prod',
    openedFrom: 'https://one',
    now: 'https://two',
  } as const;
  assert.match(
    shown(view({ health: { kind: 'unknown', since: 0, because: other } })).join('\n'),
    /^1:0-1000 2 The context "prod" now leads to another cluster \(https:\/\/two\) than the one this object was opened from \(https:\/\/one\)\.[^\n]*$/,
  );
});
