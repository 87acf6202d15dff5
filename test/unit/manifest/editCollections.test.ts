import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { untypedTopology, type ListTopology } from '../../../server/src/merge/topology';
import { edit, table } from './editTable';

suite('keys come and go', () => {
  table([
    [
      'a key is removed with its comments',
      'a: 1\n# b\n# b too\nb: 2 # c\nc: 3\n',
      { a: 1, c: 3 },
      'a: 1\nc: 3\n',
    ],
    [
      'comments apart stay',
      'a: 1\n# apart\n\nb: 2\n# c\nc: 3\n',
      { a: 1, c: 3 },
      'a: 1\n# apart\n\n# c\nc: 3\n',
    ],
    [
      'comments behind an empty line go, where a text of many lines would take them in',
      'a: |\n  x\nb:\n- 1\n\n  # of b\n\n   # too\n# apart\n',
      { a: 'x\n' },
      'a: |\n  x\n# apart\n',
    ],
    [
      'a text of spaces goes with the comment below',
      'a: |\n  x\nb: |\n     \n    # of b\n',
      { a: 'x\n' },
      'a: |\n  x\n',
    ],
    ['comments inside go', 'a:\n  x: 1\n  # inside\nb: 2\n', { b: 2 }, 'b: 2\n'],
    ['the last key goes', 'a: 1\nb: 2\n', { a: 1 }, 'a: 1\n'],
    ['the last key goes without a line end', 'a: 1\nb: 2', { a: 1 }, 'a: 1'],
    ['the first key of an item goes', 'l:\n- a: 1 # c\n  b: 2 # d\n', { l: [{ b: 2 }] }, 'l:\n- b: 2 # d\n'],
    [
      'it leaves comments behind',
      'l:\n- a: 1\n  # about b\n  b: 2\n',
      { l: [{ b: 2 }] },
      'l:\n-\n  # about b\n  b: 2\n',
    ],
    ['several first keys go', 'l:\n- a: 1\n  b: 2\n  c: 3\n', { l: [{ c: 3 }] }, 'l:\n- c: 3\n'],
    [
      'a key comes behind the one before it',
      'a: 1 # c\nz: 2\n',
      { a: 1, b: 3, z: 2 },
      'a: 1 # c\nb: 3\nz: 2\n',
    ],
    ['a key comes last where it was first', 'b: 1\nc: 2\n', { a: 0, b: 1, c: 2 }, 'b: 1\nc: 2\na: 0\n'],
    [
      'a key comes behind comments inside',
      'a:\n  x: 1\n  # in\nz: 2\n',
      { a: { x: 1 }, b: 3, z: 2 },
      'a:\n  x: 1\n  # in\nb: 3\nz: 2\n',
    ],
    ['a key comes without a line end', 'a: 1', { a: 1, b: 2 }, 'a: 1\nb: 2'],
    [
      'the indentation is that of the others',
      'a:\n    x: 1\n',
      { a: { x: 1, v: { z: 1 } } },
      'a:\n    x: 1\n    v:\n        z: 1\n',
    ],
    ['lists are indented as the others are', 'a:\n  - 1\n', { a: [1], b: [2] }, 'a:\n  - 1\nb:\n  - 2\n'],
    ['awkward keys', 'a: 1\n', { a: 1, n: 2, 'x: y': 3 }, 'a: 1\n"n": 2\n\'x: y\': 3\n'],
    ['one goes as one comes', 'a: 1\nb: 2\nc: 3\n', { a: 1, x: 4, c: 3 }, 'a: 1\nx: 4\nc: 3\n'],
    [
      'two levels end together',
      'a:\n  b: 1\nz: 1\n',
      { a: { b: 1, c: 2 }, d: 3, z: 1 },
      'a:\n  b: 1\n  c: 2\nd: 3\nz: 1\n',
    ],
    ['an explicit key', '? a\n: 1\n', { a: 2, b: 1 }, '? a\n: 2\nb: 1\n'],
    ['an explicit key without a value', '? a\nb: 1\n', { a: [1], b: 1 }, '? a\n:\n- 1\nb: 1\n'],
    ['document marks', '---\na: 1\n...\n', { a: 1, b: 2 }, '---\na: 1\nb: 2\n...\n'],
    [
      'R086: a commented-out field stays a comment',
      'spec:\n  # size: 3\n  p: 1\n',
      { spec: { p: 1, q: 2 } },
      'spec:\n  # size: 3\n  p: 1\n  q: 2\n',
    ],
  ]);
});

suite('list items come, go and move', () => {
  table([
    [
      'an item is removed with its comment',
      'l:\n# a\n- a\n# b\n- b # c\n# d\n- d\n',
      { l: ['a', 'd'] },
      'l:\n# a\n- a\n# d\n- d\n',
    ],
    [
      'an item comes between',
      'l:\n# a\n- a\n# b\n- b\n',
      { l: ['a', 'x', 'b'] },
      'l:\n# a\n- a\n- x\n# b\n- b\n',
    ],
    ['an item comes first', 'l:\n# a\n- a\n', { l: ['x', 'a'] }, 'l:\n- x\n# a\n- a\n'],
    ['all items go', 'l: # c\n- a\n- b\nz: 1\n', { l: [], z: 1 }, 'l: [] # c\nz: 1\n'],
    [
      'an item changes',
      'l:\n- --a=1 # a\n- --b=1 # b\n',
      { l: ['--a=2', '--b=1'] },
      'l:\n- --a=2 # a\n- --b=1 # b\n',
    ],
    [
      'named items change in place',
      'l:\n- name: a # c\n  v: 1\n- name: b\n',
      { l: [{ name: 'b' }, { name: 'c' }] },
      'l:\n- name: b\n- name: c\n',
    ],
    [
      'items move with their comments',
      'l:\n# about a\n- name: a # a\n  v: 1\n# about b\n- name: b # b\n# about c\n- name: c # c\n',
      { l: [{ name: 'c' }, { name: 'a', v: 2 }, { name: 'b' }] },
      'l:\n# about c\n- name: c # c\n# about a\n- name: a # a\n  v: 2\n# about b\n- name: b # b\n',
    ],
    [
      'lists in lists',
      'l:\n- - a # a\n  - b\n- - c\n',
      {
        l: [
          ['x', 'a', 'b'],
          ['c', 'd'],
        ],
      },
      'l:\n- - x\n  - a # a\n  - b\n- - c\n  - d\n',
    ],
    [
      'the first item of a list in a list moves',
      'l:\n- - a # a\n  - b # b\n',
      { l: [['b', 'a']] },
      'l:\n- - b # b\n  - a # a\n',
    ],
    [
      'an item below its dash',
      'l:\n-\n    a: 1\n- b\n',
      { l: [{ x: 2, z: 3 }, 'b'] },
      'l:\n- x: 2\n  z: 3\n- b\n',
    ],
    ['an item without a value', 'l:\n- # c\n- a\n', { l: ['x', 'a'] }, 'l:\n- x # c\n- a\n'],
  ]);

  test('the identity of the topology goes before the usual one', () => {
    const topology: ListTopology = {
      ...untypedTopology,
      field: () => ({ ...untypedTopology, list: { kind: 'map', keys: ['id'], keyDefaults: new Map() } }),
    };
    assert.equal(
      edit('l:\n- name: a # a\n  id: 1\n- name: b\n  id: 2 # b\n', { l: [{ name: 'a', id: 2 }] }, topology),
      'l:\n- name: a\n  id: 2 # b\n',
    );
  });
});

suite('flow collections stay flow collections', () => {
  table([
    ['a member comes', 'l: [a, b]  # c\n', { l: ['a', 'b', 'c'] }, 'l: [a, b, c]  # c\n'],
    ['a member comes first', 'l: [a]\n', { l: ['x', 'a'] }, 'l: [x, a]\n'],
    ['a member goes', 'l: [a, b, c]\n', { l: ['a', 'c'] }, 'l: [a, c]\n'],
    ['the last member goes', 'l: [a, b]\n', { l: ['a'] }, 'l: [a]\n'],
    ['the first member goes', 'm: {a: 1, b: 2}\n', { m: { b: 2 } }, 'm: {b: 2}\n'],
    ['all members go', 'm: {a: 1} # c\n', { m: {} }, 'm: {} # c\n'],
    [
      'a key comes',
      'm: {a: 1, c: 3}\n',
      { m: { a: 1, b: [2, { x: 'y, z' }], c: 3 } },
      "m: {a: 1, b: [2, {x: 'y, z'}], c: 3}\n",
    ],
    ['a value changes', 'm: {"a": \'x\'} # c\n', { m: { a: 'y' } }, 'm: {"a": \'y\'} # c\n'],
    ['a key without a value gets one', 'm: {a, b: 1}\n', { m: { a: 2, b: 1 } }, 'm: {a: 2, b: 1}\n'],
    [
      'lines of their own',
      'l: [\n  a, # a\n  b # b\n]\n',
      { l: ['a', 'x', 'b', 'c'] },
      'l: [\n  a, # a\n  x,\n  b, # b\n  c\n]\n',
    ],
    ['a comma at the end', 'l: [\n  a,\n]\n', { l: ['a', 'b'] }, 'l: [\n  a,\n  b,\n]\n'],
    [
      'a line of its own goes',
      'l: [\n  a, # a\n  b, # b\n  c # c\n]\n',
      { l: ['a', 'c'] },
      'l: [\n  a, # a\n  c # c\n]\n',
    ],
    [
      'the comment above the next line stays',
      'l: [\n  a, # a\n  # b\n  b\n]\n',
      { l: ['b'] },
      'l: [\n  # b\n  b\n]\n',
    ],
    ['a last line of its own goes', 'l: [\n  a, # a\n  b # b\n]\n', { l: ['a'] }, 'l: [\n  a # a\n]\n'],
    ['members that move', 'l: [a, b, c]\n', { l: ['c', 'a', 'b'] }, 'l: [c, a, b]\n'],
    [
      'JSON',
      '{"a": {"b": [1, 2]}, "c": "d"}\n',
      { a: { b: [1, 3] }, c: 'e', f: true },
      '{"a": {"b": [1, 3]}, "c": "e", f: true}\n',
    ],
    ['a pair in a list', 'l: [a: 1]\n', { l: [{ a: 1, b: 2 }] }, 'l: [{a: 1, b: 2}]\n'],
  ]);
});
