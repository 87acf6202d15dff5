import assert from 'node:assert/strict';
import type { JsonObject } from '../../../server/src/merge/json';
import type { ObjectRef } from '../../../server/src/protocol/objectRef';
import { mapsAt, textAt } from '../../../server/src/reconcile/read';
import type { ControlPlane } from '../../cluster/controlPlane';
import type { ProgramResult } from '../../cluster/runProgram';

/** What kubectl says of one version of an object. */
export interface KubectlWords {
  /** What `kubectl get` prints, by heading. */
  readonly columns: Readonly<Record<string, string>>;
  /** What `kubectl rollout status --watch=false` says, for the kinds that it knows. */
  readonly rollout: ProgramResult | undefined;
  /** Whether `kubectl wait --for=condition=<type>=<status>` has what it waits for, for each type of condition. */
  readonly conditions: readonly { readonly type: string; readonly status: string; readonly isMet: boolean }[];
}

/** Asks kubectl about an object that stands still. */
export async function askKubectl(
  controlPlane: ControlPlane,
  ref: ObjectRef,
  object: JsonObject,
): Promise<KubectlWords> {
  const resource = [ref.resource, ...(ref.group === '' ? [] : [ref.version, ref.group])].join('.');
  const target = [resource, ref.name, ...(ref.namespace === undefined ? [] : ['-n', ref.namespace])];
  const isMet = async ({ type, status }: { type: string; status: string }): Promise<boolean> => {
    const condition = `--for=condition=${type}=${status}`;
    const { code, stderr } = await controlPlane.kubectl(['wait', condition, '--timeout=0', ...target]);
    assert.ok(code === 0 || stderr.includes('condition not met'), stderr);
    return code === 0;
  };
  const [get, rollout, ...conditions] = await Promise.all([
    controlPlane.kubectl(['get', ...target]),
    rolledOut.has(ref.resource)
      ? controlPlane.kubectl(['rollout', 'status', '--watch=false', ...target])
      : Promise.resolve(undefined),
    ...conditionsOf(object).map(async (each) => ({ ...each, isMet: await isMet(each) })),
  ]);
  assert.equal(get.code, 0, get.stderr);
  return { columns: readTable(get.stdout), rollout, conditions };
}

const rolledOut = new Set(['deployments', 'statefulsets', 'daemonsets']);

/** The first condition of each type: kubectl looks no further. */
function conditionsOf(object: JsonObject): { type: string; status: string }[] {
  const byType = new Map<string, string>();
  for (const condition of mapsAt(object, 'status', 'conditions')) {
    const [type, status] = [textAt(condition, 'type'), textAt(condition, 'status')];
    if (type !== undefined && status !== undefined && !byType.has(type)) byType.set(type, status);
  }
  return [...byType].map(([type, status]) => ({ type, status }));
}

/** The cells below their headings. Between two columns are three spaces; within a heading there is at most one. */
export function readTable(text: string): Record<string, string> {
  const [head = '', row = ''] = text.split('\n');
  const headings = [...head.matchAll(/\S+(?: \S+)*/g)];
  return Object.fromEntries(
    headings.map(({ 0: heading, index }, at) => [
      heading,
      row.slice(index, headings[at + 1]?.index ?? row.length).trim(),
    ]),
  );
}
