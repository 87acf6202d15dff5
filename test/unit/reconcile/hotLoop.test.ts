import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { formatFieldPath } from '../../../server/src/merge/fieldPath';
import { findHotLoop, type SeenWrite } from '../../../server/src/reconcile/hotLoop';

const start = Date.UTC(2026, 0, 2, 12);
const replicas = ['spec', 'replicas'];

/** A step of a table: who sets the field to which value; `?` is a manager that is not recorded. */
type Step = `${string}=${number}` | [step: `${string}=${number}`, path: string[]];

/** Writes one second apart, the field being 0 before the first. */
function writes(steps: Step[], milliseconds = 1_000): SeenWrite[] {
  const values = new Map<string, number>();
  return steps.map((step, index) => {
    const [text, path] = typeof step === 'string' ? [step, replicas] : step;
    const [manager = '', value = ''] = text.split('=');
    const before = values.get(path.join('.')) ?? 0;
    values.set(path.join('.'), Number(value));
    const change = { path, manager: manager === '?' ? undefined : manager, before, after: Number(value) };
    return { time: start + index * milliseconds, changes: [change] };
  });
}

/** `a b: spec.replicas 6`, or `nobody`. */
function describeLoop(seen: SeenWrite[], now = seen.at(-1)?.time ?? start): string {
  const loop = findHotLoop(seen, now);
  if (loop === undefined) return 'nobody';
  const fields = loop.fields.map(({ path, times }) => `${formatFieldPath(path)} ${times}`);
  return `${loop.managers.join(' ')}: ${fields.join(', ')}`;
}

const repeat = (steps: Step[], times: number): Step[] => Array.from({ length: times }, () => steps).flat();
const label = ['metadata', 'labels', 'tier'];

describe('an object is fought over', () => {
  const cases: [title: string, steps: Step[], loop: string][] = [
    ['by two that set a field back and forth', repeat(['b=2', 'a=5'], 3), 'a b: spec.replicas 6'],
    ['whoever begins', repeat(['a=5', 'b=2'], 7), 'a b: spec.replicas 14'],
    [
      'by one that takes back what another sets to ever new values',
      ['hpa=5', 'git=2', 'hpa=6', 'git=2', 'hpa=7', 'git=2'],
      'git hpa: spec.replicas 6',
    ],
    [
      'over several fields by the same two',
      repeat(['a=5', 'b=2', ['a=1', label], ['b=3', label]], 4),
      'a b: spec.replicas 8, metadata.labels.tier 8',
    ],
    [
      'also where a third one writes the field between them',
      ['a=5', 'b=2', 'a=5', 'c=9', 'b=2', 'a=5', 'b=2'],
      'a b: spec.replicas 6',
    ],
    ['also where one of them writes in two steps', repeat(['a=4', 'a=5', 'b=2'], 3), 'a b: spec.replicas 9'],
    [
      'also where the one that takes back does so in two steps',
      repeat(['hpa=5', 'git=3', 'git=2', 'hpa=6', 'git=4', 'git=2'], 2),
      'git hpa: spec.replicas 12',
    ],
    [
      'also where it is not known of some writes who has made them',
      ['a=5', 'b=2', '?=9', 'a=5', 'b=2', 'a=5', 'b=2'],
      'a b: spec.replicas 6',
    ],
    [
      'most of all by those who change a field most often',
      [
        ...repeat(
          [
            ['c=1', label],
            ['d=2', label],
          ],
          3,
        ),
        ...repeat(['a=5', 'b=2'], 5),
      ],
      'a b: spec.replicas 10',
    ],
  ];
  for (const [title, steps, loop] of cases) {
    test(title, () => assert.equal(describeLoop(writes(steps)), loop));
  }

  test('by those who change two fields at once', () => {
    const seen = writes(repeat(['a=5', 'b=2'], 3)).map(({ time, changes }) => ({
      time,
      changes: [...changes, ...changes.map((change) => ({ ...change, path: label }))],
    }));
    assert.equal(describeLoop(seen), 'a b: spec.replicas 6, metadata.labels.tier 6');
  });

  test('until they have stopped for a minute, and by what was changed within the last one', () => {
    const seen = writes(repeat(['a=5', 'b=2'], 15), 4_000);
    const end = seen.at(-1)!.time;
    assert.equal(describeLoop(seen, end), 'a b: spec.replicas 15');
    assert.equal(describeLoop(seen, end + 30_000), 'a b: spec.replicas 8');
    assert.equal(describeLoop(seen, end + 60_000), 'nobody');
  });

  test('no longer where the clock was put back', () => {
    const seen = writes(repeat(['a=5', 'b=2'], 5));
    assert.equal(describeLoop(seen, start - 3_600_000), 'nobody');
  });
});

describe('an object is not fought over', () => {
  const cases: [title: string, steps: Step[]][] = [
    ['that nobody writes', []],
    ['by one that writes often', repeat(['a=1', 'a=2'], 50)],
    ['by two that write it once each', ['kubectl=5', 'hpa=3']],
    ['by two that write it twice each', repeat(['a=5', 'b=2'], 2)],
    [
      'where one reacts with a new value to each change of the other',
      ['user=1', 'ctl=10', 'user=2', 'ctl=20', 'user=3', 'ctl=30', 'user=4', 'ctl=40'],
    ],
    ['where two count it up in turn', ['a=1', 'b=2', 'a=3', 'b=4', 'a=5', 'b=6', 'a=7', 'b=8']],
    [
      'where two set the same values again, each for some time',
      [...repeat(['a=1', 'a=2'], 9), ...repeat(['b=1', 'b=2'], 9)],
    ],
    [
      'where two write fields of their own in turn',
      repeat(['a=1', ['b=1', label], 'a=2', ['b=2', label]], 5),
    ],
    ['where one of the two is not known', repeat(['a=5', '?=2'], 9)],
    ['where neither of the two is known', repeat(['?=5', '?=2'], 9)],
  ];
  for (const [title, steps] of cases) {
    test(title, () => assert.equal(describeLoop(writes(steps)), 'nobody'));
  }

  test('where it goes back and forth every half a minute', () => {
    assert.equal(describeLoop(writes(repeat(['a=5', 'b=2'], 30), 30_000)), 'nobody');
  });
});
