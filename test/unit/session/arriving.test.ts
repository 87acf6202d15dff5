import assert from 'node:assert/strict';
import { test } from 'node:test';
import { diagnostics } from '../../../server/src/features/diagnostics';
import { nextChange } from '../../../server/src/features/nextChange';
import { defaultSettings } from '../../../server/src/protocol/settings';
import type { LiveDocument } from '../../../server/src/session/liveDocument';
import { seeLive } from '../../../server/src/session/seeing';
import { receiveLive, receiveText } from '../../../server/src/session/transitions';
import { viewDocument } from '../../../server/src/session/view';
import { open, settings, textOf } from './documents';

const opened = settings('500', { mode: 'fast', color: 'red' });
const moved = settings('501', { mode: 'slow', color: 'red' });
const movedOn = settings('502', { mode: 'slower', color: 'red' });
const came = 1_000_000;

/** A watched document that has received these versions, a second apart, and whose editor has taken no text yet. */
function received(followLive: LiveDocument['followLive'], ...versions: (typeof opened)[]): LiveDocument {
  const begun: LiveDocument = { ...open(opened), health: { kind: 'watching' }, followLive };
  return versions.reduce(
    (document, version, index) =>
      seeLive(receiveLive(document, version).document, { now: came + index * 1_000, limit: 100 }),
    seeLive(begun, { now: came - 60_000, limit: 100 }),
  );
}

/** The staleness and the marks that are shown at a time. */
function shown(document: LiveDocument, now: number): [staleness: string, ...marks: string[]] {
  const view = viewDocument(document, now);
  const marks = diagnostics(view, { now, settings: defaultSettings }).map(({ code }) => String(code));
  return [view.staleness, ...marks];
}

test('while the text that shows the live object is on its way to a clean document, nothing is marked', () => {
  const document = received('follow', moved);
  assert.deepEqual(shown(document, came), ['current']);
  assert.deepEqual(shown(document, came + 2_999), ['current']);
  const arrived = receiveText(document, textOf(moved)).document;
  assert.deepEqual(shown(arrived, came + 10_000), ['current']);
  assert.equal(viewDocument(arrived, came).arrivesBy, undefined);
});

test('a text that does not arrive is told of as soon as it is late, and not before', () => {
  const document = received('follow', moved);
  const context = { now: came + 1_000, settings: defaultSettings };
  const late = nextChange(viewDocument(document, context.now), context) ?? NaN;
  assert.equal(late, came + 3_000);
  assert.deepEqual(shown(document, late), ['stale', 'data.mode']);
});

test('each change has its own time', () => {
  const document = received('follow', moved, movedOn);
  assert.deepEqual(shown(document, came + 3_500), ['current']);
  assert.deepEqual(shown(document, came + 4_000), ['stale', 'data.mode']);
});

test('a document with changes, and one that shall not follow, is marked at once', () => {
  const dirty = receiveText(received('follow', moved), `${textOf(opened)}# mine\n`).document;
  assert.deepEqual(shown(dirty, came), ['stale', 'data.mode']);
  assert.deepEqual(shown(received('offer', moved), came), ['stale', 'data.mode']);
});

test('a text on its way that shows an older version hides nothing', () => {
  const document: LiveDocument = {
    ...received('follow', moved),
    live: { kind: 'present', snapshot: movedOn },
  };
  assert.deepEqual(shown(document, came), ['stale', 'data.mode']);
});

test('a deletion is told though a text is on its way', () => {
  const document: LiveDocument = { ...received('follow', moved), live: { kind: 'deleted', since: came } };
  assert.equal(shown(document, came)[0], 'deleted');
});
