import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '../../../server/src/merge/json';
import {
  isClean,
  isReplaced,
  type LiveDocument,
  type Transition,
} from '../../../server/src/session/liveDocument';
import type { KubernetesObject } from '../../../server/src/session/ports';
import {
  receiveDeletion,
  receiveLive,
  receiveReload,
  receiveSettled,
  receiveText,
} from '../../../server/src/session/transitions';
import { open, settings, textOf } from './documents';

const opened = settings('500', { mode: 'fast' });
const moved = settings('501', { mode: 'slow' });

const settled = { before: opened.object, ignored: [], overtaken: false, notes: [] };

function withUid(object: KubernetesObject, uid: string): KubernetesObject {
  return { ...object, metadata: { ...(object['metadata'] as JsonObject), uid } };
}

/** The editor shows what it was offered. */
function show({ document, offered }: Transition): LiveDocument {
  assert.notEqual(offered, undefined, 'nothing was offered');
  return receiveText(document, offered ?? '').document;
}

test('a clean text follows the live object, and the base follows when the editor shows it', () => {
  const transition = receiveLive(open(opened), moved);
  assert.equal(transition.offered, textOf(moved));
  assert.equal(transition.document.base, opened);
  const shown = show(transition);
  assert.equal(shown.base, moved);
  assert.ok(isClean(shown));
  assert.deepEqual(shown.offers, []);
});

test('a dirty text is left alone, and so is its base', () => {
  const dirty = receiveText(open(opened), `${textOf(opened)}# mine\n`).document;
  const transition = receiveLive(dirty, moved);
  assert.equal(transition.offered, undefined);
  assert.equal(transition.document.base, opened);
  assert.deepEqual(transition.document.live, { kind: 'present', snapshot: moved });
});

test('a text that was typed before the offered one arrived keeps the base that it was typed on', () => {
  const { document } = receiveLive(open(opened), moved);
  const typed = receiveText(document, `${textOf(opened)}# mine\n`);
  assert.equal(typed.document.base, opened);
  assert.equal(typed.offered, undefined);
});

test('undoing what was typed offers the live text again', () => {
  const { document } = receiveLive(open(opened), moved);
  const typed = receiveText(document, `${textOf(opened)}# mine\n`).document;
  const undone = receiveText(typed, textOf(opened));
  assert.equal(undone.offered, textOf(moved));
  assert.equal(show(undone).base, moved);
});

test('hidden fields move the base along silently, in a clean and in a dirty text', () => {
  const bumped = settings(
    '501',
    { mode: 'fast' },
    { generation: 7, managedFields: [{ manager: 'kubelet' }] },
  );
  for (const text of [textOf(opened), `${textOf(opened)}# mine\n`]) {
    const transition = receiveLive(receiveText(open(opened), text).document, bumped);
    assert.equal(transition.offered, undefined);
    assert.equal(transition.document.base, bumped);
  }
});

test('R203: a value that was changed and changed back leaves a dirty text on the newest version', () => {
  const dirty = receiveText(open(opened), `${textOf(opened)}# mine\n`).document;
  const back = settings('502', { mode: 'fast' });
  const { document } = receiveLive(receiveLive(dirty, moved).document, back);
  assert.equal(document.base, back);
});

test('an offered text that was overtaken by the way back is taken back', () => {
  const first = receiveLive(open(opened), moved);
  const back = receiveLive(first.document, settings('502', { mode: 'fast' }));
  assert.equal(back.offered, textOf(opened));
  // The editor shows the first offer, then the second.
  const between = receiveText(back.document, textOf(moved));
  assert.equal(between.document.base, moved);
  const last = receiveText(between.document, textOf(opened));
  assert.equal(last.document.base.resourceVersion, '502');
  assert.ok(isClean(last.document));
});

test('the same text is not offered twice while it is on its way', () => {
  const first = receiveLive(open(opened), moved);
  const again = receiveLive(first.document, settings('502', { mode: 'slow' }, { generation: 2 }));
  assert.equal(again.offered, undefined);
  assert.equal(receiveText(again.document, textOf(moved)).document.base.resourceVersion, '502');
});

test('another uid is a replacement: nothing follows it', () => {
  const transition = receiveLive(open(opened), settings('900', { mode: 'slow' }, { uid: 'uid-2' }));
  assert.ok(isReplaced(transition.document));
  assert.equal(transition.offered, undefined);
  assert.equal(transition.document.base, opened);
});

test('a deletion keeps the text and says since when', () => {
  const { document } = receiveDeletion(open(opened), 1_000);
  assert.deepEqual(document.live, { kind: 'deleted', since: 1_000 });
  assert.deepEqual(receiveDeletion(document, 2_000).document.live, { kind: 'deleted', since: 1_000 });
  assert.equal(document.text, textOf(opened));
});

test('R009, R010: a save makes its answer the base, so that the next save carries its version', () => {
  const sent = settings('500', { mode: 'slow' });
  const text = textOf(sent);
  const dirty = receiveText(open(opened), text).document;
  const { document, offered } = receiveSettled(dirty, { ...settled, text, ours: sent.object, live: moved });
  assert.equal(document.base.resourceVersion, '501');
  assert.equal(offered, undefined);
  assert.ok(isClean(document));
});

test('what the server adds to a save is offered to the editor, and is no change by the user until it is there', () => {
  const sent = settings('500', { mode: 'slow' });
  const text = textOf(sent);
  const answer = settings('501', { mode: 'slow', added: 'by the server' });
  const dirty = receiveText(open(opened), text).document;
  const saved = receiveSettled(dirty, { ...settled, text, ours: sent.object, live: answer });
  assert.equal(saved.offered, textOf(answer));
  assert.deepEqual(saved.document.base.object['data'], { mode: 'slow' });
  assert.equal(saved.document.base.resourceVersion, '501');
  assert.equal(show(saved).base, answer);
});

for (const [what, later] of [
  ['the same version', moved],
  ['another write of hidden fields', settings('502', { mode: 'slow' }, { generation: 2 })],
] as const) {
  test(`the text of an object that was created anew reaches the editor also where ${what} comes before it`, () => {
    const live = { ...later, uid: 'uid-2', object: withUid(later.object, 'uid-2') };
    const created = { ...moved, uid: 'uid-2', object: withUid(moved.object, 'uid-2') };
    const text = textOf(moved).replace('uid: uid-1', 'uid: uid-1 # was here before');
    const dirty = receiveText(open(opened), text).document;
    const gone = receiveDeletion(dirty, 1_000).document;
    const saved = receiveSettled(gone, { ...settled, text, ours: created.object, live: created });
    assert.match(saved.offered ?? '', /uid: uid-2 # was here before/);
    const again = receiveLive(saved.document, live);
    assert.equal(again.offered, undefined, 'the old text would be shown again');
    const shown = receiveText(again.document, saved.offered ?? '').document;
    assert.ok(isClean(shown));
    assert.equal(shown.base, live);
  });
}

test('an answer that the watch has overtaken does not become the live object', () => {
  const sent = settings('500', { mode: 'slow' });
  const text = textOf(sent);
  const later = settings('502', { mode: 'medium' });
  const dirty = receiveLive(receiveText(open(opened), text).document, later).document;
  const saved = receiveSettled(dirty, { ...settled, text, ours: sent.object, live: moved, overtaken: true });
  assert.deepEqual(saved.document.live, { kind: 'present', snapshot: later });
  assert.equal(saved.offered, textOf(later));
});

test('a text that was on its way when a save began is not shown after it as if the user had typed it', () => {
  const passing = receiveLive(open(opened), moved);
  assert.equal(passing.offered, textOf(moved));
  const sent = settings('502', { mode: 'fast', mine: 'added' });
  const text = textOf(sent);
  const dirty = receiveLive(receiveText(passing.document, text).document, settings('502', { mode: 'fast' }));
  const answer = settings('503', { mode: 'fast', mine: 'added' });
  const saved = receiveSettled(dirty.document, { ...settled, text, ours: sent.object, live: answer });
  assert.equal(saved.offered, text, 'the editor would show what came last');
  const late = receiveText(saved.document, textOf(moved)).document;
  assert.equal(late.base, moved);
  assert.ok(isClean(late));
});

test('a save without a change of meaning leaves its text clean, and then the text follows', () => {
  const text = `# mine\n${textOf(opened)}`;
  const dirty = receiveLive(receiveText(open(opened), text).document, moved).document;
  const { document, offered } = receiveSettled(dirty, {
    ...settled,
    text,
    ours: opened.object,
    live: moved,
    overtaken: true,
  });
  assert.ok(isClean(document));
  assert.match(offered ?? '', /mode: slow/);
});

test('what a reload brings holds only when the editor has its text', () => {
  const restored = { ...receiveText(open(opened), `${textOf(opened)}# mine\n`).document, restored: true };
  const elsewhere = {
    ...open(moved),
    address: { server: 'https://other.example', certificateAuthority: 'b' },
  };
  const reloading = receiveReload(restored, elsewhere);
  assert.equal(reloading.document.restored, true);
  assert.equal(reloading.document.address.server, 'https://prod.example');
  const typed = receiveText(reloading.document, `${textOf(opened)}# more\n`).document;
  assert.equal(typed.restored, true);
  const shown = show(reloading);
  assert.equal(shown.restored, false);
  assert.equal(shown.address.server, 'https://other.example');
});

test('a reload offers the live text over a dirty one, and brings another uid with it', () => {
  const anew = settings('900', { mode: 'anew' }, { uid: 'uid-2' });
  const dirty = receiveText(open(opened), `${textOf(opened)}# mine\n`).document;
  const reloaded = show(receiveReload(dirty, open(anew)));
  assert.equal(reloaded.base, anew);
  assert.ok(isClean(reloaded));
  assert.equal(isReplaced(reloaded), false);
});
