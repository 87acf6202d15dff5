import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { readDocuments, readManifest } from '../../../server/src/manifest/read';

/** The problems of a text as `kind line:character-line:character`, 0-based. */
function problemsOf(text: string): string[] {
  return readManifest(text).problems.map(
    ({ kind, range: { start, end } }) =>
      `${kind} ${start.line}:${start.character}-${end.line}:${end.character}`,
  );
}

suite('a text of one object', () => {
  const rows: [name: string, text: string, problems: string[]][] = [
    ['an object', 'a: 1\n', []],
    ['document marks around it', '---\na: 1\n---\n', []],
    ['nothing', '', ['empty 0:0-0:0']],
    ['comments only', '# a\n\n', ['empty 0:0-0:0']],
    ['a list', '- a\n', ['notAnObject 0:0-1:0']],
    ['a word', 'a\n', ['notAnObject 0:0-1:0']],
    ['two documents', 'a: 1\n---\nb: 2\n', ['multipleDocuments 1:0-1:1']],
    ['R089: a key twice', 'a:\n  b: 1\n  c: 2\n  b: 3\n', ['duplicateKey 3:2-3:3']],
    ['keys that become equal', '1: a\n"1": b\n', ['duplicateKey 1:0-1:3']],
    ['keys that become equal as booleans', 'y: a\non: b\n', ['duplicateKey 1:0-1:2']],
    ['a key twice in a flow map', 'a: {b: 1, b: 2}\n', ['duplicateKey 0:10-0:11']],
    ['a flow map that is open at the end', '- {', ['syntax 0:3-0:3']],
    ['a flow list that is open at the end', 'a: [b', ['syntax 0:5-0:5']],
    ['an alias of nothing', 'a: *x\n', ['alias 0:3-0:5']],
    ['an alias of what comes later', 'a: *x\nb: &x 1\n', ['alias 0:3-0:5']],
    ['an alias inside its own node', 'a: &x [1, *x]\n', ['alias 0:10-0:12']],
    ['a merge of no map', 'a: &x [1]\nb:\n  <<: *x\n', ['mergeKey 2:6-2:8']],
    ['a number without JSON', 'a: .nan\n', ['number 0:3-0:7']],
    ['a tag that does not fit', 'a: !!int x\n', ['tag 0:9-0:10']],
    ['a control character', 'a: "x\u0007y"\n', ['character 0:5-0:6']],
    ['NUL', 'a: x\0y\n', ['character 0:4-0:5']],
    ['a line separator', 'a: x\u2028y\n', ['character 0:4-0:5']],
    ['a byte order mark within', 'a: 1\n\ufeffb: 2\n', ['character 1:0-1:1']],
    ['half a surrogate pair', 'a: x\ud83dy\n', ['character 0:4-0:5']],
    ['a control character in a comment', '# \u0007\n', ['character 0:2-0:3']],
    ['text behind the object', '{a: 1} b\n', ['syntax 0:7-0:8']],
    ['positions behind emoji and CRLF', 'a: 😀\r\nb: "\u0007"\r\n', ['character 1:4-1:5']],
  ];
  for (const [name, text, problems] of rows) test(name, () => assert.deepEqual(problemsOf(text), problems));

  test('R089: a duplicate key names the place of the first one', () =>
    assert.deepEqual(readManifest('a: 1\nb: 2\na: 3\n').problems[0]?.related, {
      start: { line: 0, character: 0 },
      end: { line: 0, character: 1 },
    }));

  test('broken YAML has a problem where it breaks, and no value', () => {
    const { value, problems } = readManifest('a: 1\nb: [1, 2\nc: 3\n');
    assert.equal(value, undefined);
    assert.ok(problems.length > 0 && problems.every(({ kind }) => kind === 'syntax'));
    assert.ok(problems.some(({ range }) => range.start.line >= 1));
  });

  test('R077: BOM and CRLF change no value', () =>
    assert.deepEqual(readManifest('\ufeffa: |\r\n  one\r\n  two\r\nb: "x\r\n  y"\r\n').value, {
      a: 'one\ntwo\n',
      b: 'x y',
    }));

  test('R075: an escaped CRLF stays a CRLF', () =>
    assert.deepEqual(readManifest('a: "x\\r\\ny"\r\n').value, { a: 'x\r\ny' }));

  test('R082: a comment behind an empty block text is no content', () =>
    assert.deepEqual(readManifest('data:\n  empty: |\n  # not content\n  next: x\n').value, {
      data: { empty: '', next: 'x' },
    }));

  test('a block text ends where the file ends', () => {
    assert.deepEqual(readManifest('a: |\n  x').value, { a: 'x' });
    assert.deepEqual(readManifest('a: |+\n  x').value, { a: 'x' });
    assert.deepEqual(readManifest('a: >\n  x').value, { a: 'x' });
    assert.deepEqual(readManifest('a: |\n  x\n').value, { a: 'x\n' });
  });
});

suite('anchors and merge keys', () => {
  test('aliases repeat, later anchors of the same name win', () =>
    assert.deepEqual(readManifest('a: &x 1\nb: *x\nc: &x 2\nd: *x\n').value, { a: 1, b: 1, c: 2, d: 2 }));

  test('an alias can be a key', () =>
    assert.deepEqual(readManifest('a: &x k\n*x : v\n').value, { a: 'k', k: 'v' }));

  test('R083: repeated merge keys are expanded as kubectl does', () =>
    assert.deepEqual(readManifest('p: &a {color: gold}\nq: &b {size: big}\nr:\n  <<: *a\n  <<: *b\n').value, {
      p: { color: 'gold' },
      q: { size: 'big' },
      r: { color: 'gold', size: 'big' },
    }));

  test('a list of merges: the first wins; keys below the merge win over it', () =>
    assert.deepEqual(readManifest('a:\n  <<: [{k: 1, m: 1}, {k: 2, l: 2}]\n  m: 3\n').value, {
      a: { k: 1, l: 2, m: 3 },
    }));

  test('a merge overrides keys above it, with a warning', () => {
    const { value, problems } = readManifest('a:\n  k: 1\n  <<: {k: 2}\n');
    assert.deepEqual(value, { a: { k: 2 } });
    assert.deepEqual(
      problems.map(({ kind, severity, range }) => [kind, severity, range.start.line]),
      [['mergeKey', 'warning', 1]],
    );
  });
});

suite('several documents', () => {
  test('documents without content are left out', () =>
    assert.deepEqual(
      readDocuments('---\n# nothing\n---\na: 1\n---\n---\nb: 2\n...\n').map(({ value }) => value),
      [{ a: 1 }, { b: 2 }],
    ));

  test('R089: a broken document does not block the others', () => {
    const readings = readDocuments('a: 1\n---\nb: [\n---\nc: 1\nc: 2\n---\nd: 4\n');
    assert.deepEqual(
      readings.map(({ value }) => value),
      [{ a: 1 }, undefined, undefined, { d: 4 }],
    );
    assert.deepEqual(
      readings.map(({ problems }) => problems[0]?.range.start.line),
      [undefined, 3, 5, undefined],
    );
  });

  test('anchors do not reach into the next document', () =>
    assert.deepEqual(
      readDocuments('a: &x 1\n---\nb: *x\n').map(({ problems }) => problems.map(({ kind }) => kind)),
      [[], ['alias']],
    ));
});
