import assert from 'node:assert/strict';
import { join } from 'node:path';
import { objectPath } from '../../../server/src/cluster/paths';
import { parseUri } from '../../../server/src/protocol/objectRef';
import type { Settings } from '../../../server/src/protocol/settings';
import { type ControlPlane, type ControlPlaneOptions, startControlPlane } from '../../cluster/controlPlane';
import { writeKubeconfig } from '../../cluster/kubeconfig';
import type { UserName } from '../../cluster/access';
import type { EditorDocument } from '../editor/document';
import { type Editor, startEditor } from '../editor/editor';
import { requestsOf, type WitnessedRequest } from '../editor/witness';
import { type FaultProxy, startFaultProxy } from '../faultProxy';

/** A cluster, a proxy before it, and editors that reach it by that proxy in the context `prod`. */
export interface Workbench {
  readonly controlPlane: ControlPlane;
  readonly proxy: FaultProxy;
  /** An editor with these settings; it is closed at the end. */
  edit(settings?: Partial<Settings>, user?: UserName): Promise<Editor>;
  /** What kubectl prints; fails the test where kubectl does. */
  kubectl(...args: string[]): Promise<string>;
  create(...objects: object[]): Promise<void>;
  /** Another person's or controller's merge patch, past the proxy, under this field manager. */
  patch(object: string, change: object, options?: { manager?: string; subresource?: string }): Promise<void>;
  /** What kubectl finds at a JSONPath in an object. */
  valueIn(object: string, path: string): Promise<string>;
  /** The values of a ConfigMap, in alphabetical order. */
  dataOf(name: string): Promise<string>;
  /** The server's requests for the object of this document: all but watches, in their order. */
  requests(document: EditorDocument): Promise<WitnessedRequest[]>;
  writes(document: EditorDocument): Promise<WitnessedRequest[]>;
  stop(): Promise<void>;
}

/** Starts it all. */
export async function startWorkbench(options: ControlPlaneOptions = {}): Promise<Workbench> {
  const controlPlane = await startControlPlane(options);
  const proxy = await startFaultProxy(controlPlane);
  const editors: Editor[] = [];
  const kubectl = async (...args: string[]): Promise<string> => {
    const { code, stdout, stderr } = await controlPlane.kubectl(args);
    assert.equal(code, 0, stderr);
    return stdout;
  };
  const requests = async ({ uri }: EditorDocument): Promise<WitnessedRequest[]> => {
    const ref = parseUri(uri);
    assert.ok(ref, uri);
    const found = await requestsOf(controlPlane, objectPath(ref));
    return found.filter(({ verb }) => verb !== 'watch');
  };
  return {
    controlPlane,
    proxy,
    kubectl,
    requests,
    async edit(settings, user = 'admin') {
      const kubeconfig = join(controlPlane.folder, `by-proxy-${user}.yaml`);
      await writeKubeconfig(kubeconfig, [
        controlPlane.contextOf(user, { context: 'prod', server: proxy.server }),
      ]);
      const editor = await startEditor({ kubeconfig, ...(settings && { settings }) });
      editors.push(editor);
      return editor;
    },
    async create(...objects) {
      const stdin = objects.map((object) => `${JSON.stringify(object)}\n`).join('---\n');
      const { code, stderr } = await controlPlane.kubectl(['create', '-f', '-'], { stdin });
      assert.equal(code, 0, stderr);
    },
    async patch(object, change, { manager = 'ann', subresource } = {}) {
      const more = subresource === undefined ? [] : [`--subresource=${subresource}`];
      await kubectl(
        ...['patch', object, '--type=merge', `--field-manager=${manager}`],
        ...[...more, '-p', JSON.stringify(change)],
      );
    },
    valueIn: (object, path) => kubectl('get', object, `-o=jsonpath={${path}}`),
    async dataOf(name) {
      const values = await kubectl('get', 'configmap', name, '-o=jsonpath={.data.*}');
      return values.split(' ').sort().join(' ');
    },
    writes: async (document) => (await requests(document)).filter(({ verb }) => verb !== 'get'),
    async stop() {
      await Promise.all(editors.map((editor) => editor.close()));
      await proxy.close();
      await controlPlane.stop();
    },
  };
}

/** Opens an object of the namespace `default` and waits until it is watched. `object` is like `configmaps.v1/web`. */
export async function openWatched(editor: Editor, object: string): Promise<EditorDocument> {
  const [resource = '', name = ''] = object.split('/');
  const document = await editor.open(`k8slive:/prod/default/${resource}/${name}.yaml`);
  await document.until(({ status }) => status()?.health.kind === 'watching', patience);
  return document;
}

/** The 0-based line of the text that holds these words. */
export function lineOf(document: EditorDocument, words: string): number {
  const line = document
    .text()
    .split('\n')
    .findIndex((text) => text.includes(words));
  assert.notEqual(line, -1, `${words} is not in the text`);
  return line;
}

/** The messages of the diagnostics on one line. 0-based. */
export function messagesOn(document: EditorDocument, line: number): string[] {
  return document.diagnostics().flatMap(({ range, message }) => (range.start.line === line ? [message] : []));
}

/** How long a condition may take to come about while other programs use the machine. Milliseconds. */
export const patience = 30_000;
