import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import fc from 'fast-check';
import { parseJson } from '../../../server/src/cluster/json';
import { isSameJson } from '../../../server/src/manifest/equal';
import { readManifest } from '../../../server/src/manifest/read';
import { renderManifest } from '../../../server/src/manifest/render';
import { startControlPlane, type ControlPlane } from '../../cluster/controlPlane';
import { jsonObject } from '../../unit/manifest/jsonValues';
import { keys, refusedKeys, refusedScalars, scalars } from '../../unit/manifest/scalars';
import { mangledText, yamlText } from '../../unit/manifest/yamlTexts';
import { openApiReader, type ApiReader } from './apiReader';
import { compareReaders } from './compareReaders';

suite("the API server's own decoder as the judge", () => {
  let controlPlane: ControlPlane;
  let api: ApiReader;
  before(async () => {
    controlPlane = await startControlPlane();
    api = await openApiReader(controlPlane);
  });
  after(async () => {
    await api.close();
    await controlPlane.stop();
  });

  const agrees = async (text: string): Promise<void> => {
    const comparison = await compareReaders(text, api);
    if (typeof comparison === 'object') assert.fail(`${JSON.stringify(text)}: ${comparison.difference}`);
  };

  test('R065, R066, R068, R090: it reads every scalar of the table as we do', async () => {
    for (const [written] of scalars) await agrees(`v: ${written}\n`);
    for (const written of refusedScalars) await agrees(`v:\n  k: ${written}\n`);
    for (const [written] of keys) await agrees(`v:\n  ${written}: x\n`);
    for (const written of refusedKeys) await agrees(`${written}: x\n`);
  });

  test('kubectl reads every scalar of the table as we do', async () => {
    // A list, as kubectl itself would drop a null from a map.
    const text = `${api.head}v:\n${scalars.map(([written]) => `- ${written}\n`).join('')}`;
    const { code, stdout, stderr } = await controlPlane.kubectl(
      ['create', '--dry-run=client', '--validate=false', '-o', 'json', '-f', '-'],
      { stdin: text },
    );
    assert.equal(code, 0, stderr);
    const { v: theirs } = parseJson(stdout) as { v: never[] };
    const { v: ours } = readManifest(text).value as { v: never[] };
    for (const [index, [written]] of scalars.entries())
      // kubectl decodes JSON numbers beyond 64 bits as floating-point numbers.
      if (!/^\d{20}/.test(written)) assert.ok(isSameJson(theirs[index], ours[index]), written);
  });

  test('it reads texts in every style as we do', () =>
    fc.assert(fc.asyncProperty(yamlText, agrees), { numRuns: 1500 }));

  test('it refuses what we refuse', () =>
    fc.assert(fc.asyncProperty(mangledText, agrees), { numRuns: 1000 }));

  test('it reads what we render as what was rendered', () =>
    fc.assert(
      fc.asyncProperty(jsonObject, async (object) => {
        const text = renderManifest({ spec: object });
        const reading = await api.read(text);
        assert.ok(reading.kind === 'read' && isSameJson(reading.value['spec'], object), text);
      }),
      { numRuns: 1000 },
    ));
});
