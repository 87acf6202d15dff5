import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { isClean, type LiveDocument, type Transition } from '../../../server/src/session/liveDocument';
import { receiveLive, receiveSettled, receiveText } from '../../../server/src/session/transitions';
import { open, settings, textOf } from './documents';

const opened = settings('500', { mode: 'fast' });
const moved = settings('501', { mode: 'slow' });
const settled = { before: opened.object, ignored: [], overtaken: false, notes: [] };

/** The editor shows what it was offered. */
function show({ document, offered }: Transition): LiveDocument {
  assert.notEqual(offered, undefined, 'nothing was offered');
  return receiveText(document, offered ?? '').document;
}

suite('undo and redo lead to the base of the text that they lead to', () => {
  const undo = (document: LiveDocument, text: string): LiveDocument =>
    receiveText(document, text, 'undo').document;

  test('past a followed change: the text is again one of the older object', () => {
    const followed = show(receiveLive(open(opened), moved));
    const undone = undo(followed, textOf(opened));
    assert.equal(undone.base, opened);
    assert.ok(!isClean(undone));
    assert.equal(receiveText(undone, textOf(moved), 'redo').document.base, moved);
  });

  test('the same text typed by hand is a change of the newer object', () => {
    const followed = show(receiveLive(open(opened), moved));
    const typed = receiveText(followed, textOf(opened)).document;
    assert.equal(typed.base, moved);
    const undone = undo(undo(typed, textOf(moved)), textOf(opened));
    assert.equal(undone.base, opened);
  });

  test('past a save of ours: the text is a change of what was saved', () => {
    const text = textOf(settings('500', { mode: 'slow' }));
    const dirty = receiveText(open(opened), text).document;
    const ours = settings('501', { mode: 'slow' });
    const saved = receiveSettled(dirty, { ...settled, text, ours: ours.object, live: ours }).document;
    assert.deepEqual(undo(saved, textOf(opened)).base.object['data'], { mode: 'slow' });
  });

  test('past a save of ours that the server has completed: its completion is no change of others', () => {
    const text = textOf(settings('500', { mode: 'slow', more: '1' }));
    const dirty = receiveText(open(opened), text).document;
    const ours = settings('501', { mode: 'slow', more: '1' });
    const answer = settings('501', { mode: 'slow', more: '1 (completed)', filled: 'in' });
    const written = { ...settled, text, ours: ours.object, completedOurs: answer.object, live: answer };
    const saved = show(receiveSettled(dirty, written));
    const undone = undo(undo(saved, text), textOf(opened));
    assert.deepEqual(undone.base.object['data'], answer.object['data']);
  });

  test('past a followed change and a save: others keep theirs, ours is taken back', () => {
    const before = settings('500', { mode: 'fast', color: 'red' });
    const followed = settings('501', { mode: 'fast', color: 'blue' });
    const ours = settings('502', { mode: 'slow', color: 'blue' });
    const shown = show(receiveLive(open(before), followed));
    const dirty = receiveText(shown, textOf(ours)).document;
    const written = { ...settled, before: followed.object, ours: ours.object, live: ours };
    const saved = receiveSettled(dirty, { ...written, text: textOf(ours) }).document;
    const once = undo(saved, textOf(followed));
    assert.deepEqual(once.base.object['data'], { mode: 'slow', color: 'blue' });
    const twice = undo(once, textOf(before));
    assert.deepEqual(twice.base.object['data'], { mode: 'slow', color: 'red' });
  });

  test('past a followed change and a save of the same field: what others had made of it is not taken back', () => {
    const followed = show(
      receiveLive(open(settings('500', { mode: 'first' })), settings('501', { mode: 'theirs' })),
    );
    const ours = settings('502', { mode: 'mine' });
    const dirty = receiveText(followed, textOf(ours)).document;
    const written = { ...settled, before: followed.base.object, ours: ours.object, live: ours };
    const saved = receiveSettled(dirty, { ...written, text: textOf(ours) }).document;
    const once = undo(saved, textOf(settings('501', { mode: 'theirs' })));
    assert.deepEqual(once.base.object['data'], { mode: 'mine' });
    const twice = undo(once, textOf(settings('500', { mode: 'first' })));
    assert.deepEqual(twice.base.object['data'], { mode: 'first' });
  });

  test('and typed over while a save is on its way: what others changed is no change of the text', () => {
    const before = settings('500', { mode: 'fast' });
    const followed = settings('501', { mode: 'fast', theirs: '1' });
    const ours = settings('502', { mode: 'slow', theirs: '1' });
    const dirty = receiveText(show(receiveLive(open(before), followed)), textOf(ours)).document;
    const typed = receiveText(undo(dirty, textOf(before)), `${textOf(before)}# mine\n`).document;
    const written = { ...settled, before: followed.object, ours: ours.object, live: ours };
    const { base } = receiveSettled(typed, { ...written, text: textOf(ours) }).document;
    assert.deepEqual(base.object['data'], { mode: 'slow' });
  });

  test('a base that was dropped long ago is not guessed', () => {
    let document = open(opened);
    for (let version = 501; version < 560; version += 1)
      document = show(receiveLive(document, settings(String(version), { mode: String(version) })));
    for (let version = 558; version > 500; version -= 1)
      document = undo(document, textOf(settings(String(version), { mode: String(version) })));
    assert.equal(undo(document, textOf(opened)).restored, true);
  });
});
