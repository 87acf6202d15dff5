import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { parse } from 'yaml';
import type { JsonValue } from '../../../server/src/merge/json';
import { isolateConflicts, mergeValues } from '../../../server/src/merge/merge';
import { formatPointer } from '../../../server/src/merge/fieldPath';
import { applyEdits, editToValue } from '../../../server/src/manifest/edit';
import { isolatedTexts } from '../../../server/src/manifest/isolatedTexts';
import { readManifest } from '../../../server/src/manifest/read';
import { pathTopology, type PathTable } from '../merge/pathTopology';

interface TextCase {
  id: string;
  source: string;
  schema: { paths: PathTable };
  yaml11?: boolean;
  baseText: string;
  oursText: string;
  theirsText: string;
  expected: {
    text?: string;
    merged?: JsonValue;
    keep?: string[];
    gone?: string[];
    conflicts?: { path: string; kind: string }[];
    isolated?: Record<'base' | 'ours' | 'theirs', string>;
    refuse?: 'unparsable' | 'multiple-documents';
  };
}

const cases = readFileSync(join(import.meta.dirname, 'fixtures', 'text-cases.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as TextCase);

/** The text after edits that must exist. */
function edit(text: string, target: JsonValue, schema: TextCase['schema']): string {
  const edits = editToValue(readManifest(text), target, pathTopology(schema.paths));
  assert.ok(edits, 'the edited text must say the target');
  return applyEdits(text, edits);
}

suite('corpus of merges in texts', () => {
  for (const { id, source, schema, yaml11, baseText, oursText, theirsText, expected } of cases)
    test(`${id} ${source.split(' — ')[1] ?? ''}`, () => {
      const ours = readManifest(oursText);
      if (expected.refuse !== undefined) {
        const kinds = { unparsable: ['syntax', 'duplicateKey'], 'multiple-documents': ['multipleDocuments'] };
        assert.equal(ours.value, undefined);
        assert.ok(kinds[expected.refuse].includes(ours.problems[0]?.kind ?? ''));
        return;
      }
      const [base, theirs] = [baseText, theirsText].map((text) => readManifest(text).value);
      assert.ok(base !== undefined && ours.value !== undefined && theirs !== undefined);
      const topology = pathTopology(schema.paths);
      const versions = { base, ours: ours.value, theirs };
      const { value, conflicts } = mergeValues(versions, topology);
      assert.deepEqual(
        conflicts.map(({ path, kind }) => `${kind} ${formatPointer(path)}`),
        (expected.conflicts ?? []).map(({ path, kind }) => `${kind} ${path}`),
      );
      const text = edit(oursText, value as JsonValue, schema);
      if (expected.text !== undefined) assert.equal(text, expected.text);
      if (expected.merged !== undefined) assert.deepEqual(readManifest(text).value, expected.merged);
      for (const part of expected.keep ?? []) assert.ok(text.includes(part), `${text}\nkeeps ${part}`);
      for (const part of expected.gone ?? []) assert.ok(!text.includes(part), `${text}\ndrops ${part}`);
      if (yaml11 === true) assert.deepEqual(parse(text, { version: '1.1' }), parse(text, { version: '1.2' }));
      if (expected.isolated === undefined) return;
      const isolated = isolateConflicts(versions, topology);
      assert.deepEqual(isolatedTexts(ours, isolated, topology), expected.isolated);
    });
});
