import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '../../../server/src/merge/json';
import { judgeDocument, judgementOf } from '../../../server/src/session/judged';
import type { LiveDocument } from '../../../server/src/session/liveDocument';
import { type Snapshot, takeSnapshot } from '../../../server/src/session/snapshot';
import { receiveLive } from '../../../server/src/session/transitions';
import { make } from '../reconcile/objects';
import { open } from './documents';

const now = Date.UTC(2026, 0, 2, 12);
const watching = { kind: 'watching' } as const;

/** A Widget of this version, at one generation and seen at another; its spec was written at this time. */
function widget(version: number, generation: number, observed: number, written?: number): Snapshot {
  const managedFields: JsonObject[] =
    written === undefined
      ? []
      : [
          {
            manager: 'ann',
            operation: 'Update',
            time: new Date(written).toISOString(),
            fieldsV1: { 'f:spec': {} },
          },
        ];
  const metadata = { uid: 'uid-1', resourceVersion: String(version), managedFields };
  return takeSnapshot(make('example.dev/v1 Widget', { generation, observed, metadata }));
}

/** A document opened on the first of these versions, that has received the others since, one a second. */
function received(health: LiveDocument['health'], first: Snapshot, ...others: Snapshot[]): LiveDocument {
  let document = judgeDocument(open(first), now);
  for (const [index, snapshot] of others.entries())
    document = judgeDocument(
      receiveLive({ ...document, health }, snapshot).document,
      now + (index + 1) * 1_000,
    );
  return document;
}

function since(document: LiveDocument): number | undefined {
  const at = judgementOf(document).unobservedSince;
  return at === undefined ? undefined : at - now;
}

test('while the object is watched, our own clock says since when a generation is not observed', () => {
  const hourAhead = widget(2, 2, 1, now + 3_600_000);
  const hourBehind = widget(2, 2, 1, now - 3_600_000);
  for (const behind of [hourAhead, hourBehind])
    assert.equal(since(received(watching, widget(1, 1, 1), behind)), 1_000);
});

test('it counts on while the same generation is not observed, and ends with it', () => {
  const versions = [widget(1, 1, 1), widget(2, 2, 1), widget(3, 2, 1), widget(4, 2, 1)] as const;
  assert.equal(since(received(watching, ...versions)), 1_000);
  assert.equal(since(received(watching, ...versions, widget(5, 2, 2))), undefined);
  assert.equal(since(received(watching, ...versions, widget(5, 3, 1))), 4_000);
});

test('what was so before it was opened, or while nothing was known, is as old as the write of the spec', () => {
  assert.equal(since(received(watching, widget(1, 2, 1, now - 300_000))), -300_000);
  const lost = { kind: 'unknown', since: now, because: { kind: 'cancelled' } } as const;
  assert.equal(since(received(lost, widget(1, 1, 1), widget(2, 2, 1, now - 60_000))), -60_000);
});

test('a write in the future, or none that is recorded, counts from now on', () => {
  assert.equal(since(received(watching, widget(1, 2, 1, now + 3_600_000))), 0);
  assert.equal(since(received(watching, widget(1, 2, 1))), 0);
});

test('the same version is judged once', () => {
  const document = received(watching, widget(1, 2, 1));
  assert.equal(judgeDocument(document, now + 5_000), document);
  assert.equal(judgementOf({ ...document, text: 'x' }).state, document.judged?.state);
});
