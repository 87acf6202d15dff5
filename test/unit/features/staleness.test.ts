import assert from 'node:assert/strict';
import { test } from 'node:test';
import { objectActions } from '../../../server/src/features/actions';
import { describeStaleness } from '../../../server/src/features/staleness';
import { clockTime } from '../../../server/src/features/values';
import type { JsonObject } from '../../../server/src/merge/json';
import type { LiveDocument } from '../../../server/src/session/liveDocument';
import type { Failure } from '../../../server/src/session/ports';
import type { DocumentView } from '../../../server/src/session/view';
import { live, view } from './views';

const since = new Date(2026, 0, 2, 14, 3, 22).getTime();
const mine = (text: string): string => text.replace('mode: fast', 'mode: mine');

/** A document of which nothing is known because of this. */
function lost(because: Failure): Partial<LiveDocument> {
  return { health: { kind: 'unknown', since, because } };
}

function statusOf(code: number): Failure {
  return { kind: 'status', context: 'prod', status: { code, reason: '', message: '' } };
}

const deletionTimestamp = '2026-01-02T03:04:05Z';
const deletedAt = clockTime(Date.parse(deletionTimestamp));
const finalizers = ['a.dev/x', 'b.dev/y', 'c.dev/z', 'd.dev/w'];
const ending = (data: JsonObject, more: JsonObject = {}): Partial<LiveDocument> => ({
  live: live(data, { deletionTimestamp, ...more }),
});
const asOpened = { mode: 'fast', color: 'red' };

const states: [
  name: string,
  view: DocumentView,
  kind: DocumentView['staleness'],
  words: string,
  actions: string[],
][] = [
  ['nothing moved', view(), 'current', 'current', []],
  [
    'read at an interval',
    view({ health: { kind: 'polling', everyMilliseconds: 15_000, because: statusOf(403) } }),
    'current',
    'current as of the last reading (every 15 s)',
    [],
  ],
  [
    'moved below a clean text',
    view({ live: live({ mode: 'slow' }) }),
    'stale',
    'live has moved: 2 changes',
    ['Show What Changed', 'Reload'],
  ],
  [
    'moved below a text with changes',
    view({ live: live({ mode: 'fast' }) }, (text) => `${text}# mine\n`),
    'stale',
    '1 change from live will be kept on save',
    ['Compare'],
  ],
  [
    'moved to what the text says',
    view({ live: live({ mode: 'mine', color: 'red' }) }, mine),
    'stale',
    'the live object has the same changes',
    ['Compare'],
  ],
  [
    'in conflict',
    view({ live: live({ mode: 'slow', color: 'red' }) }, mine),
    'conflicting',
    '1 conflict with the live object',
    ['Keep All Yours', 'Take All Live', 'Open Merge View'],
  ],
  [
    'R118 being deleted',
    view(ending(asOpened, { finalizers })),
    'terminating',
    `being deleted since ${deletedAt} · held by a.dev/x, b.dev/y, c.dev/z and 1 more · live has moved: 1 change`,
    ['Show Live Object'],
  ],
  [
    'being deleted, for whoever has changed the text',
    view(ending({ mode: 'fast', color: 'blue' }), mine),
    'terminating',
    `being deleted since ${deletedAt} · 1 change from live will be kept on save`,
    ['Show Live Object', 'Compare'],
  ],
  [
    'being deleted and in conflict',
    view(ending({ mode: 'slow', color: 'red' }), mine),
    'conflicting',
    `1 conflict with the live object · being deleted since ${deletedAt}`,
    ['Keep All Yours', 'Take All Live', 'Open Merge View'],
  ],
  [
    'R116 deleted',
    view({ live: { kind: 'deleted', since: 0 } }),
    'deleted',
    'deleted from the cluster',
    ['Create Anew', 'Discard'],
  ],
  [
    'replaced',
    view({ live: live({}, { uid: 'uid-2' }) }),
    'replaced',
    'deleted and created anew',
    ['Compare with the New Object', 'Discard'],
  ],
  ['not known', view(lost(statusOf(500))), 'unknown', 'not known since 14:03:22', ['Try Again', 'Show Log']],
  [
    'no longer allowed',
    view(lost(statusOf(403))),
    'forbidden',
    'no longer allowed to read it since 14:03:22',
    ['Try Again', 'Show Log'],
  ],
  [
    'another cluster behind the context',
    view(lost({ kind: 'otherCluster', context: 'prod', openedFrom: 'https://one', now: 'https://two' })),
    'otherCluster',
    'the context leads to another cluster since 14:03:22',
    ['Try Again', 'Reload from the Other Cluster'],
  ],
  ['not known yet', view({ health: { kind: 'connecting' } }), 'unknown', 'connecting', []],
  [
    'of an earlier session',
    view({ restored: true }),
    'unknown',
    'this text is of an earlier session',
    ['Compare', 'Reload'],
  ],
];

for (const [name, document, kind, words, actions] of states) {
  test(`${name}: its own state, words and actions`, () => {
    assert.equal(document.staleness, kind);
    assert.equal(describeStaleness(document), words);
    assert.deepEqual(
      objectActions(document).map(({ title }) => title),
      actions,
    );
  });
}

test('what was deleted is not said to be unknown or terminating as well', () => {
  const gone = { live: { kind: 'deleted', since: 0 }, ...lost(statusOf(403)) } as const;
  assert.equal(view(gone).staleness, 'deleted');
  const replaced = { live: live(asOpened, { uid: 'uid-2', deletionTimestamp }) };
  assert.equal(view(replaced).staleness, 'replaced');
});
