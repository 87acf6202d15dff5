import assert from 'node:assert/strict';
import { test } from 'node:test';
import { looksLikeManifest } from '../../../client/src/manifestText';

test('a text that names an apiVersion may be a manifest, in YAML and in JSON, wherever it stands', () => {
  const texts = [
    'apiVersion: v1\nkind: Pod\n',
    '# a comment\r\n---\r\napiVersion : v1\r\n',
    'items:\n- apiVersion: v1\n',
    '"apiVersion": v1\n',
    '{"apiVersion":"v1"}',
    '{\n  "kind": "Pod",\n  "apiVersion" : "v1"\n}\n',
  ];
  for (const text of texts) assert.equal(looksLikeManifest(text), true, text);
});

test('other texts are none, large ones neither', () => {
  const texts = ['', 'on: push\n', 'myapiVersion: v1\n', 'apiVersions: [v1]\n', 'apiVersion is a word\n'];
  for (const text of [...texts, 'key: value\n'.repeat(100_000)])
    assert.equal(looksLikeManifest(text), false, text.slice(0, 40));
});
