import { isBuiltinGroup } from '../merge/builtinGroups';
import type { FieldPath } from '../merge/fieldPath';
import type { FileDocument } from './documents';
import type { FileObject } from './fileObjects';
import { entryKey, targetOf } from './keys';
import type { ManifestReading } from './reading';
import type { YamlNode } from './syntax/nodes';
import {
  findScalar,
  findTemplateMark,
  hasTemplateAction,
  isHelmScalar,
  type TemplateMark,
} from './templateMarks';

/**
 * What makes a document a template: marks of one that keep it from being YAML. A document that can be read has none
 * here, as in it they are texts.
 */
export function findDocumentMark({ reading, form }: FileDocument): TemplateMark | undefined {
  if (reading.value !== undefined || form === 'json') return undefined;
  return findTemplateMark(reading.parsed.source.getText());
}

/** Whether a document has anything in it that an object's mark could be. */
export function mayBeTemplate({ reading }: FileDocument): boolean {
  const text = reading.parsed.source.getText();
  return text.includes('{{') || text.includes('{%');
}

/**
 * The scalar that makes an object that can be read a template. `{{ … }}` is a text like any other in what an object
 * holds for others to read (data, annotations, rules and workflows of custom kinds), so it counts only in the fields
 * that say which object it is, where only Helm could fill it in, and as a plain text in a field of a built-in kind in
 * which no text with braces means anything.
 */
export function findObjectMark(
  { reading }: FileDocument,
  { path, apiVersion = '' }: FileObject,
): YamlNode | undefined {
  const root = nodeAt(reading, path);
  const isBuiltin = isBuiltinGroup(apiVersion.includes('/') ? apiVersion.replace(/\/.*/, '') : '');
  return (
    root &&
    findScalar(root, (scalar, way) => {
      if (!scalar.text.includes('{{') && !scalar.text.includes('{%')) return false;
      if (isIdentity(way)) return hasTemplateAction(scalar.text);
      if (way.some((key) => heldTexts.includes(key))) return false;
      if (isHelmScalar(scalar)) return true;
      const isForPrograms = way.some((key) => programTexts.includes(key));
      return isBuiltin && !isForPrograms && scalar.style === 'plain' && hasTemplateAction(scalar.text);
    })
  );
}

function isIdentity(way: readonly string[]): boolean {
  const [first = '', second = ''] = way;
  if (way.length === 1) return first === 'apiVersion' || first === 'kind';
  return way.length === 2 && first === 'metadata' && ['name', 'namespace', 'generateName'].includes(second);
}

/** Fields whose texts are for others to read. */
const heldTexts = ['data', 'stringData', 'binaryData', 'annotations'];
/** Fields of built-in kinds whose texts are for programs that may fill in templates of their own. */
const programTexts = ['command', 'args', 'env'];

function nodeAt({ parsed }: ManifestReading, path: FieldPath): YamlNode | undefined {
  let node = parsed.root;
  for (const step of path) {
    const at = node && targetOf(node, parsed.aliases);
    if (at?.kind === 'list' && typeof step === 'number') node = at.items[step]?.value;
    else if (at?.kind === 'map')
      node = at.entries.find((entry) => entryKey(entry, parsed.aliases) === step)?.value;
    else return undefined;
  }
  return node && targetOf(node, parsed.aliases);
}
