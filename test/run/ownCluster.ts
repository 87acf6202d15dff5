import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { parse, stringify } from 'yaml';
import type { OwnCluster } from './startArguments';

/**
 * The value of KUBECONFIG that makes the reader's own kubeconfig known, with the wanted context as the current one: a
 * file in `folder` in front of it says so, since the first file that names a current context wins. Throws a sentence
 * for the reader where a file or the context is missing.
 */
export async function prepareKubeconfig(cluster: OwnCluster, folder: string): Promise<string> {
  const files = cluster.kubeconfig ?? process.env.KUBECONFIG ?? join(homedir(), '.kube', 'config');
  const present = files.split(delimiter).filter((file) => file !== '' && existsSync(file));
  if (present.length === 0) throw new Error(`There is no kubeconfig: ${files} is not there.`);
  const names = present.flatMap(readContextNames);
  if (cluster.context === undefined) return files;
  if (!names.includes(cluster.context)) {
    const known = names.length === 0 ? 'It has none.' : `It has: ${names.join(', ')}.`;
    throw new Error(`There is no context ${cluster.context} in ${files}. ${known}`);
  }
  const chooser = join(folder, 'current-context.yaml');
  const choice = { apiVersion: 'v1', kind: 'Config', 'current-context': cluster.context };
  await writeFile(chooser, stringify(choice));
  return [chooser, ...present].join(delimiter);
}

function readContextNames(file: string): string[] {
  let content: unknown;
  try {
    content = parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Error(`${file} cannot be read as a kubeconfig: ${String(error)}`, { cause: error });
  }
  const contexts = (content as { contexts?: { name?: string }[] } | null)?.contexts ?? [];
  return contexts.flatMap(({ name }) => (name === undefined ? [] : [name]));
}
