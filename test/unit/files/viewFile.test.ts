import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { BoundFile } from '../../../server/src/files/binding';
import type { FileTracker } from '../../../server/src/files/fileTracker';
import type { FileObjectState, FileView } from '../../../server/src/files/fileView';
import { createOpenFile, forgetView, type OpenFile, setText } from '../../../server/src/files/openFile';
import { findPlace, indexKinds } from '../../../server/src/files/places';
import { createTracked, type Finding } from '../../../server/src/files/tracked';
import { viewFile } from '../../../server/src/files/viewFile';
import { builtinTopology } from '../../../server/src/merge/topology';
import { takeSnapshot } from '../../../server/src/session/snapshot';

const kinds = indexKinds([
  {
    ...{ group: '', version: 'v1', resource: 'configmaps', kind: 'ConfigMap', namespaced: true },
    ...{ shortNames: [], singularName: '', verbs: ['get'], subresources: [] },
  },
]);
const bound: BoundFile = {
  ...{ kind: 'bound', context: 'demo', namespace: 'shop', by: 'user', clusterUid: undefined },
  address: { server: 'https://demo', certificateAuthority: '' },
};
const failure = { kind: 'noCurrentContext' } as const;
const options = { manager: 'ours', mostTracked: 3, now: 7_000 };

const configMap = (name: string, mode = 'fast'): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}}\ndata: {mode: ${mode}}\n`;

interface Known {
  findings?: Record<string, Finding>;
  problem?: { failure: typeof failure; since: number };
}

/** A file that is tracked with this knowledge, by the names of its objects. */
function trackedFile(text: string, { findings = {}, problem }: Known = {}): OpenFile {
  const file = createOpenFile('file:///objects.yaml', text);
  file.binding = bound;
  const tracker: FileTracker = {
    ...{ update: () => undefined, kindsChanged: () => undefined, followAnew: () => undefined },
    placeOf: (identity) => findPlace(identity, bound, kinds),
    find: (place) => {
      const finding = findings[place.ref.name];
      const health = { kind: 'watching' } as const;
      return finding && { ...createTracked(place, undefined), finding, health };
    },
    problem: () => problem,
  };
  file.tracking = { tracker, over: new AbortController() };
  return file;
}

function present(name: string, mode: string): Finding {
  const snapshot = takeSnapshot({
    ...{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, uid: 'u', resourceVersion: '1' } },
    data: { mode },
  });
  return { kind: 'present', snapshot, arrivedAt: 0 };
}

const states = ({ objects }: FileView): FileObjectState['kind'][] => objects.map(({ state }) => state.kind);

suite('What is known of a file', () => {
  test('is a state for each object, and what is no object beside them', () => {
    const text = [
      ...['a', 'b', 'c'].map((name) => configMap(name)),
      configMap('beyond'),
      'apiVersion: v1\nkind: ConfigMap\nmetadata: {generateName: g-}\n',
      'just: yaml\n',
    ].join('---\n');
    const view = viewFile(
      trackedFile(text, { findings: { a: present('a', 'slow'), b: { kind: 'absent' } } }),
      options,
    );
    assert.deepEqual(states(view), ['present', 'absent', 'locating', 'untracked', 'generated']);
    const [first] = view.objects;
    assert.ok(first?.state.kind === 'present');
    assert.equal(first.state.drifts.length, 1);
    assert.equal(first.ref?.namespace, 'shop');
    assert.deepEqual(
      view.leftAlone.map(({ kind }) => kind),
      ['notKubernetes'],
    );
  });

  test('has a key for each object that names it, also where the same is stated twice', () => {
    const view = viewFile(
      trackedFile(`${configMap('a')}---\n${configMap('a')}---\n${configMap('b')}`),
      options,
    );
    const keys = view.objects.map(({ key }) => key);
    assert.deepEqual(keys, ['v1 ConfigMap /a', 'v1 ConfigMap /a#2', 'v1 ConfigMap /b']);
  });

  test('is why nothing is known, since when that is so', () => {
    const unbound = createOpenFile('file:///objects.yaml', configMap('a'));
    unbound.binding = { kind: 'unbound', failure };
    const first = viewFile(unbound, options);
    forgetView(unbound);
    const later = viewFile(unbound, { ...options, now: 9_000 });
    for (const { objects } of [first, later])
      assert.deepEqual(objects[0]?.state, { kind: 'unknown', failure, since: 7_000 });

    const problem = { failure, since: 4_000 };
    const [object] = viewFile(trackedFile(configMap('a'), { problem }), options).objects;
    assert.deepEqual(object?.state, { kind: 'unknown', ...problem });

    const unserved = trackedFile('apiVersion: v1\nkind: Nope\nmetadata: {name: a}\n');
    assert.deepEqual(states(viewFile(unserved, options)), ['unknown']);
  });

  test('is said that it is looked for while it is not tracked, and where it goes is being found out', () => {
    const file = createOpenFile('file:///objects.yaml', configMap('a'));
    const view = viewFile(file, options);
    assert.deepEqual(states(view), ['locating']);
    assert.deepEqual(view.binding, { kind: 'binding' });
  });

  test('is the very same until something else is known, and costs what has changed', () => {
    const file = trackedFile(`${configMap('a')}---\n${configMap('b')}`, {
      findings: { a: present('a', 'slow'), b: present('b', 'slow') },
    });
    const before = viewFile(file, options);
    assert.equal(viewFile(file, options), before);
    setText(file, `${configMap('a')}---\n${configMap('b', 'slow')}`);
    const judged = file.judgements.get('v1 ConfigMap /a');
    const after = viewFile(file, options);
    assert.notEqual(after, before);
    assert.equal(file.judgements.get('v1 ConfigMap /a'), judged);
    assert.deepEqual(
      after.objects.map(({ state }) => state.kind === 'present' && state.drifts.length),
      [1, 0],
    );
  });

  test('is whose fields an apply was refused for, until the text says something else there', () => {
    const file = trackedFile(configMap('a'), { findings: { a: present('a', 'slow') } });
    const conflict = { path: ['data', 'mode'], manager: 'ann', writer: undefined };
    const { content } = viewFile(file, options).objects[0]!.document;
    file.told.set('v1 ConfigMap /a', {
      ...{ content, topology: builtinTopology },
      conflicts: [{ conflict, stated: 'fast', isConfirmed: false }],
      notes: [{ path: undefined, kind: 'refused', message: 'no' }],
    });
    forgetView(file);
    const [told] = viewFile(file, options).objects;
    assert.deepEqual(told?.ownershipConflicts, [conflict]);
    assert.equal(told.notes.length, 1);
    // Another field is another text, which the notes are not of; the conflict is still one.
    setText(file, configMap('a').replace('{mode', '{x: y, mode'));
    const [moved] = viewFile(file, options).objects;
    assert.deepEqual([moved?.ownershipConflicts.length, moved?.notes.length], [1, 0]);
    setText(file, configMap('a', 'slow'));
    assert.deepEqual(viewFile(file, options).objects[0]?.ownershipConflicts, []);
  });
});
