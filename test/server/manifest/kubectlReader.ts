import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseJson } from '../../../server/src/cluster/json';
import { isJsonObject, setField, type JsonObject, type JsonValue } from '../../../server/src/merge/json';
import type { ControlPlane } from '../../cluster/controlPlane';
import { withoutHead } from './compareReaders';

/**
 * What kubectl reads from each of the files: its objects without their heads, in order; undefined where it refuses the
 * file. In the file of an index, all objects have the name that `headOf` gives them. Two calls of kubectl, as it shows
 * nothing where it refuses a file; nothing is stored.
 */
export async function readWithKubectl(
  controlPlane: ControlPlane,
  files: readonly string[],
): Promise<(JsonObject[] | undefined)[]> {
  const folder = join(controlPlane.folder, 'kubectl-reads');
  const pathOf = (index: number): string => join(folder, `${index}.yaml`);
  const apply = () =>
    controlPlane.kubectl(['apply', '--dry-run=client', '--validate=false', '-o', 'json', '-f', folder]);
  await mkdir(folder);
  await Promise.all(files.map((text, index) => writeFile(pathOf(index), text)));
  let { code, stdout, stderr } = await apply();
  const readings = files.map((_, index) => (stderr.includes(`${pathOf(index)}:`) ? undefined : []));
  if (code !== 0) {
    for (const [index, reading] of readings.entries()) if (reading === undefined) await rm(pathOf(index));
    ({ code, stdout, stderr } = await apply());
  }
  await rm(folder, { recursive: true });
  if (code !== 0) throw new Error(stderr);
  for (const item of (parseJson(stdout) as { items: JsonObject[] }).items) {
    const { name } = item['metadata'] as { name: string };
    const reading: JsonObject[] | undefined = readings[Number(name.slice('file-'.length))];
    if (reading === undefined) throw new Error(name);
    reading.push(withoutHead(item));
  }
  return readings;
}

/** The head of an object in the file with this index. */
export function headOf(index: number): string {
  return `apiVersion: oracle.example.dev/v1\nkind: Reading\nmetadata: {name: file-${index}}\n`;
}

/** The value as kubectl shows it: without null in maps, and integers beyond 64 bits as floating-point numbers. */
export function asKubectlShows(value: JsonValue): JsonValue {
  if (typeof value === 'bigint' && (value < -(2n ** 63n) || value >= 2n ** 63n)) return BigInt(Number(value));
  if (Array.isArray(value)) return value.map(asKubectlShows);
  if (!isJsonObject(value)) return value;
  const shown: JsonObject = {};
  for (const [key, member] of Object.entries(value)) {
    if (member !== null) setField(shown, key, asKubectlShows(member));
  }
  return shown;
}
