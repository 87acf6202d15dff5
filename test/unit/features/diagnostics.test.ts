import assert from 'node:assert/strict';
import { test } from 'node:test';
import { diagnostics } from '../../../server/src/features/diagnostics';
import type { FieldNote } from '../../../server/src/session/liveDocument';
import type { DocumentView } from '../../../server/src/session/view';
import { live, view } from './views';

/** Each diagnostic as `line:start-end severity message`; lines are 1-based here, as a reader counts them. */
function shown(document: DocumentView): string[] {
  return diagnostics(document).map(({ range: { start, end }, severity, message }) => {
    const where =
      start.line === end.line ? `${start.line + 1}:${start.character}-${end.character}` : 'many lines';
    return `${where} ${String(severity)} ${typeof message === 'string' ? message : message.value}`;
  });
}

const [error, warning, information] = [1, 2, 3];

test('nothing to say of a current document', () => assert.deepEqual(shown(view()), []));

test('a field that moved is marked on its value', () => {
  assert.deepEqual(shown(view({ live: live({ mode: 'slow', color: 'red' }) })), [
    `8:8-12 ${information} Changed in the cluster: data.mode "fast" → "slow" (unknown manager). A save keeps that.`,
  ]);
});

test('a field that is gone, and one that is new, are marked where they are or would be', () => {
  assert.deepEqual(shown(view({ live: live({ mode: 'fast', extra: '1' }) })), [
    `9:9-12 ${information} Changed in the cluster: data.color removed (unknown manager). A save keeps that.`,
    `7:0-4 ${information} Changed in the cluster: data.extra added ("1") (unknown manager). A save keeps that.`,
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
  assert.match(`${moved}${labels}`, /→ "x{79}…/);
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
