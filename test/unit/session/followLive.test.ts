import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  isClean,
  type LiveDocument,
  shownText,
  type Transition,
} from '../../../server/src/session/liveDocument';
import {
  receiveFollowLive,
  receiveLive,
  receiveReload,
  receiveSettled,
  receiveText,
} from '../../../server/src/session/transitions';
import { viewDocument } from '../../../server/src/session/view';
import { open, settings, textOf } from './documents';

const opened = settings('500', { mode: 'fast', color: 'red' });
const moved = settings('501', { mode: 'slow', color: 'red' });
const movedOn = settings('502', { mode: 'slower', color: 'red' });

/** A clean document that is to be left as it is. */
const offering: LiveDocument = { ...open(opened), health: { kind: 'watching' }, followLive: 'offer' };

function show({ document, offered }: Transition): LiveDocument {
  assert.notEqual(offered, undefined, 'nothing was offered');
  return receiveText(document, offered ?? '').document;
}

function stalenessOf(document: LiveDocument): [staleness: string, moved: number] {
  const { staleness, moved: changes } = viewDocument(document, 0);
  return [staleness, changes.length];
}

test('with offer a clean text stays as it is with its base, through wave after wave, and is marked stale', () => {
  let document = offering;
  for (const version of [moved, movedOn, moved]) {
    const transition = receiveLive(document, version);
    assert.equal(transition.offered, undefined);
    ({ document } = transition);
    assert.equal(document.text, textOf(opened));
    assert.equal(document.base, opened);
    assert.ok(isClean(document));
    assert.deepEqual(stalenessOf(document), ['stale', 1]);
  }
  // What a revert in the editor would read.
  assert.equal(shownText(document), textOf(opened));
});

test('R037 with offer the mark goes when the live object comes back, and comes again for the next change', () => {
  const back = receiveLive(
    receiveLive(offering, moved).document,
    settings('502', opened.object['data'] as never),
  );
  assert.equal(back.offered, undefined);
  assert.deepEqual(stalenessOf(back.document), ['current', 0]);
  assert.deepEqual(stalenessOf(receiveLive(back.document, movedOn).document), ['stale', 1]);
});

test('R037 with offer a reload brings the live text and its base, and no mark stays for that version', () => {
  const { document } = receiveLive(offering, moved);
  const reloaded = show(receiveReload(document, { ...document, base: moved }));
  assert.equal(reloaded.text, textOf(moved));
  assert.equal(reloaded.base, moved);
  assert.deepEqual(stalenessOf(reloaded), ['current', 0]);
  assert.deepEqual(stalenessOf(receiveLive(reloaded, movedOn).document), ['stale', 1]);
});

test('with offer the next edit merges as ever: what moved is kept, the same field is a conflict', () => {
  const { document } = receiveLive(offering, moved);
  const other = receiveText(document, document.text.replace('color: red', 'color: blue'));
  assert.equal(other.offered, undefined);
  assert.deepEqual(stalenessOf(other.document), ['stale', 1]);
  const same = receiveText(document, document.text.replace('mode: fast', 'mode: mine')).document;
  assert.deepEqual(stalenessOf(same), ['conflicting', 0]);
  const back = receiveText(same, document.text);
  assert.equal(back.offered, undefined);
  assert.ok(isClean(back.document));
  assert.equal(back.document.base, opened);
});

test('with offer hidden fields move the base along silently', () => {
  const bumped = settings('501', { mode: 'fast', color: 'red' }, { generation: 7 });
  const { document, offered } = receiveLive(offering, bumped);
  assert.equal(offered, undefined);
  assert.equal(document.base, bumped);
});

test('with offer a save still brings what the live object has into the text', () => {
  const dirty = receiveText(receiveLive(offering, moved).document, `${textOf(opened)}# mine\n`).document;
  const ours = settings('503', { mode: 'fast', color: 'red' });
  const answer = settings('503', { mode: 'slow', color: 'red' });
  const { document, offered } = receiveSettled(dirty, {
    text: dirty.text,
    before: opened.object,
    ours: ours.object,
    live: answer,
    ignored: [],
    overtaken: false,
    notes: [],
  });
  assert.equal(offered, `${textOf(answer)}# mine\n`);
  // What comes before the editor shows that text does not get into it.
  const later = receiveLive(document, settings('504', { mode: 'later', color: 'red' }));
  assert.equal(later.offered, undefined);
  const saved = receiveText(later.document, offered).document;
  assert.equal(saved.base, answer);
  assert.ok(isClean(saved));
  assert.deepEqual(stalenessOf(saved), ['stale', 1]);
});

test('turned back to follow, a clean text gets the live one at once, a dirty one is left alone', () => {
  const { document } = receiveLive(offering, moved);
  assert.equal(receiveFollowLive(document, 'offer').offered, undefined);
  const shown = show(receiveFollowLive(document, 'follow'));
  assert.equal(shown.text, textOf(moved));
  assert.equal(shown.base, moved);
  const dirty = receiveText(document, `${document.text}# mine\n`).document;
  assert.equal(receiveFollowLive(dirty, 'follow').offered, undefined);
  const left = receiveFollowLive(shown, 'offer').document;
  assert.equal(receiveLive(left, movedOn).offered, undefined);
});
