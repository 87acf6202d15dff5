import { condition, seen, status, testRollouts } from './objects';

const deleted = { deletionTimestamp: '2026-01-02T03:04:05Z' };

testRollouts('example.dev/v1 Widget', [
  ['ready', { ...seen(2, 2), ...status(['Ready=True']) }, 'reached: Ready'],
  [
    'not ready',
    { ...seen(2, 2), ...status(['Ready=False/Waiting: for parts']) },
    'progressing state: Waiting, for parts',
  ],
  [
    'reconciling comes first',
    { ...seen(2, 2), ...status(['Ready=True', 'Reconciling=True/Growing']) },
    'progressing state: Growing',
  ],
  [
    'stalled',
    { ...seen(2, 2), ...status(['Ready=False', 'Stalled=True/NoParts: none']) },
    'stuck NoParts (none)',
  ],
  [
    'R162 one behind for ever is no failure',
    { ...seen(6, 5), ...status(['Ready=True']) },
    'progressing observation',
  ],
  [
    'R165 Ready of the old spec',
    { generation: 3, ...status([], { conditions: [condition('Ready=True', { observedGeneration: 2 })] }) },
    'progressing observation',
  ],
  [
    'R165 stalled by the old spec',
    { ...seen(3, 2), ...status(['Stalled=True/NoParts']) },
    'progressing observation',
  ],
  [
    'R169 a status of another history',
    { ...seen(2, 5), ...status(['Ready=True']) },
    'not tracked, otherHistory',
  ],
  [
    'R172 nobody can tell of which spec',
    { generation: 5, ...status(['Ready=True']) },
    'not tracked, cannotTell',
  ],
  ['the first spec has no other one', { generation: 1, ...status(['Ready=True']) }, 'reached: Ready'],
  ['no generations at all', status(['Ready=True']), 'reached: Ready'],
  ['no conditions', seen(2, 2), 'not tracked, noRule'],
  [
    'being deleted',
    { metadata: { ...deleted, finalizers: ['a/b', 7, 'c/d'] }, ...status(['Ready=True']) },
    'progressing deletion: finalizers a/b c/d',
  ],
]);
testRollouts('v1 ConfigMap', [['R171 nothing to follow', {}, 'not tracked, noRule']]);
