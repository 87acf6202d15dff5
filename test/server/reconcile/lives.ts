import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { JsonObject } from '../../../server/src/merge/json';
import type { ObjectRef } from '../../../server/src/protocol/objectRef';
import type { RolloutState } from '../../../server/src/reconcile/rollout';
import { objectPath } from '../../../server/src/cluster/paths';
import { parseJson } from '../../../server/src/cluster/json';
import { type ControlPlane, startControlPlane } from '../../cluster/controlPlane';
import { waitUntil } from '../../e2e/waits';
import { agreesWithKubectl } from './agreement';
import { type Archive, startArchive } from './archive';
import { askKubectl } from './kubectlWords';
import { distinctVersions, type Recording, recordObject } from './recording';
import { nodes } from './workloads';

/** A reference without its context, which there is one of. */
export type NamespacedRef = Omit<ObjectRef, 'context'>;

/** An object of the namespace `default`; `resource` is like `deployments.v1.apps`, or `pods.v1`. */
export function namespaced(resource: string, name: string): NamespacedRef {
  return { ...clusterScoped(resource, name), namespace: 'default' };
}

/** An object of no namespace. */
export function clusterScoped(resource: string, name: string): NamespacedRef {
  const [plural = '', version = '', ...group] = resource.split('.');
  return { group: group.join('.'), version, resource: plural, name };
}

/** A cluster in which objects live, and an archive in which their versions are looked at afterwards. */
export interface Stage {
  readonly controlPlane: ControlPlane;
  readonly archive: Archive;
  /** What kubectl prints; fails the test where kubectl does. */
  kubectl(args: readonly string[], stdin?: string): Promise<string>;
  create(...objects: JsonObject[]): Promise<void>;
  /** A merge patch, of the status where that is said. */
  patch(target: string, change: JsonObject, options?: PatchOptions): Promise<void>;
  /** Records an object from before its creation. `target` is like `pods/web` or `nodes.v1/a`. */
  record(ref: NamespacedRef): Promise<Recording>;
  /**
   * Compares every version of a recording with kubectl's words for it; the kinds of our states, in their order and
   * without repetitions.
   */
  compare(recording: Recording): Promise<string[]>;
  /** Compares an object as it is now, and again as long as it changes meanwhile, until this holds. */
  compareNow(ref: NamespacedRef, holds: (state: RolloutState) => boolean): Promise<void>;
  stop(): Promise<void>;
}

interface PatchOptions {
  subresource?: 'status';
  /** `default` where not given. */
  namespace?: string;
}

/** Starts both control planes, with two nodes. `stages` are further stages of kwok, as YAML. */
export async function startStage(stages = ''): Promise<Stage> {
  const controlPlane = await startControlPlane({ controllers: true, kwok: true, namespace: 'default' });
  const archive = await startArchive();
  if (stages !== '') {
    const file = join(controlPlane.folder, 'kwok-stages.yaml');
    await writeFile(file, `${await readFile(file, 'utf8')}\n---\n${stages}`);
    await controlPlane.restart('kwok');
  }
  const recordings: Recording[] = [];
  const kubectl: Stage['kubectl'] = async (args, stdin = '') => {
    const { code, stdout, stderr } = await controlPlane.kubectl(args, { stdin });
    assert.equal(code, 0, stderr);
    return stdout;
  };
  const create: Stage['create'] = async (...objects) => {
    await kubectl(['create', '-f', '-'], objects.map((object) => JSON.stringify(object)).join('\n---\n'));
  };
  await create(...nodes);
  // A new node is tainted as not ready, and the scheduler leaves it alone for as long.
  const taints = ['get', 'nodes', '--output=jsonpath={.items[*].spec.taints}'];
  await waitUntil('nodes without taints', async () => (await kubectl(taints)) === '');
  return {
    controlPlane,
    archive,
    kubectl,
    create,
    async patch(target, change, { subresource, namespace = 'default' } = {}) {
      const part = subresource === undefined ? [] : [`--subresource=${subresource}`];
      await kubectl([
        '-n',
        namespace,
        'patch',
        target,
        '--type=merge',
        ...part,
        '-p',
        JSON.stringify(change),
      ]);
    },
    async record(ref) {
      const recording = await recordObject(controlPlane, { context: 'test', ...ref });
      recordings.push(recording);
      return recording;
    },
    async compare({ ref, versions }) {
      const states: string[] = [];
      for (const version of distinctVersions(versions)) {
        const { rollout } = agreesWithKubectl(version, await archive.ask(ref, version));
        const said = rollout.kind === 'progressing' ? `progressing ${rollout.waitingFor}` : nameOf(rollout);
        if (said !== states.at(-1)) states.push(said);
      }
      return states;
    },
    async compareNow(ref, holds) {
      const deadline = Date.now() + 60_000;
      const read = async (): Promise<JsonObject> => {
        const { status, body } = await controlPlane.request({
          path: objectPath({ context: 'test', ...ref }),
        });
        assert.equal(status, 200, body);
        return parseJson(body) as JsonObject;
      };
      for (;;) {
        const object = await read();
        const words = await askKubectl(controlPlane, { context: 'test', ...ref }, object);
        const after = await read();
        if (versionOf(after) === versionOf(object) && holds(agreesWithKubectl(object, words).rollout)) return;
        assert.ok(Date.now() < deadline, JSON.stringify(after));
      }
    },
    async stop() {
      for (const recording of recordings) recording.stop();
      await Promise.all([controlPlane.stop(), archive.controlPlane.stop()]);
    },
  };
}

function nameOf(rollout: RolloutState): string {
  if (rollout.kind === 'stuck') return `stuck ${rollout.reason}`;
  return rollout.kind === 'notTracked' ? `not tracked, ${rollout.because}` : rollout.kind;
}

function versionOf(object: JsonObject): unknown {
  return (object['metadata'] as JsonObject)['resourceVersion'];
}
