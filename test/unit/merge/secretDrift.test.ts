import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { decodeText, encodeText } from '../../../server/src/merge/base64';
import { findDrift, type StatedVersions } from '../../../server/src/merge/drift';
import type { JsonObject } from '../../../server/src/merge/json';
import { takeLive } from '../../../server/src/merge/takeLive';
import { builtinTopology } from '../../../server/src/merge/topology';

suite('drift of a Secret', () => {
  const secret = (more: JsonObject): JsonObject => ({ apiVersion: 'v1', kind: 'Secret', ...more });
  const drift = (file: JsonObject, live: JsonObject): StatedVersions => ({
    file: secret(file),
    live: secret(live),
    topology: builtinTopology,
    status: 'ignored',
  });

  test('R101: stringData is compared with data, and wins over it', () => {
    const file = { stringData: { a: 'pässword', b: '' }, data: { a: 'eA==', c: 'eA\n==\n' } };
    const live = { data: { a: encodeText('pässword'), b: '', c: 'eA==' } };
    assert.deepEqual(findDrift(drift(file, live)), []);
  });
  test('what differs is hidden, also in what kubectl last applied', () => {
    const annotations = { 'kubectl.kubernetes.io/last-applied-configuration': '{"data": 1}' };
    const both = drift(
      { metadata: { annotations }, type: 'a', stringData: { a: 'x', gone: 'y' }, data: { c: 'eA==' } },
      { type: 'b', data: { a: encodeText('z'), c: 'eQ==' } },
    );
    assert.deepEqual(
      findDrift(both).map(({ path, isSecret }) => [path.at(-1), isSecret]),
      [
        ['metadata', true],
        ['type', false],
        ['c', true],
        ['a', true],
        ['gone', true],
      ],
    );
  });
  test('live texts come into stringData, live bytes into data', () => {
    const both = drift(
      { stringData: { a: 'x', b: 'x', c: 'x' } },
      { data: { a: encodeText('ü'), b: '/wD+' } },
    );
    assert.deepEqual(
      takeLive(both, findDrift(both)),
      secret({ stringData: { a: 'ü' }, data: { b: '/wD+' } }),
    );
  });
  test('base64 of any text comes back', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const encoded = encodeText(text);
        assert.equal(encoded, Buffer.from(text.toWellFormed(), 'utf8').toString('base64'));
        assert.equal(decodeText(encoded), text.toWellFormed());
      }),
    ));
  test('bytes that are no text are none', () =>
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        const text = Buffer.from(bytes).toString('utf8');
        const isText = Buffer.from(text, 'utf8').equals(Buffer.from(bytes));
        assert.equal(decodeText(Buffer.from(bytes).toString('base64')), isText ? text : undefined);
      }),
    ));
});
