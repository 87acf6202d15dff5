import type { FieldPath } from '../merge/fieldPath';
import { getField, isJsonObject, type JsonValue } from '../merge/json';
import type { FileDocument } from './documents';
import { entryKey, targetOf } from './keys';
import type { AliasTargets, ManifestReading } from './reading';
import type { YamlNode } from './syntax/nodes';

/**
 * The reading of one object of a document, so that paths lead from the object on; its places are those of the file.
 * `path` leads through map keys and 0-based indexes. Without value and content where there is no such object.
 */
export function objectReading({ reading }: Pick<FileDocument, 'reading'>, path: FieldPath): ManifestReading {
  if (path.length === 0) return reading;
  const { parsed, value } = reading;
  let root: YamlNode | undefined = parsed.root;
  let found: JsonValue | undefined = value;
  for (const step of path) {
    root = root && childNode(targetOf(root, parsed.aliases), step, parsed.aliases);
    found = childValue(found, step);
  }
  return { ...reading, value: found, parsed: { ...parsed, root } };
}

function childNode(node: YamlNode, step: FieldPath[number], aliases: AliasTargets): YamlNode | undefined {
  if (node.kind === 'list') return typeof step === 'number' ? node.items[step]?.value : undefined;
  return node.kind === 'map'
    ? node.entries.find((entry) => entryKey(entry, aliases) === step)?.value
    : undefined;
}

function childValue(value: JsonValue | undefined, step: FieldPath[number]): JsonValue | undefined {
  if (typeof step === 'number') return Array.isArray(value) ? value[step] : undefined;
  return isJsonObject(value) && typeof step === 'string' ? getField(value, step) : undefined;
}
