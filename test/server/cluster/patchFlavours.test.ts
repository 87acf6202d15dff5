import assert from 'node:assert/strict';
import { after, before, beforeEach, suite, test } from 'node:test';
import { type ControlPlane, startControlPlane } from '../../cluster/controlPlane';
import { apply, waitFor } from './fixture';
import { definition, deployment, thing } from './flavourObjects';

/** Every claim of docs/patches.md about the API server, by bare requests. */

interface Answer {
  status: number;
  body: {
    metadata: {
      resourceVersion: string;
      labels?: Record<string, string>;
      managedFields: { manager: string; fieldsV1: { 'f:spec'?: object } }[];
    };
    spec: { replicas: number; list: { name: string; size?: number }[]; template: Template };
    reason?: string;
    details?: { causes?: { reason: string; field: string; message: string }[] };
  };
}

interface Template {
  spec: {
    containers: {
      name: string;
      image: string;
      args?: string[];
      ports?: { containerPort: number; protocol: string; name: string }[];
    }[];
  };
}

let controlPlane: ControlPlane;

before(async () => {
  controlPlane = await startControlPlane();
  await apply(controlPlane, definition);
  await waitFor(async () => (await send('GET', customPath.replace('/one', ''))).status === 200);
});
after(() => controlPlane.stop());

const path = '/apis/apps/v1/namespaces/default/deployments/web';
const customPath = '/apis/test.example/v1/namespaces/default/things/one';
const flavours = {
  json: 'application/json-patch+json',
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
  apply: 'application/apply-patch+yaml',
} as const;

async function send(method: string, target: string, sent?: unknown, contentType?: string): Promise<Answer> {
  const { status, body } = await controlPlane.request({
    method,
    path: target,
    headers: { 'content-type': contentType ?? 'application/json' },
    ...(sent === undefined ? {} : { body: JSON.stringify(sent) }),
  });
  return { status, body: JSON.parse(body) as Answer['body'] };
}

const patch = (flavour: keyof typeof flavours, sent: unknown, query = ''): Promise<Answer> =>
  send('PATCH', `${path}${query}`, sent, flavours[flavour]);
const podWith = (containers: unknown): unknown => ({ spec: { template: { spec: { containers } } } });
const containersOf = ({ body }: Answer): Template['spec']['containers'] => body.spec.template.spec.containers;
/** The managers who hold the replicas. */
const holdersOf = ({ body }: Answer): string[] =>
  body.metadata.managedFields
    .filter(({ fieldsV1 }) => 'f:replicas' in (fieldsV1['f:spec'] ?? {}))
    .map(({ manager }) => manager);
const namesOf = (answer: Answer): string[] => containersOf(answer).map(({ name }) => name);

suite('what each way to write does with versions and lists', () => {
  beforeEach(async () => {
    await send('DELETE', path);
    await send('DELETE', customPath);
    await waitFor(async () => (await send('GET', path)).status === 404);
    assert.equal((await send('POST', path.replace('/web', ''), deployment)).status, 201);
    assert.equal((await send('POST', customPath.replace('/one', ''), thing)).status, 201);
  });

  test('PUT: the version is compared where it is sent; without one, others are overwritten', async () => {
    const { body } = await send('GET', path);
    await patch('merge', { spec: { replicas: 4 } });
    const stale = await send('PUT', path, body);
    assert.deepEqual(
      [stale.status, stale.body.reason, stale.body.details?.causes],
      [409, 'Conflict', undefined],
    );
    const blind = await send('PUT', path, deployment);
    assert.deepEqual([blind.status, blind.body.spec.replicas], [200, 3]);
  });

  test('JSON Patch: lists by index; a test that does not hold refuses all of it', async () => {
    const image = { op: 'replace', path: '/spec/template/spec/containers/0/image', value: 'app:2' };
    const guard = { op: 'test', path: '/spec/template/spec/containers/0/name', value: 'app' };
    await patch('json', [
      { op: 'add', path: '/spec/template/spec/containers/0', value: { name: 'new', image: 'new:1' } },
    ]);
    const refused = await patch('json', [guard, image]);
    assert.deepEqual([refused.status, refused.body.reason], [422, 'Invalid']);
    const unguarded = await patch('json', [image]);
    assert.deepEqual(
      containersOf(unguarded).map(({ name, image: said }) => `${name} ${said}`),
      ['new app:2', 'app app:1', 'log log:1'],
    );
    assert.equal((await patch('json', [{ op: 'remove', path: '/spec/minReadySeconds' }])).status, 422);
  });

  test('merge patch: a list is replaced as a whole, null takes a field out, a version is a precondition', async () => {
    const replaced = await patch('merge', podWith([{ name: 'log', image: 'log:2' }]));
    assert.deepEqual(namesOf(replaced), ['log']);
    const labelled = await patch('merge', { metadata: { labels: { a: 'b', c: 'd' } } });
    const { resourceVersion } = labelled.body.metadata;
    const taken = await patch('merge', { metadata: { labels: { a: null } } });
    assert.deepEqual(taken.body.metadata.labels, { c: 'd' });
    const stale = await patch('merge', { metadata: { resourceVersion }, spec: { replicas: 4 } });
    assert.deepEqual([stale.status, stale.body.reason], [409, 'Conflict']);
    assert.equal((await patch('merge', { spec: { replicas: 4 } })).status, 200);
  });

  test('strategic merge patch: lists by one key where the Go type names one, others as a whole', async () => {
    const merged = await patch('strategic', podWith([{ name: 'app', image: 'app:2', args: ['c'] }]));
    assert.deepEqual(namesOf(merged), ['app', 'log']);
    assert.deepEqual([containersOf(merged)[0]?.image, containersOf(merged)[0]?.args], ['app:2', ['c']]);
    const deleted = await patch('strategic', podWith([{ name: 'log', $patch: 'delete' }]));
    assert.deepEqual(namesOf(deleted), ['app']);
    // The key of ports is the number alone: the port of the other protocol becomes this one.
    const ports = [{ name: 'dns-udp', containerPort: 53, protocol: 'UDP' }];
    const lost = await patch('strategic', podWith([{ name: 'app', ports }]));
    assert.deepEqual(containersOf(lost)[0]?.ports, ports);
  });

  test('strategic merge patch: not for custom resources', async () => {
    const custom = { spec: { list: [{ name: 'b', size: 2 }] } };
    assert.equal((await send('PATCH', customPath, custom, flavours.strategic)).status, 415);
    const merged = await send('PATCH', customPath, custom, flavours.merge);
    assert.deepEqual(merged.body.spec.list, [{ name: 'b', size: 2 }]);
  });

  test('apply: lists by all their keys, also of custom resources', async () => {
    const ports = [{ name: 'dns-udp', containerPort: 53, protocol: 'UDP' }];
    const stated = { ...named(deployment), ...(podWith([{ name: 'app', ports }]) as object) };
    const applied = await patch('apply', stated, '?fieldManager=file');
    assert.equal(applied.status, 200);
    assert.deepEqual(
      containersOf(applied)[0]
        ?.ports?.map(({ protocol }) => protocol)
        .sort(),
      ['TCP', 'UDP'],
    );
    const custom = { ...named(thing), spec: { list: [{ name: 'b', size: 2 }] } };
    const merged = await send('PATCH', `${customPath}?fieldManager=file`, custom, flavours.apply);
    assert.deepEqual(merged.body.spec.list, [
      { name: 'a', size: 1 },
      { name: 'b', size: 2 },
    ]);
  });

  test('apply: a field of others is a 409 with causes, unless the value is the same or force is said', async () => {
    const stated = (replicas: number): unknown => ({ ...named(deployment), spec: { replicas } });
    const refused = await patch('apply', stated(5), '?fieldManager=file');
    assert.deepEqual(
      [
        refused.status,
        refused.body.reason,
        refused.body.details?.causes?.map(({ reason, field }) => [reason, field]),
      ],
      [409, 'Conflict', [['FieldManagerConflict', '.spec.replicas']]],
    );
    const shared = await patch('apply', stated(3), '?fieldManager=file');
    assert.deepEqual([shared.status, holdersOf(shared).length], [200, 2]);
    const forced = await patch('apply', stated(5), '?fieldManager=file&force=true');
    assert.deepEqual([forced.body.spec.replicas, holdersOf(forced)], [5, ['file']]);
  });

  test('apply: what is stated no longer goes, where nobody else holds it; a version is a precondition', async () => {
    const withLabels = (labels: Record<string, string>, more = {}): unknown => ({
      ...named(deployment),
      metadata: { name: 'web', labels, ...more },
    });
    const first = await patch('apply', withLabels({ a: '1', b: '1' }), '?fieldManager=file');
    await patch('merge', { metadata: { labels: { b: '2', c: '3' } } });
    const second = await patch('apply', withLabels({}), '?fieldManager=file');
    assert.deepEqual(second.body.metadata.labels, { b: '2', c: '3' });
    const { resourceVersion } = first.body.metadata;
    const stale = await patch('apply', withLabels({ a: '2' }, { resourceVersion }), '?fieldManager=file');
    assert.deepEqual(
      [stale.status, stale.body.reason, stale.body.details?.causes],
      [409, 'Conflict', undefined],
    );
  });

  test('delete: uid and version are preconditions', async () => {
    const { body } = await send('GET', path);
    await patch('merge', { spec: { replicas: 4 } });
    const { resourceVersion } = body.metadata;
    const stale = await send('DELETE', path, { preconditions: { resourceVersion } });
    assert.deepEqual([stale.status, stale.body.reason], [409, 'Conflict']);
    assert.equal((await send('GET', path)).status, 200);
  });

  test('which flavour kubectl sends', async () => {
    const flavourOf = async (args: string[], stdin?: string): Promise<string | undefined> => {
      const { stderr } = await controlPlane.kubectl([...args, '-v=9'], stdin === undefined ? {} : { stdin });
      return /application\/(?:[a-z-]*patch\+(?:json|yaml))/.exec(stderr)?.[0];
    };
    const changed = JSON.stringify({ ...deployment, spec: { ...deployment.spec, replicas: 2 } });
    const custom = JSON.stringify({ ...thing, spec: { list: [] } });
    assert.equal(await flavourOf(['apply', '-f', '-'], changed), flavours.strategic);
    assert.equal(await flavourOf(['apply', '-f', '-'], custom), flavours.merge);
    assert.equal(
      await flavourOf(['apply', '--server-side', '--force-conflicts', '-f', '-'], changed),
      flavours.apply,
    );
    assert.equal(await flavourOf(['set', 'image', 'deployment/web', 'app=app:7']), flavours.strategic);
    assert.equal(await flavourOf(['label', 'deployment/web', 'x=y']), flavours.merge);
    assert.equal(
      await flavourOf(['patch', 'deployment', 'web', '-p', '{"spec":{"replicas":6}}']),
      flavours.strategic,
    );
  });
});

/** Its identity alone. */
function named({ apiVersion, kind, metadata }: typeof deployment | typeof thing): Record<string, unknown> {
  return { apiVersion, kind, metadata };
}
