import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { rootCertificates } from 'node:tls';
import { readKubeconfig, mergeKubeconfigs } from '../../../server/src/cluster/kubeconfigMerge';
import { parseKubeconfigYaml } from '../../../server/src/cluster/kubeconfig';
import { findPrograms, type Programs } from '../../cluster/binary';
import { runProgram } from '../../cluster/runProgram';
import { failureOf, makeClusters, makeFolder, valueOf } from './fixture';

let folder: Awaited<ReturnType<typeof makeFolder>>;
let programs: Programs;

before(async () => {
  folder = await makeFolder();
  programs = await findPrograms({ needed: ['kubectl'], report: (line) => console.error(line) });
});
after(() => folder.remove());

let count = 0;

/** Writes a file of its own for each text, in a folder whose name has a space. */
async function write(...texts: string[]): Promise<string[]> {
  const files = texts.map((_, index) => join(folder.path, `my folder ${++count}`, `config ${index}`));
  for (const [index, file] of files.entries()) {
    await mkdir(join(file, '..'), { recursive: true });
    await writeFile(file, texts[index] ?? '');
  }
  return files;
}

/** What kubectl makes of these files. */
async function kubectlView(files: string[]): Promise<{ code: number; config: Record<string, unknown> }> {
  const [command, ...args] = programs.commandOf('kubectl');
  const { code, stdout } = await runProgram({
    command,
    args: [...args, 'config', 'view', '--raw', '-o', 'json'],
    environment: { PATH: process.env['PATH'], HOME: folder.path, KUBECONFIG: files.join(delimiter) },
  });
  return { code, config: code === 0 ? (JSON.parse(stdout) as Record<string, unknown>) : {} };
}

const fileOne = `
apiVersion: v1
kind: Config
contexts:
  - {name: a, context: {cluster: ca, user: ua}}
  - {name: both, context: {cluster: ca, user: ua, namespace: first}}
current-context: a
users:
  - {name: twice, user: {username: first}}
`;
const fileTwo = `
apiVersion: v1
kind: Config
clusters:
  - {name: ca, cluster: {server: "https://a.test", certificate-authority: certs/ca.pem, tls-server-name: other.test}}
  - {name: cb, cluster: {server: "https://b.test/", certificate-authority: /etc/ca.pem, proxy-url: "http://p.test", insecure-skip-tls-verify: yes}}
users:
  - {name: ua, user: {token: t, as: jane, as-groups: [x, z], as-uid: "7", as-user-extra: {k: [v]}}}
  - {name: ub, user: {client-certificate: ../c.pem, client-key: k.pem}}
  - {name: uc, user: {tokenFile: token}}
  - {name: twice, user: {username: second, password: only-here}}
  - name: plugin
    user:
      exec: {apiVersion: client.authentication.k8s.io/v1, command: bin/sign-in, args: [a], interactiveMode: Never, provideClusterInfo: true}
  - name: on-path
    user:
      exec: {apiVersion: client.authentication.k8s.io/v1, command: sign-in, interactiveMode: Never}
contexts:
  - {name: both, context: {cluster: cb, user: ub, namespace: second}}
  - {name: b, context: {cluster: cb, user: ub}}
current-context: b
`;

suite('The kubeconfig', () => {
  test('R131 R133 several files are merged as kubectl merges them', async () => {
    const files = await write(fileOne, fileTwo);
    const paths = [files[0] ?? '', join(folder.path, 'missing'), files[1] ?? ''];
    const { config } = await kubectlView(paths);
    const ours = mergeKubeconfigs(
      [fileOne, fileTwo].map((text, index) => readKubeconfig(parseKubeconfigYaml(text), files[index] ?? '')),
    );
    // kubectl shows paths as they are written; all relative ones are in the second file.
    const theirs = readKubeconfig(parseKubeconfigYaml(JSON.stringify(config)), files[1] ?? '');
    const sorted = (map: ReadonlyMap<string, unknown>) => [...map].toSorted(([x], [y]) => (x < y ? -1 : 1));
    assert.equal(ours.currentContext, theirs.currentContext);
    assert.deepEqual(sorted(ours.contexts), sorted(theirs.contexts));
    assert.deepEqual(sorted(ours.clusters), sorted(theirs.clusters));
    assert.deepEqual(sorted(ours.users), sorted(theirs.users));
    const authority = { file: join(files[1] ?? '', '..', 'certs', 'ca.pem') };
    assert.deepEqual(ours.clusters.get('ca')?.certificateAuthority, authority);
    assert.equal(ours.users.get('plugin')?.exec?.command, join(files[1] ?? '', '..', 'bin', 'sign-in'));

    const clusters = makeClusters('', { environment: { KUBECONFIG: paths.join(delimiter) } });
    assert.deepEqual(
      valueOf(await clusters.contexts()).map(({ name, cluster, server, current }) => [
        name,
        cluster,
        server,
        current,
      ]),
      [
        ['a', 'ca', 'https://a.test', true],
        ['both', 'ca', 'https://a.test', false],
        ['b', 'cb', 'https://b.test/', false],
      ],
    );
  });

  const files: [name: string, text: string, detail: RegExp][] = [
    ['broken YAML', 'users:\n- name: u\n  user: {token: "hunter2\n', /^it is not valid YAML at line \d+$/],
    ['a list', '- a', /^the file is not a mapping$/],
    ['a text', 'hello', /^the file is not a mapping$/],
    ['another kind', 'apiVersion: v1\nkind: Pod\nmetadata: {name: x}', /^its kind is not Config$/],
    ['contexts that are no list', 'contexts: {a: b}', /^contexts is not a list$/],
    ['a user that is no mapping', 'users: [hunter2]', /^an entry of users is not a mapping$/],
    [
      'a name twice',
      'users: [{name: u, user: {}}, {name: u, user: {}}]',
      /^users has two entries named "u"$/,
    ],
  ];
  for (const [name, text, detail] of files) {
    test(`a file with ${name} is broken, as for kubectl, and its text is not shown`, async () => {
      const [path = ''] = await write(text);
      const failure = failureOf(await makeClusters(path).contexts(), 'kubeconfigBroken');
      assert.equal(failure.path, path);
      assert.match(failure.detail, detail);
      assert.equal(JSON.stringify(failure).includes('hunter2'), false);
      assert.notEqual((await kubectlView([path])).code, 0);
    });
  }

  test('a folder is broken, one file of many is enough', async () => {
    const [good = ''] = await write(fileTwo);
    const both = [good, folder.path].join(delimiter);
    const failure = failureOf(await makeClusters(both).connect('b'), 'kubeconfigBroken');
    assert.deepEqual([failure.path, failure.detail], [folder.path, 'it is a folder']);
  });

  test('an entry without a name is passed over, as by kubectl', async () => {
    const [path = ''] = await write('contexts: [{context: {cluster: c}}, {name: a, context: {cluster: c}}]');
    assert.deepEqual(
      valueOf(await makeClusters(path).contexts()).map(({ name }) => name),
      ['a'],
    );
    assert.equal((await kubectlView([path])).code, 0);
  });

  test('an empty file, or one of comments, says nothing, as for kubectl', async () => {
    for (const text of ['', '\n', '# later\n---\n']) {
      const [path = ''] = await write(text);
      assert.deepEqual(valueOf(await makeClusters(path).contexts()), []);
      assert.equal((await kubectlView([path])).code, 0);
    }
  });

  test('where no file exists, all are named: the setting, else KUBECONFIG, else ~/.kube/config', async () => {
    const home = join(folder.path, 'home of jane');
    const paths = async (setting: string, environment: NodeJS.ProcessEnv) =>
      failureOf(await makeClusters(setting, { environment }).contexts(), 'kubeconfigMissing').paths;
    const environment = { HOME: home, KUBECONFIG: ['/none/a', '', '/none/b', '/none/a'].join(delimiter) };
    assert.deepEqual(await paths(' ~/my config ', environment), [join(home, 'my config')]);
    assert.deepEqual(await paths('', environment), ['/none/a', '/none/b']);
    assert.deepEqual(await paths('', { HOME: home }), [join(home, '.kube', 'config')]);
  });

  test('R130 a context without a namespace has the namespace default', async () => {
    const [path = ''] = await write(
      'contexts: [{name: a, context: {cluster: c, namespace: demo}}, {name: b, context: {cluster: c}}]',
    );
    const contexts = valueOf(await makeClusters(path).contexts());
    assert.deepEqual(
      contexts.map(({ name, namespace }) => [name, namespace]),
      [
        ['a', 'demo'],
        ['b', 'default'],
      ],
    );
  });

  test('an unknown context is told, with the known ones', async () => {
    const [path = ''] = await write(fileTwo);
    const failure = failureOf(await makeClusters(path).connect('c'), 'unknownContext');
    assert.deepEqual([failure.context, failure.known], ['c', ['both', 'b']]);
  });

  const unusable: [context: string, cluster: string, user: string, detail: RegExp][] = [
    [
      '{cluster: none, user: u}',
      '{server: "https://a.test"}',
      '{}',
      /^its cluster "none" is not in the kubeconfig$/,
    ],
    ['{user: u}', '{server: "https://a.test"}', '{}', /^it names no cluster$/],
    [
      '{cluster: c, user: none}',
      '{server: "https://a.test"}',
      '{}',
      /^its user "none" is not in the kubeconfig$/,
    ],
    ['{cluster: c, user: u}', '{}', '{}', /^its cluster has no server$/],
    ['{cluster: c, user: u}', '{server: "ftp://a.test"}', '{}', /no http or https address$/],
    ['{cluster: c, user: u}', '{server: "https://"}', '{}', /no http or https address$/],
    [
      '{cluster: c, user: u}',
      '{server: "https://a.test", certificate-authority: no.pem}',
      '{}',
      /no\.pem cannot be read$/,
    ],
    [
      '{cluster: c, user: u}',
      '{server: "https://a.test", certificate-authority-data: aGVsbG8=}',
      '{}',
      /is no PEM certificate$/,
    ],
    [
      '{cluster: c, user: u}',
      '{server: "https://a.test", proxy-url: "gopher://a"}',
      '{}',
      /^proxy-url has the scheme gopher/,
    ],
    ['{cluster: c, user: u}', '{server: "https://a.test"}', '{as-groups: [x]}', /without as$/],
    [
      '{cluster: c, user: u}',
      '{server: "https://a.test"}',
      '{username: x, token: hunter2}',
      /both username and token$/,
    ],
    [
      '{cluster: c, user: u}',
      '{server: "https://a.test"}',
      '{client-key-data: aGVsbG8=}',
      /only one of client-certificate and client-key$/,
    ],
  ];
  for (const [context, cluster, user, detail] of unusable) {
    test(`a context is unusable: ${context} ${cluster} ${user}`, async () => {
      const [path = ''] = await write(
        `contexts: [{name: a, context: ${context}}]\nclusters: [{name: c, cluster: ${cluster}}]\nusers: [{name: u, user: ${user}}]`,
      );
      const failure = failureOf(await makeClusters(path).connect('a'), 'contextUnusable');
      assert.equal(failure.context, 'a');
      assert.match(failure.detail, detail);
      assert.equal(failure.detail.includes('hunter2'), false);
    });
  }

  test('a changed file is seen at once; a context that it leaves alone keeps its connection', async () => {
    const config = (token: string) => `
contexts: [{name: a, context: {cluster: c, user: a}}, {name: b, context: {cluster: c, user: b}}]
clusters: [{name: c, cluster: {server: "https://a.test"}}]
users: [{name: a, user: {token: same}}, {name: b, user: {token: ${token}}}]
current-context: ${token}
`;
    const [path = ''] = await write(config('a'));
    const clusters = makeClusters(path);
    const [a, b] = [await clusters.open('a'), await clusters.open('b')];
    assert.equal(await clusters.open('a'), a);
    assert.equal(await clusters.open('b'), b);
    await writeFile(path, config('b')); // the same length, within the same tick of the file system
    assert.deepEqual(
      valueOf(await clusters.contexts()).map(({ name, current }) => [name, current]),
      [
        ['a', false],
        ['b', true],
      ],
    );
    assert.equal(await clusters.open('a'), a);
    assert.notEqual(await clusters.open('b'), b);
  });

  test('the address says which authority vouches, whether it stands in the file or beside it', async () => {
    const [pem = ''] = rootCertificates;
    const [path = ''] = await write(`
contexts: [{name: a, context: {cluster: a}}, {name: b, context: {cluster: b}}, {name: c, context: {cluster: c}}]
clusters:
  - {name: a, cluster: {server: "https://a.test:6443/prefix/", certificate-authority: ca.pem}}
  - {name: b, cluster: {server: "https://a.test:6443/prefix", certificate-authority-data: ${btoa(pem)}, certificate-authority: wrong}}
  - {name: c, cluster: {server: "https://a.test:6443/prefix"}}
`);
    await writeFile(join(path, '..', 'ca.pem'), pem);
    const clusters = makeClusters(path);
    const [a, b, c] = [await clusters.open('a'), await clusters.open('b'), await clusters.open('c')];
    assert.equal(a.address.server, 'https://a.test:6443/prefix');
    assert.deepEqual(a.address, b.address);
    assert.match(a.address.certificateAuthority, /^[0-9a-f]{64}$/);
    assert.equal(c.address.certificateAuthority, '');
  });
});
