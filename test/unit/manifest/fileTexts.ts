import fc, { type Arbitrary } from 'fast-check';

/** A ConfigMap with a name and a number, in one of many forms; `{{name}}` is replaced by the reader of the text. */
const objects = [
  'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: NAME\ndata: {a: "1"}\n',
  'kind: ConfigMap # c\napiVersion: v1\nmetadata: {name: NAME}\ndata:\n  t: |\n    ---\n    text\n',
  '{apiVersion: v1, kind: ConfigMap,\n metadata: {name: NAME}}\n',
  '{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "NAME"}}\n',
  '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"NAME"},\n\t"data":{"e":"\\ud83d\\ude00 \\/"}}',
  'apiVersion: v1\nkind: List\nitems:\n- {apiVersion: v1, kind: ConfigMap, metadata: {name: NAME}}\n',
  'apiVersion: v1\nkind: ConfigMapList\nitems:\n- metadata: {name: NAME}\n',
  '{"apiVersion":"v1","kind":"List","items":[{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"NAME"}}]}\n',
  'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: NAME}\ndata:\n  last: |\n    no line end',
  'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: NAME}\n...\n',
  'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: NAME}\n...\nbehind: the end\n',
];

const between = [
  '---\n',
  '--- \t\n',
  '--- # comment\n',
  '---#comment\n',
  '---\u00a0\n',
  '---\n---\n',
  '---\n---\n---\n',
  '---\n# only a comment\n---\n',
  '---\nnull\n---\n',
  '---\n~\n---\n',
  '---\n\n---\n',
  '\n---\n\n',
  '...\n---\n',
];

const odd = [
  '--- text\n',
  '--- |\n  text\n',
  '--- {a: 1}\n',
  '----\n',
  '---text\n',
  '%YAML 1.1\n---\n',
  '---\n%TAG ! x\n---\n',
  '---\na: "\n---\n"\n---\n',
  '---\na: [\n---\n',
  '---\ntext\n---\n',
  '---\n- a\n---\n',
  ' ',
  '\n',
  '# c\n',
  '',
  'null\n',
  '...\n',
];

/** Whole files: objects with what may stand before, between and behind them; each object has a name of its own. */
export const fileText: Arbitrary<string> = fc
  .record({
    parts: fc.array(
      fc.oneof(
        { arbitrary: fc.constantFrom(...objects), weight: 5 },
        { arbitrary: fc.constantFrom(...between), weight: 5 },
        { arbitrary: fc.constantFrom(...odd), weight: 1 },
      ),
      { maxLength: 9 },
    ),
    separated: fc.constantFrom(true, true, true, false),
    lineEnd: fc.constantFrom('\n', '\n', '\r\n'),
    mark: fc.constantFrom('', '', '\ufeff'),
  })
  .map(({ parts, separated, lineEnd, mark }) => {
    let count = 0;
    const named = parts.map((part) => part.replaceAll('NAME', () => `n${count++}`));
    const text = named.map((part) => (separated && !part.includes('---') ? `${part}---\n` : part)).join('');
    return mark + text.replaceAll('\n', lineEnd);
  });
