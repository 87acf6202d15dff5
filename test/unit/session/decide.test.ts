import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { decide, findConflicts } from '../../../server/src/session/decide';
import type { LiveDocument } from '../../../server/src/session/liveDocument';
import { endMerge, openMerge } from '../../../server/src/session/mergeView';
import { expectEdit, receiveLive, receiveText } from '../../../server/src/session/transitions';
import { open, settings, textOf } from './documents';

const opened = settings('500', { mode: 'fast' });
const moved = settings('501', { mode: 'slow' });

suite('decisions', () => {
  const mine = textOf(settings('500', { mode: 'mine' }));
  const conflicting = receiveLive(receiveText(open(opened), mine).document, moved).document;
  const decided = (kind: 'keepYours' | 'takeLive'): { document: LiveDocument; text: string } => {
    const edit = decide(conflicting, { kind, path: '/data/mode' });
    assert.ok(edit);
    return { document: receiveText(expectEdit(conflicting, edit), edit.text).document, text: edit.text };
  };

  test('Keep Yours leaves the text and moves the base', () => {
    const { document, text } = decided('keepYours');
    assert.equal(text, mine);
    assert.deepEqual(document.base.object['data'], { mode: 'slow' });
  });

  test('Take Live edits the text and moves the base', () => {
    const { document, text } = decided('takeLive');
    assert.match(text, /mode: slow/);
    assert.deepEqual(document.base.object['data'], { mode: 'slow' });
  });

  test('both are undone with the base that was before', () => {
    for (const kind of ['keepYours', 'takeLive'] as const) {
      const { document } = decided(kind);
      assert.equal(receiveText(document, mine, 'undo').document.base.object, opened.object, kind);
    }
  });

  test('a conflict that is not there is not decided', () =>
    assert.equal(decide(conflicting, { kind: 'keepYours', path: '/data/color' }), undefined));
});

suite('a merge view', () => {
  const before = settings('500', { mode: 'fast', color: 'red', size: '1' });
  const theirs = settings('501', { mode: 'slow', color: 'blue', size: '2' });
  const mine = textOf(settings('500', { mode: 'mine', color: 'green', size: '1' }));
  const conflicting = receiveLive(receiveText(open(before), mine).document, theirs).document;
  const view = openMerge(conflicting);
  assert.ok(view);
  const ended = (text: string): LiveDocument => {
    const edit = endMerge(conflicting, view.opened, text);
    assert.ok(typeof edit === 'object');
    return receiveText(expectEdit(conflicting, edit), edit.text).document;
  };

  test('its three texts differ at the conflicts only', () => {
    const lines = (text: string): string[] =>
      text.split('\n').filter((line) => !/ (mode|color): /.test(line));
    const { base, yours, live } = view.inputs;
    assert.deepEqual(lines(base), lines(yours));
    assert.deepEqual(lines(live), lines(yours));
    assert.match(yours, /size: "2"/);
  });

  test('decided, its text is a change of the live object', () => {
    const document = ended(view.inputs.live.replace('mode: slow', 'mode: mine'));
    assert.deepEqual(document.base.object['data'], { mode: 'slow', color: 'blue', size: '2' });
    assert.match(document.text, /mode: mine\n {2}color: blue/);
  });

  test('what is left as it was opened stays in conflict, with the value of the user', () => {
    const document = ended(view.inputs.base.replace('color: red', 'color: blue'));
    assert.match(document.text, /mode: mine\n {2}color: blue/);
    const [left, ...more] = findConflicts(document)?.conflicts ?? [];
    assert.deepEqual(more, []);
    assert.deepEqual(left?.path, ['data', 'mode']);
  });

  test('a document that was changed meanwhile, and a text that cannot be read, are left alone', () => {
    const typed = receiveText(conflicting, `${mine}# more\n`).document;
    assert.equal(endMerge(typed, view.opened, view.inputs.live), 'textChanged');
    assert.equal(endMerge(conflicting, view.opened, '<<<<<<< yours\n'), 'unreadable');
  });
});
