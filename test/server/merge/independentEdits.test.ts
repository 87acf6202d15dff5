import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { readManifest } from '../../../server/src/manifest/read';
import { listChanges } from '../../../server/src/merge/changes';
import { formatFieldPath } from '../../../server/src/merge/fieldPath';
import { builtinTopology } from '../../../server/src/merge/topology';
import { type ControlPlane, startControlPlane } from '../../cluster/controlPlane';
import { judgeMerge } from './judge';
import { createLiveManifests, type LiveManifest } from './liveManifests';
import { seededRandom } from './random';
import { mergeText, type TextMerge, visibleOf, writeTexts } from './textMerge';
import { makeTriple, type Triple, type TripleKind } from './triples';

/** Random edits of both sides, on objects as a real API server fills them in, merged through the text of ours. */
describe('merging edits of two sides', () => {
  let controlPlane: ControlPlane;
  let manifests: LiveManifest[];

  before(async () => {
    controlPlane = await startControlPlane();
    manifests = await createLiveManifests(controlPlane);
  });

  after(() => controlPlane.stop());

  const cases: readonly { kind: TripleKind; name: string; rounds: number; least: number }[] = [
    { kind: 'independent', name: 'takes both of independent edits', rounds: 40, least: 400 },
    { kind: 'overlapping', name: 'asks at the very field that both dispute', rounds: 20, least: 200 },
    { kind: 'atomic', name: 'asks where both change a list or map that is one value', rounds: 10, least: 60 },
  ];
  for (const { kind, name, rounds, least } of cases) {
    it(name, () => {
      const random = seededRandom(1);
      let count = 0;
      for (let round = 0; round < rounds; round += 1) {
        for (const { object, topology } of manifests) {
          const triple = makeTriple(object, kind, random);
          if (triple === undefined) continue;
          count += 1;
          const texts = writeTexts(triple, topology);
          const merged = mergeText(triple, texts.ours, topology);
          assert.equal(judgeMerge(triple, merged), 'right', describeTriple(triple, merged));
        }
      }
      assert.ok(count >= least, `only ${count} triples`);
    });
  }
});

function describeTriple({ base, expected, dispute, edits }: Triple, { text, conflicts }: TextMerge): string {
  const found = conflicts.map(({ kind, path }) => ({ kind, path }));
  const wanted = dispute === undefined ? [] : [dispute];
  const { value } = readManifest(text);
  return [
    `${base['kind'] as string}: ${JSON.stringify(edits)}`,
    `conflicts ${JSON.stringify(found)}, expected ${JSON.stringify(wanted)}`,
    ...listChanges(visibleOf(expected), value, builtinTopology).map(
      ({ path, before: wantedHere, after: mergedHere }) =>
        `${formatFieldPath(path)}: ${JSON.stringify(mergedHere)}, expected ${JSON.stringify(wantedHere)}`,
    ),
  ].join('\n');
}
