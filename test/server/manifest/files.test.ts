import assert from 'node:assert/strict';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { inspect } from 'node:util';
import fc from 'fast-check';
import { parseJson } from '../../../server/src/cluster/json';
import { readFile, type FileDocument } from '../../../server/src/manifest/documents';
import { isSameJson } from '../../../server/src/manifest/equal';
import { listObjects } from '../../../server/src/manifest/fileObjects';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../server/src/merge/json';
import { startControlPlane, type ControlPlane } from '../../cluster/controlPlane';
import { fileText } from '../../unit/manifest/fileTexts';
import { stricter as stricterKinds } from './compareReaders';
import { asKubectlShows } from './kubectlReader';

/** What kubectl makes of a file: the objects that it comes to, and whether it stops before the file's end. */
interface KubectlFile {
  objects: JsonObject[];
  stopped: boolean;
  /** Whether we stop on purpose where kubectl does not: what stands behind the root of a document it ignores. */
  isStricter?: boolean;
}

suite('kubectl as the judge of what the documents of a file are', () => {
  let controlPlane: ControlPlane;
  before(async () => {
    controlPlane = await startControlPlane();
  });
  after(() => controlPlane.stop());

  test('R082, R083, R188, R189, R194: every file has the documents that kubectl finds in it', async (context) => {
    const texts = fc.sample(fileText, { numRuns: 600, seed: 7 });
    const theirs = await readFiles(controlPlane, texts);
    let stops = 0;
    let objects = 0;
    let stricter = 0;
    for (const [index, text] of texts.entries()) {
      const ours = asKubectl(text);
      const file = theirs[index]!;
      const shown = `${JSON.stringify(text)}\n${inspect({ ours, theirs: file }, { depth: 9 })}`;
      if (ours.isStricter) {
        stricter += 1;
        continue;
      }
      assert.equal(ours.stopped, file.stopped, shown);
      assert.ok(isSameJson(ours.objects.map(asKubectlShows), file.objects.map(asKubectlShows)), shown);
      stops += Number(file.stopped);
      objects += file.objects.length;
    }
    context.diagnostic(
      `${texts.length} files, ${objects} objects, ${stops} files that kubectl stops in, ${stricter} that only we do`,
    );
    assert.ok(stops > 50 && objects > 400 && stricter < 150);
  });
});

/** What kubectl would come to if our documents were the file's: it stops at the first that cannot be read. */
function asKubectl(text: string): KubectlFile {
  const found: JsonObject[][] = [];
  const { documents } = readFile(text);
  for (const [index, document] of documents.entries()) {
    const broken = document.reading.problems.filter(({ severity }) => severity === 'error');
    if (broken.length > 0) {
      // kubectl finds out about a text behind a mark while it looks for the end of the document before.
      if (hasBadMark(document) && documents[index - 1]?.form === 'yaml') found.pop();
      const isStricter = broken.some(
        ({ kind, message }) =>
          stricterKinds.includes(kind) || message.startsWith('Nothing may stand behind the end'),
      );
      return { objects: found.flat(), stopped: true, isStricter };
    }
    found.push(listObjects(document).flatMap(toObject));
  }
  return { objects: found.flat(), stopped: false };
}

function hasBadMark({ content, form }: FileDocument): boolean {
  return form === 'yaml' && content.contentStart.line > 0 && /^---[ \t]*[^\s#]/.test(content.text);
}

function toObject({ value, apiVersion, kind }: ReturnType<typeof listObjects>[number]): JsonObject[] {
  if (!isJsonObject(value) || apiVersion === undefined || kind === undefined) return [];
  return [{ ...value, apiVersion, kind }];
}

async function readFiles(controlPlane: ControlPlane, texts: readonly string[]): Promise<KubectlFile[]> {
  const folder = join(controlPlane.folder, 'files');
  await mkdir(folder);
  const pathOf = (index: number): string => join(folder, `${String(index).padStart(4, '0')}.yaml`);
  // The name of each object says which file it is in.
  await Promise.all(
    texts.map((text, index) =>
      writeFile(pathOf(index), text.replaceAll(/\bn(\d)(?=["\s,}])/g, `n$1-${index}`)),
    ),
  );
  const { stdout, stderr } = await controlPlane.kubectl([
    'create',
    '--dry-run=client',
    '--validate=false',
    '-o',
    'json',
    '-f',
    folder,
  ]);
  await rm(folder, { recursive: true });
  const files = texts.map((_, index): KubectlFile => ({
    objects: [],
    stopped: stderr.includes(`error parsing ${pathOf(index)}:`),
  }));
  for (const object of parseAll(stdout)) {
    const { metadata } = object as { metadata: { name: string } };
    const [name = '', index = ''] = metadata.name.split('-');
    const own = JSON.stringify({ ...object, metadata: { name } }).replaceAll(/\b(n\d)-\d+\b/g, '$1');
    files[Number(index)]!.objects.push(JSON.parse(own) as JsonObject);
  }
  return files;
}

/** The JSON objects that stand behind one another. */
function parseAll(text: string): JsonObject[] {
  const values: JsonValue[] = text
    .split(/^(?=\{)/m)
    .filter((part) => part.trim() !== '')
    .map(parseJson);
  return values.filter(isJsonObject);
}
