import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { readManifest } from '../../../server/src/manifest/read';
import { keys, refusedKeys, refusedScalars, scalars } from './scalars';

suite('R065, R066, R068, R090: scalars are read as kubectl and the API server read them', () => {
  for (const [written, read] of scalars)
    test(`${written} is ${typeof read === 'bigint' ? read : JSON.stringify(read)}`, () =>
      assert.deepEqual(readManifest(`v: ${written}\n`).value, { v: read }));

  for (const written of refusedScalars)
    test(`${written} is refused`, () => assert.equal(readManifest(`v:\n  k: ${written}\n`).value, undefined));

  for (const [written, read] of keys)
    test(`the key ${written} is ${JSON.stringify(read)}`, () => {
      const { value } = readManifest(`${written}: x\n`);
      assert.deepEqual(Object.entries(value ?? {}), [[read, 'x']]);
    });

  for (const written of refusedKeys)
    test(`the key ${written.trim()} is refused`, () =>
      assert.deepEqual(
        readManifest(`${written}: x\n`).problems.map(({ kind }) => kind),
        ['key'],
      ));
});
