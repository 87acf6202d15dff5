import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { codeLenses } from '../../../server/src/features/codeLenses';
import { nextChange } from '../../../server/src/features/nextChange';
import { describeColumns } from '../../../server/src/features/printerColumns';
import type { JsonValue } from '../../../server/src/merge/json';
import type { LiveDocument } from '../../../server/src/session/liveDocument';
import type { PrinterColumn } from '../../../server/src/session/ports';
import type { Sketch } from '../reconcile/objects';
import { statusView } from './statusViews';
import { context } from './views';

const { now } = context;
const widget = 'example.dev/v1 Widget';

function column(name: string, cell: JsonValue, type = 'string'): PrinterColumn {
  return { name, type, format: '', priority: 0, cell };
}

interface Printed {
  columns: PrinterColumn[];
  type?: string;
  sketch?: Sketch;
  readAt?: number;
  more?: Partial<LiveDocument>;
}

function viewOf({
  columns,
  type = widget,
  sketch = {},
  readAt = now,
  more = {},
}: Printed): ReturnType<typeof statusView> {
  return statusView(type, sketch, { more: { columns: { columns, readAt }, ...more } });
}

function line(columns: PrinterColumn[], more: Partial<Printed> = {}): string | undefined {
  return describeColumns(viewOf({ columns, ...more }), now);
}

test('columns are named as kubectl names them; empty cells are left out', () => {
  const columns = [
    column('Ready', '2/3'),
    column('Phase', 'Progressing'),
    column('Replicas', 0, 'integer'),
    column('Load', 0.5, 'number'),
    column('Healthy', false, 'boolean'),
    column('Big', 2n ** 60n, 'integer'),
    column('Empty', ''),
    column('Nothing', null),
  ];
  assert.equal(
    line(columns),
    'READY 2/3 · PHASE Progressing · REPLICAS 0 · LOAD 0.5 · HEALTHY false · BIG 1152921504606846976',
  );
  assert.equal(line([column('Empty', ''), column('Nothing', null)]), undefined);
  assert.equal(line([]), undefined);
});

test('a date goes on with the time, and the lens is written anew for it', () => {
  const readAt = now - 3_600_000;
  const rows: [cell: string, expected: string][] = [
    ['30s', '60 m ago'],
    ['4h', '5 h ago'],
    ['5d3h', '5 d ago'],
    ['2y35d', '765 d ago'],
    ['<invalid>', '<invalid>'],
    ['3 weeks', '3 weeks'],
  ];
  for (const [cell, expected] of rows)
    assert.equal(line([column('Backup', cell, 'date')], { readAt }), `BACKUP ${expected}`);
  const view = viewOf({ columns: [column('Backup', '30s', 'date')], readAt: now });
  assert.equal(nextChange(view, context), now + 1_000);
  assert.equal(nextChange(viewOf({ columns: [column('Backup', 'soon')] }), context), undefined);
});

test('R165 R169 R172 what is printed of another generation is said to be so', () => {
  const columns = [column('Ready', 'True')];
  const write = (time: string, field: string): JsonValue => ({ time, fieldsV1: { [field]: {} } });
  const managedFields = [write('2026-01-02T03:04:05Z', 'f:status'), write('2026-01-02T03:10:00Z', 'f:spec')];
  const rows: [sketch: Sketch, expected: string][] = [
    [{ generation: 7, observed: 7 }, 'READY True'],
    [{ generation: 7, observed: 6 }, 'status of generation 6: READY True'],
    [{ generation: 1, observed: 0 }, 'status of no generation: READY True'],
    [{ generation: 2, observed: 5 }, 'status of generation 5: READY True'],
    [{ generation: 7 }, 'READY True'],
    [{ generation: 7, metadata: { managedFields } }, 'status not written since the last change: READY True'],
  ];
  for (const [sketch, expected] of rows) assert.equal(line(columns, { sketch }), expected);
  const since = now - 5_000;
  const health: LiveDocument['health'] = { kind: 'unknown', since, because: { kind: 'cancelled' } };
  assert.equal(line(columns, { more: { health } }), 'last known: READY True');
  assert.equal(line(columns, { more: { live: { kind: 'deleted', since } } }), undefined);
});

test('of a Secret nothing but its type and how much is in it', () => {
  const columns = [column('Type', 'Opaque'), column('Data', 2), column('Password', 'hunter2')];
  const ref = {
    context: 'prod',
    namespace: 'demo',
    group: '',
    version: 'v1',
    resource: 'secrets',
    name: 'it',
  };
  assert.equal(line(columns, { more: { ref } }), 'TYPE Opaque · DATA 2');
});

test('a line stays one line of a bounded length, whatever is printed', () => {
  const cells = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.constantFrom<JsonValue>(
      null,
      true,
      1e300,
      -0,
      'a\nb',
      '5d',
      '9'.repeat(19) + 's',
      'x '.repeat(100_000),
      [1],
      { a: 1 },
    ),
  );
  const columns = fc.record({
    name: fc.string({ minLength: 1, maxLength: 300 }),
    type: fc.constantFrom('string', 'date', 'integer', 'odd'),
    format: fc.constant(''),
    priority: fc.constant(0),
    cell: cells,
  });
  fc.assert(
    fc.property(fc.array(columns, { maxLength: 20 }), (printed) => {
      const words = line(printed) ?? '';
      assert.ok(words.length <= 161, String(words.length));
      assert.doesNotMatch(words, /[\n\r]|undefined|NaN|\[object/);
    }),
  );
});

test('the lens stands beside the others, and not where the user wants none', () => {
  const view = viewOf({ columns: [column('Phase', 'Done')] });
  const titles = (settings = context.settings): string[] =>
    codeLenses(view, { ...context, settings }).map(({ command }) => command?.title ?? '');
  assert.ok(titles().includes('PHASE Done'));
  assert.deepEqual(titles({ ...context.settings, codeLens: false }), []);
});
