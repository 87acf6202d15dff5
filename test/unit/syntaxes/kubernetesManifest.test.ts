import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { loadTokenizers, type Token } from './tokenize';

/** The tokens that the extension gives a meaning, as `text scope`, without the suffix of the scope. */
function meanings(tokens: readonly Token[]): string[] {
  return tokens.flatMap(({ text, scopes }) => {
    const scope = scopes.findLast(
      (name) => name.endsWith('.kubernetes') && name !== 'meta.string-map.kubernetes',
    );
    return scope === undefined || scope.startsWith('punctuation.')
      ? []
      : [`${text} ${scope.slice(0, -'.kubernetes'.length)}`];
  });
}

const quantity = (number: string, unit?: string): string[] => [
  `${number} constant.numeric.quantity`,
  ...(unit === undefined ? [] : [`${unit} keyword.other.unit.quantity`]),
];

const duration = (...parts: [number: string, unit: string][]): string[] =>
  parts.flatMap(([number, unit]) => [
    `${number} constant.numeric.duration`,
    `${unit} keyword.other.unit.duration`,
  ]);

const image = (parts: { registry?: string; repository: string; tag?: string; digest?: string }): string[] => [
  ...(parts.registry === undefined ? [] : [`${parts.registry} entity.name.namespace.image.registry`]),
  `${parts.repository} meta.image.repository`,
  ...(parts.tag === undefined ? [] : [`${parts.tag} variable.other.constant.image.tag`]),
  ...(parts.digest === undefined ? [] : [`${parts.digest} constant.numeric.image.digest`]),
];

const digest = `sha256:${'0123456789abcdef'.repeat(4)}`;

const marked: Record<string, [yaml: string, expected: string[]][]> = {
  quantities: [
    ['cpu: 100m', quantity('100', 'm')],
    ['memory: 1Gi', quantity('1', 'Gi')],
    ['memory: 1e3', quantity('1', 'e3')],
    ['memory: 512M', quantity('512', 'M')],
    ['cpu: 1', quantity('1')],
    ['cpu: .5', quantity('.5')],
    ['cpu: -1.5', quantity('-1.5')],
    ['memory: 1E', quantity('1', 'E')],
    ['memory: "1Gi"', quantity('1', 'Gi')],
    ["memory: '1Gi' # at least", quantity('1', 'Gi')],
    ['memory: 1Gi # at least, or so', quantity('1', 'Gi')],
    ['memory: &size 1Gi', quantity('1', 'Gi')],
    ['"memory": 1Gi', quantity('1', 'Gi')],
    ['- cpu: 100m', quantity('100', 'm')],
    ['ephemeral-storage: 2Gi', quantity('2', 'Gi')],
    ['hugepages-2Mi: 80Mi', quantity('80', 'Mi')],
    ['nvidia.com/gpu: "1"', quantity('1')],
    ['hard:\n  requests.cpu: 4\n  count/jobs.batch: "5"', [...quantity('4'), ...quantity('5')]],
    ['limits: { cpu: 100m, memory: "1Gi" }', [...quantity('100', 'm'), ...quantity('1', 'Gi')]],
  ],
  durations: [
    ['interval: 30s', duration(['30', 's'])],
    ['timeout: 5m', duration(['5', 'm'])],
    ['renewBefore: "1h30m"', duration(['1', 'h'], ['30', 'm'])],
    ['streamingConnectionIdleTimeout: 4h0m0s', duration(['4', 'h'], ['0', 'm'], ['0', 's'])],
    ['retryInterval: 1.5ms', duration(['1.5', 'ms'])],
    ['retention: 15d', duration(['15', 'd'])],
    ['timeouts: {idleTimeout: 30s}', duration(['30', 's'])],
  ],
  images: [
    ['image: nginx', image({ repository: 'nginx' })],
    ['- image: nginx:1.25', image({ repository: 'nginx', tag: '1.25' })],
    ['image: library/nginx:1.25', image({ repository: 'library/nginx', tag: '1.25' })],
    ['image: images.example.org/a/b', image({ registry: 'images.example.org', repository: 'a/b' })],
    ['image: localhost/a', image({ registry: 'localhost', repository: 'a' })],
    ['image: registry:5000/a:v1', image({ registry: 'registry:5000', repository: 'a', tag: 'v1' })],
    [
      `image: "registry.example.com:5000/team/web_app:1.25-alpine@${digest}"`,
      image({
        registry: 'registry.example.com:5000',
        repository: 'team/web_app',
        tag: '1.25-alpine',
        digest,
      }),
    ],
    [`image: web@${digest} # pinned`, image({ repository: 'web', digest })],
    ["containers:\n- {name: a, image: 'a:b'}", image({ repository: 'a', tag: 'b' })],
  ],
  identity: [
    ['apiVersion: v1', ['v1 variable.other.constant.api-version']],
    [
      'apiVersion: networking.k8s.io/v1beta1',
      ['networking.k8s.io entity.name.namespace.api-group', 'v1beta1 variable.other.constant.api-version'],
    ],
    ['kind: Deployment', ['Deployment entity.name.type.kind']],
    ['roleRef:\n  kind: "ClusterRole"', ['ClusterRole entity.name.type.kind']],
  ],
};

const unmarked: Record<string, string[]> = {
  'maps and lists': ['image: {', 'image: {}', 'image:\n  tag: 1.25', 'cpu: [1, 2]', 'timeout: {a: b}'],
  comments: ['# image: nginx:1.25', 'a: b # cpu: 100m', 'cpu: # 100m', 'image:\n  # nginx:1.25'],
  'block scalars': [
    'script: |\n  image: nginx:1.25\n  cpu: 100m\n  kind: Pod',
    'script: >-\n  timeout: 30s\n\n  apiVersion: v1',
    'image: |\n  nginx:1.25',
    '- |2\n    cpu: 100m',
  ],
  'strings with a manifest inside': [
    'a: "image: nginx:1.25"',
    "a: 'x, cpu: 100m'",
    'a: "\n  cpu: 100m\n  image: nginx"',
    'a: b\n  cpu 100m',
  ],
  'the data of config maps and secrets': [
    'data:\n  cpu: 100m\n  image: nginx:1.25\n  timeout: "30s"\n  kind: Pod',
    'data: {cpu: 100m}',
    'stringData: # secret\n  # here\n  memory: 1Gi\n\n  interval: 5m',
    'binaryData: {\n  image: nginx:1.25 }',
  ],
  'labels, annotations and selectors': [
    'metadata:\n  labels:\n    example.com/version: "1"\n    cpu: 100m\n  annotations: {timeout: 30s}',
    'spec:\n  - selector:\n      matchLabels:\n        image: nginx',
  ],
  'keys with similar names': [
    'imagePullPolicy: Always\nimages: nginx:1.25\nmy image: nginx:1.25\nbaseimage: nginx',
    'cpuset: 100m\nmycpu: 100m\nmy.cpu: 100m\nCPU: 100m\nmemoryLimit: 1Gi',
    'timeoutSeconds: 30s\nintervals: 5m\ntimeoutPolicy: 5m',
    'apiVersions: v1\nkinds: Pod\nsubkind: Pod',
  ],
  'values that are something else': [
    'cpu: lots\ncpu: 100mm\ncpu: 100 m\nmemory: 1Gib\nmemory: 1Gi, 2Gi\ncpu: 0x10\ncpu: ~\ncpu:',
    'timeout: 30\ntimeout: 30s or so\ntimeout: "5 m"\ninterval: daily\ninterval: m5',
    'image: true\nimage: "null"\nimage: 1.5\nimage: Visual Studio\nimage: https://example.com/a.png',
    'image: "{{ .Values.repository }}:{{ .Values.tag }}"\nimage: {{ .Values.image }}\nimage: nginx:{{ .tag }}',
    'apiVersion: 1.0\napiVersion: apps\nkind: pod\nkind: A and B\nimage: *anchor',
  ],
};

suite('the colours of Kubernetes manifests', async () => {
  const { tokenize, tokenizePlain } = await loadTokenizers();

  for (const [title, cases] of Object.entries(marked)) {
    suite(`marks ${title}`, () => {
      for (const [yaml, expected] of cases) {
        test(yaml, () => assert.deepEqual(meanings(tokenize(yaml)), expected));
      }
    });
  }

  for (const [title, texts] of Object.entries(unmarked)) {
    suite(`leaves alone ${title}`, () => {
      for (const yaml of texts) test(yaml, () => assert.deepEqual(meanings(tokenize(yaml)), []));
    });
  }

  test('marks again what follows a string map', () => {
    const yaml = 'data:\n  cpu: 1m\nspec:\n  labels:\n    cpu: 2m\n  cpu: 3m\n---\ncpu: 4m';
    assert.deepEqual(meanings(tokenize(yaml)), [...quantity('3', 'm'), ...quantity('4', 'm')]);
  });

  test('takes no scope away from what it does not mark', () => {
    for (const yaml of [...Object.values(unmarked).flat(), stringMaps]) {
      assert.deepEqual(withoutAdditions(tokenize(yaml)), withoutAdditions(tokenizePlain(yaml)));
    }
  });
});

/** String maps with everything in them that YAML has. */
const stringMaps = `
data:
  plain: text
    that goes on
  quoted: "text
    that goes on"
  literal: |
    labels:
      a: b

  folded: >2-
      indented
  # comment
  "key": [1, {a: true}]
metadata:
  labels: &labels # comment
    a: 1

    b: !!str null
  annotations: {a: 1,
    b: "2"}
  selector: *labels
flow: {
  labels: {a: b}, c: d,
  selector: {e: f}
  }
items:
- labels:
    a: true
  selector:
  - a
  nodeSelector: ~
other: 1
---
data: |
  a: b
stringData:
labels: a
`;

/** Tokens without the scopes of the extension, and without those that YAML within YAML repeats. */
function withoutAdditions(tokens: readonly Token[]): Token[] {
  const repeated = ['meta.stream.yaml', 'meta.document.yaml'];
  return tokens.map(({ text, scopes }) => ({
    text,
    scopes: scopes.filter((name) => !name.endsWith('.kubernetes') && !repeated.includes(name)),
  }));
}
