import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { diagnostics } from '../../../server/src/features/diagnostics';
import { describeFight, summarizeVersions } from '../../../server/src/features/history';
import { documentStatus } from '../../../server/src/features/status';
import { clockTime } from '../../../server/src/features/values';
import type { JsonObject } from '../../../server/src/merge/json';
import { toUri } from '../../../server/src/protocol/objectRef';
import type { LiveDocument } from '../../../server/src/session/liveDocument';
import { seeLive, seeOwn } from '../../../server/src/session/seeing';
import type { Snapshot } from '../../../server/src/session/snapshot';
import { open, settings } from '../session/documents';
import { context, opened, view } from './views';

const { now } = context;

/** A document that has seen these versions, one a second, the last one ten seconds ago. */
function see(versions: Snapshot[], document: LiveDocument = open(opened)): LiveDocument {
  return [opened, ...versions].reduce(
    (known, snapshot, index) =>
      seeLive(
        { ...known, live: { kind: 'present', snapshot } },
        { now: now - 10_000 - 1_000 * (versions.length - index), limit: 50 },
      ),
    document,
  );
}

/** Data of which this manager owns the mode. */
function by(manager: string, version: string, data: JsonObject, subresource = ''): Snapshot {
  const fieldsV1 = { 'f:data': { 'f:mode': {} } };
  const entry = { manager, operation: 'Update', subresource, time: '2026-01-02T11:59:00Z', fieldsV1 };
  return settings(version, data, { managedFields: [entry] });
}

describe('the list of versions says', () => {
  test('who, when and what, newest first', () => {
    const document = see([
      by('kubectl', '501', { mode: 'slow', color: 'red' }, 'scale'),
      by('kubernetes-live-edit', '502', { mode: 'fast', color: 'red' }),
    ]);
    const own = seeOwn(document, by('', '502', {}));
    const [at10, at11, at12] = [10, 11, 12].map((seconds) => clockTime(now - seconds * 1_000));
    assert.deepEqual(summarizeVersions(own.seen, { now, secret: false }), [
      {
        resourceVersion: '502',
        origin: 'own',
        title: 'you',
        description: `10 s ago · ${at10} · newest`,
        detail: 'data.mode "slow" → "fast"',
        name: `you ${at10}`,
      },
      {
        resourceVersion: '501',
        origin: 'other',
        title: 'kubectl/scale',
        description: `11 s ago · ${at11}`,
        detail: 'data.mode "fast" → "slow"',
        name: `kubectl/scale ${at11}`,
      },
      {
        resourceVersion: '500',
        origin: 'opened',
        title: 'as first opened',
        description: `12 s ago · ${at12}`,
        detail: 'resourceVersion 500',
        name: 'as first opened',
      },
    ]);
  });

  test('fields of a Secret, and no value', () => {
    const { seen } = see([by('ann', '501', { mode: 'hunter2', other: 'hunter3' })]);
    const [newest] = summarizeVersions(seen, { now, secret: true });
    assert.equal(newest?.detail, 'data.mode, data.color removed, data.other added');
    assert.match(summarizeVersions(seen, { now, secret: false })[0]?.detail ?? '', /hunter2/);
  });

  test('the first of many changes, what came after that changed nothing shown, and a new object', () => {
    const many = by('ann', '501', { mode: 'a', color: 'b', size: 'c', shape: 'd', weight: 'e' });
    const beats = [502, 503].map((version) => ({ ...many, resourceVersion: String(version) }));
    const anew = settings('504', { mode: 'a' }, { uid: 'uid-2', name: 'other' });
    const details = summarizeVersions(see([many, ...beats, anew]).seen, { now, secret: false }).map(
      ({ detail }) => detail,
    );
    assert.match(details[0] ?? '', /^deleted and created anew · metadata\.\w+ .* and \d more$/);
    assert.match(details[1] ?? '', / and 2 more · then 2 versions of hidden fields only$/);
  });

  test('the end of a long path alone, so that the values can be seen', () => {
    const long = 'deployment.kubernetes.io/revision-of-this-very-object';
    const { seen } = see([
      settings('501', { mode: 'fast', color: 'red' }, { annotations: { [long]: '2' } }),
      settings('502', { mode: 'fast', color: 'red' }, { annotations: { [long]: '3' } }),
    ]);
    const [{ detail } = { detail: '' }] = summarizeVersions(seen, { now, secret: false });
    assert.equal(detail, `…[${long}] "2" → "3"`);
  });

  test('of two texts what stands behind the last / that they have in common', () => {
    const seen = (before: string, after: string): string | undefined =>
      summarizeVersions(
        see([
          by('ann', '501', { mode: before, color: 'red' }),
          by('ann', '502', { mode: after, color: 'red' }),
        ]).seen,
        { now, secret: false },
      )[0]?.detail;
    assert.equal(seen('r.example/web:1.0', 'r.example/web:2.0'), 'data.mode "…web:1.0" → "…web:2.0"');
    assert.equal(seen('a/b/c', 'a/b'), 'data.mode "…b/c" → "…b"');
    assert.equal(seen('a/b', 'x/b'), 'data.mode "a/b" → "x/b"');
    assert.equal(seen('/b', 'b'), 'data.mode "/b" → "b"');
    assert.equal(seen('slow', 'slower'), 'data.mode "slow" → "slower"');
  });

  test('that it is not known who has written, where no manager is recorded', () => {
    const { seen } = see([settings('501', { mode: 'slow', color: 'red' })]);
    assert.equal(summarizeVersions(seen, { now, secret: false })[0]?.title, 'unknown manager');
  });
});

describe('a field that two managers fight over', () => {
  const turns = Array.from({ length: 6 }, (_, index) =>
    by(index % 2 === 0 ? 'operator' : 'kubectl', `51${index}`, {
      mode: index % 2 === 0 ? 'slow' : 'fast',
      color: 'red',
    }),
  );
  const fought = view({ ...see(turns), health: { kind: 'watching' } });
  const warning = 'Fought over by kubectl and operator: data.mode changed 6 times in the last minute.';

  test('is named with both, in the line of the document and on the field', () => {
    assert.ok(fought.foughtOver);
    assert.equal(describeFight(fought.foughtOver), 'fought over by kubectl and operator');
    assert.match(documentStatus(fought, context).summary, /fought over by kubectl and operator/);
    const found = diagnostics(fought, context).find(({ message }) => message === warning);
    assert.equal(found?.severity, 2);
    const { start } = found.range;
    assert.match(open(opened).text.split('\n')[start.line] ?? '', /^ +mode: /);
  });

  test('is named without its values where they are secret', () => {
    const ref = { ...open(opened).ref, resource: 'secrets' };
    const secret = view({
      ...see(turns, { ...open(opened), ref, uri: toUri(ref) }),
      health: { kind: 'watching' },
    });
    assert.ok(secret.secret);
    const messages = diagnostics(secret, context).map(({ message }) => message);
    assert.ok(messages.includes(warning));
    assert.doesNotMatch(JSON.stringify(messages), /slow|fast/);
  });
});
