import { suite } from 'node:test';
import type { JsonValue } from '../../../server/src/merge/json';
import { table } from './editTable';

suite('a value is replaced', () => {
  table([
    ['the comment stays', 'a: 1   # c\n', { a: 2 }, 'a: 2   # c\n'],
    ['single quotes stay', "a: '1'\n", { a: '2' }, "a: '2'\n"],
    ['double quotes stay', 'a: "x"\n', { a: 'y"z' }, 'a: "y\\"z"\n'],
    ['single quotes go where they cannot say it', "a: 'x'\n", { a: 'y\r' }, 'a: "y\\r"\n'],
    ['a number in quotes becomes a number', 'a: "1"\n', { a: 2 }, 'a: 2\n'],
    ['quotes come where they are needed', 'a: x # c\n', { a: 'yes' }, 'a: "yes" # c\n'],
    ['a text over several lines', 'a: one\n  two # c\nb: 1\n', { a: 'three', b: 1 }, 'a: three # c\nb: 1\n'],
    ['key: is filled', 'a: # c\nb: 1\n', { a: 'x', b: 1 }, 'a: x # c\nb: 1\n'],
    ['null comes', 'a: x # c\n', { a: null }, 'a: null # c\n'],
    ['a map comes', 'a: x # c\nb: 1\n', { a: { x: 1 }, b: 1 }, 'a: # c\n  x: 1\nb: 1\n'],
    ['a list comes', 'a: # c\nb: 1\n', { a: [1, 2], b: 1 }, 'a: # c\n- 1\n- 2\nb: 1\n'],
    ['a map goes', 'a: # c\n  # d\n  x: 1 # e\n  # f\nb: 1\n', { a: 1, b: 1 }, 'a: 1 # c\nb: 1\n'],
    ['a map is emptied', 'a: # c\n  x: 1 # e\nb: 1\n', { a: {}, b: 1 }, 'a: {} # c\nb: 1\n'],
    ['an empty map gets keys', 'a: {} # c\n', { a: { b: 1 } }, 'a: # c\n  b: 1\n'],
    [
      'a map in a list',
      'a:\n- x # c\n- [z]\n',
      { a: [{ k: 1, l: 2 }, ['z']] },
      'a:\n- k: 1\n  l: 2\n- [z]\n',
    ],
    ['a tag goes', 'a: !!str 1\n', { a: 2 }, 'a: 2\n'],
    ['R071, R072: numbers get no quotes', 'port: 80\n', { port: 81 }, 'port: 81\n'],
    ['R090: big integers', 'a: 9007199254740993\n', { a: 9007199254740992n }, 'a: 9007199254740992\n'],
    ['__proto__', '__proto__: 1\n', JSON.parse('{"__proto__": 2}') as JsonValue, '__proto__: 2\n'],
  ]);
});

suite('a text of many lines is replaced', () => {
  table([
    [
      'R074: the style stays',
      'a: | # c\n  one\n  two\nb: 1\n',
      { a: 'one\nTWO\n', b: 1 },
      'a: | # c\n  one\n  TWO\nb: 1\n',
    ],
    [
      'its indentation too',
      'a:\n  b: |\n      x\n',
      { a: { b: 'y\nz\n' } },
      'a:\n  b: |\n      y\n      z\n',
    ],
    ['R062: the chomping changes', 'a: |\n  x\nb: 1\n', { a: 'x\n\n', b: 1 }, 'a: |+\n  x\n\nb: 1\n'],
    ['an indented first line', 'a: |\n  x\n', { a: '  x\n' }, 'a: |2\n    x\n'],
    ['a folded text becomes a literal one', 'a: >\n  x\n  y\n', { a: 'z\ny\n' }, 'a: |\n  z\n  y\n'],
    ['one line becomes many', 'a: x # c\nb: 1\n', { a: 'x\ny\n', b: 1 }, 'a: | # c\n  x\n  y\nb: 1\n'],
    ['many become one', 'a: | # c\n  x\n  y\nb: 1\n', { a: 'z', b: 1 }, 'a: z # c\nb: 1\n'],
    ['many lines in quotes stay in quotes', 'a: "x\\ny"\n', { a: 'x\nz' }, 'a: "x\\nz"\n'],
    ['R082: an empty one with a comment behind', 'a: |\n# c\nb: 1\n', { a: '', b: 2 }, 'a: |\n# c\nb: 2\n'],
    [
      'R059: blanks at line ends',
      'a: |\n  first \n  second\n',
      { a: 'first \nSECOND\n' },
      'a: |\n  first \n  SECOND\n',
    ],
    ['R078: control characters', 'a: |\n  x\n', { a: 'x\n\u0007' }, 'a: "x\\n\\x07"\n'],
    ['in a list', 'a:\n- |\n  x\n- v\n', { a: ['z\n', 'v'] }, 'a:\n- |\n  z\n- v\n'],
  ]);
});
