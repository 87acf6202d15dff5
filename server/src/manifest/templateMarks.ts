import type { ScalarNode, YamlNode } from './syntax/nodes';

/** What a template engine would act on in a text: where it stands, and whether it opens or closes a block of lines. */
export interface TemplateMark {
  readonly offset: number;
  /** Whether it decides about lines, as `if`, `range` or `{% for %}` do: they may be those of other documents. */
  readonly isControl: boolean;
}

/** In longer lines nobody writes templates, but quotes without an end. */
const longestLine = 5000;
const action = /\{\{|\{%/g;
const control = /\{%|\{\{-?\s*(?:if|else|end|range|with|define|block|break|continue)(?![\w.])|\{\{-?\s*\/\*/y;
/** What only Helm gives to a template: its built-in objects, its way to trim, and its ways to call templates. */
const helm =
  /\{\{-|-\}\}|\{\{\s*(?:include|template|tpl|toYaml|lookup|required)\s|\{\{[^}]*(?:^|[\s({$])\$?\.(?:Values|Release|Chart|Capabilities|Files|Template|Subcharts)\b/;

/**
 * The first mark of a template in a text that is no YAML as it stands, outside of comments, of texts in quotes and of
 * block texts, in which it would be a text like any other; one that decides about lines, if there is one.
 */
export function findTemplateMark(text: string): TemplateMark | undefined {
  let first: TemplateMark | undefined;
  let blockColumn: number | undefined; // of the line that a block text belongs to
  let lineStart = 0;
  for (const line of text.split('\n')) {
    const column = line.search(/\S/);
    if (column !== -1 && blockColumn !== undefined && column <= blockColumn) blockColumn = undefined;
    if (column !== -1 && blockColumn === undefined && line.length <= longestLine) {
      const bare = withoutTexts(line);
      for (const { index } of bare.matchAll(action)) {
        control.lastIndex = index;
        const mark = { offset: lineStart + index, isControl: control.test(bare) };
        if (mark.isControl) return mark;
        first ??= mark;
      }
      if (/(?:^|[\s:-])[|>][-+1-9]{0,2}\s*(?:#.*)?$/.test(bare)) blockColumn = columnOfBlock(line, column);
    }
    lineStart += line.length + 1;
  }
  return first;
}

/** The line with blanks for what stands in quotes and in its comment; a quote that is not closed is none. */
function withoutTexts(line: string): string {
  return line.replace(/(?<=^|[\s[{,:])(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*')(?!\w)|(?<=^|\s)#.*/g, (found) =>
    ' '.repeat(found.length),
  );
}

/** A block text behind `- key: |` is indented deeper than the key, behind `- |` than the dash. */
function columnOfBlock(line: string, column: number): number {
  const dashes = /^(?:-\s+)+(?=[^|>\s])/.exec(line.slice(column))?.[0].length ?? 0;
  return column + dashes;
}

/** Whether a scalar is on one line something that only Helm would fill in. */
export function isHelmScalar({ style, text }: ScalarNode): boolean {
  return style !== 'literal' && style !== 'folded' && !text.includes('\n') && helm.test(text);
}

/** Whether something stands in a text that a template engine would fill in. */
export function hasTemplateAction(text: string): boolean {
  return /\{\{[^]*?\}\}|\{%[^]*?%\}/.test(text);
}

/** The first scalar below a node for which `isWanted`; `path` holds the texts of the keys on the way to it. */
export function findScalar(
  root: YamlNode,
  isWanted: (scalar: ScalarNode, path: readonly string[]) => boolean,
): ScalarNode | undefined {
  const path: string[] = [];
  const visit = (node: YamlNode): ScalarNode | undefined => {
    if (node.kind === 'scalar') return isWanted(node, path) ? node : undefined;
    if (node.kind === 'alias') return undefined;
    const children: { key?: YamlNode; value: YamlNode }[] = node.kind === 'list' ? node.items : node.entries;
    for (const { key, value } of children) {
      path.push(key?.kind === 'scalar' ? key.text : '');
      const found = (key && visit(key)) ?? visit(value);
      path.pop();
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return visit(root);
}
