import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { LiveDocument } from '../../../server/src/session/liveDocument';
import { noteOutcome } from '../../../server/src/session/notes';
import { receiveText } from '../../../server/src/session/transitions';
import { open, settings, textOf } from './documents';

const opened = settings('500', { mode: 'fast', color: 'red' });
const refusedText = textOf(opened).replace('mode: fast', 'mode: slow');

/** A document whose text was refused because of these fields. */
function refused(...fields: (string | undefined)[]): LiveDocument {
  const document = receiveText(open(opened), refusedText).document;
  const causes = fields.map((field) => ({ message: 'is not wanted', ...(field !== undefined && { field }) }));
  const details = { causes };
  const status = { code: 422, reason: 'Invalid', message: 'no', details };
  const sent = settings('500', { mode: 'slow', color: 'red' }).object;
  const failure = { kind: 'status', status, context: 'prod', server: 'https://prod.example' } as const;
  const notes = noteOutcome({ kind: 'rejected', because: 'failure', failure, sent }, refusedText, document);
  assert.equal(notes.length, fields.length);
  return { ...document, notes };
}

function left(document: LiveDocument, text: string): number {
  return receiveText(document, text).document.notes.length;
}

suite('The mark of a refused field', () => {
  test('stays while its value stays, whatever else is typed', () => {
    const document = refused('data.mode');
    assert.equal(left(document, refusedText.replace('color: red', 'color: blue')), 1);
    assert.equal(left(document, refusedText.replace('mode: slow', 'mode: "slow" # why not')), 1);
  });

  test('goes with the value that was refused, and leaves those of other fields', () => {
    const document = refused('data.mode', 'data.color');
    assert.equal(left(document, refusedText.replace('mode: slow', 'mode: medium')), 1);
    assert.equal(left(document, refusedText.replace('  mode: slow\n', '')), 1);
  });

  test('goes when what was missing is there', () => {
    const document = refused('data.size');
    assert.equal(left(document, refusedText.replace('  color: red\n', '')), 1);
    assert.equal(left(document, `${refusedText}  size: "4"\n`), 0);
  });

  test('stays on a text that is broken for the moment', () => {
    assert.equal(left(refused('data.mode'), refusedText.replace('mode: slow', 'mode: "sl')), 1);
  });

  test('without a field stays until the text is what it was before', () => {
    const document = refused(undefined);
    assert.equal(left(document, refusedText.replace('mode: slow', 'mode: medium')), 1);
    assert.equal(left(document, textOf(opened)), 0);
  });
});
