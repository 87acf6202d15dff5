import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { readFile } from '../../../server/src/manifest/documents';
import { recognizeFile, type Recognized } from '../../../server/src/manifest/recognize';
import { fileText } from './fileTexts';
import { mangledText } from './yamlTexts';

function recognize(text: string, path = '/shop/objects.yaml', isNextToChart = false): Recognized[] {
  return recognizeFile(readFile(text), { path, isNextToChart }).entries.map(({ recognized }) => recognized);
}

function kinds(text: string, path?: string, isNextToChart?: boolean): string {
  return recognize(text, path, isNextToChart)
    .map(({ kind }) => kind)
    .join();
}

const configMap = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n';

const rows: [name: string, text: string, kinds: string][] = [
  ['an object', configMap, 'object'],
  ['R188: objects and documents without content', `---\n# c\n---\n${configMap}---\n`, 'empty,object,empty'],
  ['a name yet to be made', 'apiVersion: v1\nkind: Pod\nmetadata: {generateName: a-}\n', 'object'],
  ['no name', 'apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n', 'notKubernetes'],
  ['a name that is no text', 'apiVersion: v1\nkind: Pod\nmetadata: {name: 5}\n', 'notKubernetes'],
  ['no kind', 'apiVersion: v1\nmetadata: {name: a}\n', 'notKubernetes'],
  ['a list of anything', '- hosts: all\n', 'notKubernetes'],
  ['a text', 'text\n', 'notKubernetes'],
  ['R194: a broken neighbour', `a: [\n---\n${configMap}`, 'broken,object'],
  [
    'a List',
    `kind: List\napiVersion: v1\nitems:\n- {apiVersion: v1, kind: Pod, metadata: {name: a}}\n- 5\n`,
    'object,notKubernetes',
  ],
  ['a list without items', 'apiVersion: v1\nkind: List\nitems: []\n', ''],
  ['a typed list', 'apiVersion: v1\nkind: PodList\nitems:\n- metadata: {name: a}\n', 'object'],
  ['Compose by its content', 'services:\n  web: {image: nginx}\n', 'compose'],
  [
    'Kustomize by its content',
    'apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nmetadata: {name: a}\n',
    'kustomization',
  ],
  [
    'Flux, whose Kustomization is an object',
    'apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: a}\n',
    'object',
  ],
  // Templates
  [
    'a value filled in by Helm',
    'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: {{ .Values.name }}\n',
    'template',
  ],
  [
    'a name filled in, in quotes',
    'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: "{{ .name }}"\n',
    'template',
  ],
  [
    'lines decided by Helm, all documents of the file',
    `{{- if .Values.x }}\n${configMap}---\n${configMap}{{- end }}\n---\n${configMap}`,
    'template,template,template',
  ],
  [
    'lines decided by Helm below a value that it fills in',
    `a: {{ .b }}\n{{ if .x }}\n---\n${configMap}`,
    'template,template',
  ],
  ['lines decided by Jinja', `{% for a in b %}\n${configMap}{% endfor %}\n`, 'template'],
  [
    'lines put in by Helm into a block text',
    `${configMap}data:\n  x: |\n{{ .Files.Get "x" | indent 4 }}\n`,
    'template',
  ],
  [
    'a value in quotes that only Helm fills in',
    'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: a}\nspec: {image: "{{ .Values.image }}"}\n',
    'template',
  ],
  [
    'a value in the middle of a text, in a built-in kind',
    'apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec:\n  image: nginx:{{ version }}\n',
    'template',
  ],
  [
    'a template in a block text',
    `${configMap}data:\n  x: |\n    {{ range .a }}\n    {{ .Values.b }}\n    {{- end }}\n`,
    'object',
  ],
  [
    'a template in a block text, an error elsewhere',
    `${configMap}data:\n  x: |\n    {{ range .a }}\nbroken\n`,
    'broken',
  ],
  ['a template in a comment, an error elsewhere', `# {{ if }}\n${configMap}# {{ x }}\nbroken\n`, 'broken'],
  [
    'a template in quotes, an error elsewhere',
    `${configMap}data: {x: "{{ x }}", y: '{% z %}'}\nbroken\n`,
    'broken',
  ],
  ['a template in a config map, on one line', `${configMap}data:\n  x: a {{ .Values.b }}\n`, 'object'],
  [
    'a rule with a text for another reader',
    'apiVersion: monitoring.coreos.com/v1\nkind: PrometheusRule\nmetadata: {name: a}\nspec:\n  summary: Pod {{ $labels.pod }} is down\n',
    'object',
  ],
  [
    'a workflow',
    'apiVersion: argoproj.io/v1alpha1\nkind: Workflow\nmetadata: {generateName: a-}\nspec: {image: "{{inputs.parameters.image}}"}\n',
    'object',
  ],
  [
    'arguments for a program',
    'apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec:\n  args:\n  - --template=x{{ .Name }}\n',
    'object',
  ],
];

suite('what a document of a file is', () => {
  for (const [name, text, expected] of rows) test(name, () => assert.equal(kinds(text), expected));

  test('what its name says of a file without objects', () => {
    const plain = 'resources: [a.yaml]\n';
    assert.equal(kinds(plain, '/a/kustomization.yml'), 'kustomization');
    assert.equal(kinds(plain, 'C:\\a\\Kustomization'), 'kustomization');
    assert.equal(kinds('apiVersion: v2\nname: x\n', '/chart/Chart.yaml'), 'helmChart');
    assert.equal(kinds('image: {tag: 1}\n', '/chart/values.yaml', true), 'helmChart');
    assert.equal(kinds('image: {tag: 1}\n', '/chart/values-prod.yaml', true), 'helmChart');
    assert.equal(kinds('image: {tag: 1}\n', '/chart/values.yaml'), 'notKubernetes');
    assert.equal(kinds('a: [\n', '/shop/docker-compose.override.yml'), 'compose');
    assert.equal(kinds('include: [x]\n', '/shop/compose.yaml'), 'compose');
  });

  test('an object is one whatever its file is called', () => {
    assert.equal(kinds(configMap, '/a/kustomization.yaml'), 'object');
    assert.equal(kinds(configMap, '/a/compose.yaml'), 'object');
    assert.equal(kinds(configMap, '/chart/templates/config.yaml'), 'object');
  });

  test('objects say which they are and where they begin', () => {
    const text = `# c\n---\n\nkind: PodList\napiVersion: v1\nitems:\n- metadata: {name: a, namespace: shop}\n- kind: A\n  apiVersion: x/v1\n  metadata:\n    name: b\n    generateName: c\n`;
    const [empty, first, second] = recognize(text);
    assert.deepEqual(empty, { kind: 'empty' });
    assert.deepEqual(first, {
      kind: 'object',
      path: ['items', 0],
      identity: { apiVersion: 'v1', kind: 'Pod', namespace: 'shop', name: 'a' },
      range: { start: { line: 6, character: 2 }, end: { line: 6, character: 38 } },
    });
    assert.ok(second?.kind === 'object');
    assert.deepEqual(second.identity, { apiVersion: 'x/v1', kind: 'A', name: 'b' });
    assert.deepEqual(second.range.start, { line: 7, character: 2 });
  });

  test('from the result before comes what comes from the file alone', () =>
    fc.assert(
      fc.property(fileText, fileText, fc.nat(), (one, other, at) => {
        const place = { path: '/a.yaml', isNextToChart: false };
        const before = readFile(one);
        const text = one.slice(0, at % (one.length + 1)) + other;
        const after = readFile(text, before);
        const recognized = recognizeFile(after, place, recognizeFile(before, place));
        const fresh = recognizeFile(readFile(text), place);
        assert.deepEqual(
          recognized.entries.map((entry) => [entry.document.range, entry.recognized]),
          fresh.entries.map((entry) => [entry.document.range, entry.recognized]),
        );
      }),
      { numRuns: 500 },
    ));

  test('whatever is left alone says why in one sentence; nothing throws', () =>
    fc.assert(
      fc.property(fc.oneof(fileText, mangledText, fc.string()), fc.boolean(), (text, isNextToChart) => {
        for (const recognized of recognize(text, '/a/values.yaml', isNextToChart))
          if (recognized.kind !== 'object' && recognized.kind !== 'empty')
            assert.match(recognized.words, /^This .*\.$/);
      }),
      { numRuns: 500 },
    ));
});
