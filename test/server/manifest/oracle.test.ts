import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { inspect } from 'node:util';
import fc from 'fast-check';
import { parseJson } from '../../../server/src/cluster/json';
import { isSameJson } from '../../../server/src/manifest/equal';
import { readDocuments, readManifest } from '../../../server/src/manifest/read';
import { renderManifest } from '../../../server/src/manifest/render';
import type { JsonObject } from '../../../server/src/merge/json';
import { startControlPlane, type ControlPlane } from '../../cluster/controlPlane';
import { jsonObject } from '../../unit/manifest/jsonValues';
import { keys, refusedKeys, refusedScalars, scalars } from '../../unit/manifest/scalars';
import { mangledText, yamlText } from '../../unit/manifest/yamlTexts';
import { openApiReader, type ApiReader } from './apiReader';
import { compareReaders, isBehindTheEnd, stricter, withoutHead } from './compareReaders';
import { asKubectlShows, headOf, readWithKubectl } from './kubectlReader';
import { styles } from './styles';

/** The ways in which a file can be written that change no value. */
const fileForms: ((text: string) => string)[] = [
  (text) => text,
  (text) => text.replaceAll('\n', '\r\n'),
  (text) => `\ufeff${text}`,
];

/** Fails the test where we read a file otherwise than kubectl. */
function compareWithKubectl(
  file: string,
  theirs: JsonObject[] | undefined,
): 'read' | 'refused' | 'onlyRefusedHere' {
  // kubectl ends the last line of a file that does not, the API server does not; we read as the API server.
  const readings = readDocuments(file.endsWith('\n') ? file : `${file}\n`);
  if (readings.some(({ value }) => value === undefined)) {
    if (theirs === undefined) return 'refused';
    const isMeant = readings.some(({ problems }) => problems.some(({ kind }) => stricter.includes(kind)));
    assert.ok(isMeant, `only we refuse ${file}`);
    return 'onlyRefusedHere';
  }
  assert.ok(theirs, `only kubectl refuses ${file}`);
  const ours = readings.map(({ value }) => asKubectlShows(withoutHead(value as JsonObject)));
  assert.ok(
    isSameJson(ours, theirs.map(asKubectlShows)),
    `${file}\n${inspect({ ours, theirs }, { depth: 9 })}`,
  );
  return 'read';
}

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

  test('R066, R075, R077, R080, R082, R083: kubectl reads files in every style as we do', async (context) => {
    const files: string[] = [];
    for (const text of Object.values(styles)) {
      for (const write of fileForms) files.push(write(headOf(files.length) + text));
    }
    const [head, named] = [headOf(files.length), files.length + 1];
    files.push(`\ufeff---\n${head}a: 1\n---\n# nothing\n---\n${head}b: "2\n  3"\n`.replaceAll('\n', '\r\n'));
    for (const text of fc.sample(fc.oneof(yamlText, mangledText), { numRuns: 400, seed: 1 })) {
      if (!isBehindTheEnd(text)) files.push(headOf(files.length) + text);
    }
    const counts = { read: 0, refused: 0, onlyRefusedHere: 0 };
    const readings = await readWithKubectl(controlPlane, files);
    for (const [index, file] of files.entries()) {
      const outcome = compareWithKubectl(file, readings[index]);
      assert.ok(index >= named || outcome === 'read', `${outcome}: ${file}`);
      counts[outcome] += 1;
    }
    context.diagnostic(JSON.stringify(counts));
    assert.ok(counts.read > named + 100 && counts.refused > 50);
  });

  test('kubectl reads what we render as what was rendered', async () => {
    const objects = fc.sample(jsonObject, { numRuns: 300, seed: 2 });
    const files = objects.map((spec, index) =>
      renderManifest({ spec, ...(readManifest(headOf(index)).value as JsonObject) }),
    );
    const readings = await readWithKubectl(controlPlane, files);
    for (const [index, spec] of objects.entries()) {
      assert.ok(isSameJson(readings[index]?.map(asKubectlShows), [asKubectlShows({ spec })]), files[index]);
    }
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
