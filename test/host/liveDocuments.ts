import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { toUri } from '../../server/src/protocol/objectRef';
import type { GroupVersionResource } from '../../server/src/protocol/objectRef';
import { readAuditLog } from '../cluster/audit';
import { waitFor } from '../e2e/waits';
import { writesOf } from '../server/editor/witness';
import type { WitnessedRequest } from '../server/editor/witness';
import { kubectl } from './kubectl';
import { readSetup } from './report';

const configMaps: GroupVersionResource = { group: '', version: 'v1', resource: 'configmaps' };

/** A namespace of a suite's own, with what the tests do in it. */
export interface TestNamespace {
  /** Makes a ConfigMap with these data; returns the URI of its document. */
  createSettings: (name: string, data?: Record<string, string>) => Promise<vscode.Uri>;
  /** The URI of an object's document in this namespace. */
  uriOf: (resource: GroupVersionResource, name: string) => vscode.Uri;
  /** Runs kubectl in this namespace, as the other writer. */
  run: (...args: string[]) => Promise<string>;
  /** The same with something to read for kubectl. */
  runWith: (stdin: string, ...args: string[]) => Promise<string>;
  /** Sets values of a ConfigMap, as the other writer. */
  setData: (name: string, data: Record<string, string>) => Promise<void>;
  /** A value of a ConfigMap as kubectl sees it; empty where there is none. */
  readValue: (name: string, key: string) => Promise<string>;
  /** Our writes to a ConfigMap so far, as the API server has recorded them. */
  writesTo: (name: string) => Promise<WitnessedRequest[]>;
}

/** Makes the namespace, in the cluster of the tests. */
export async function createTestNamespace(namespace: string): Promise<TestNamespace> {
  const context = (await kubectl(['config', 'current-context'])).trim();
  await kubectl(['create', 'namespace', namespace]);
  const run = (...args: string[]): Promise<string> => kubectl(['-n', namespace, ...args]);
  const uriOf = (resource: GroupVersionResource, name: string): vscode.Uri =>
    vscode.Uri.parse(toUri({ ...resource, context, namespace, name }));
  const patch = (data: Record<string, string>): string => JSON.stringify({ data });
  return {
    run,
    runWith: (stdin, ...args) => kubectl(['-n', namespace, ...args], { stdin }),
    uriOf,
    async createSettings(name, data = { mode: 'fast', other: 'one' }) {
      const literals = Object.entries(data).map(([key, value]) => `--from-literal=${key}=${value}`);
      await run('create', 'configmap', name, ...literals);
      return uriOf(configMaps, name);
    },
    async setData(name, data) {
      await run('patch', 'configmap', name, '--type=merge', `--patch=${patch(data)}`);
    },
    readValue: (name, key) => run('get', 'configmap', name, `--output=jsonpath={.data.${key}}`),
    writesTo: (name) =>
      writesOf({ audit: () => readAuditLog(readSetup().auditLog) }, `/${namespace}/configmaps/${name}`),
  };
}

/** Opens a live object as our commands do, in a tab of its own. */
export async function openLive(uri: vscode.Uri): Promise<vscode.TextEditor> {
  const document = await vscode.workspace.openTextDocument(uri, { encoding: 'utf8' });
  return vscode.window.showTextDocument(document, { preview: false });
}

/** Opens a file as a click on it does. Its document goes when its tab is closed. */
export async function clickOn(uri: vscode.Uri): Promise<vscode.TextEditor> {
  await vscode.commands.executeCommand('vscode.open', uri, { preview: false });
  const editor = vscode.window.activeTextEditor;
  assert.equal(editor?.document.uri.toString(), uri.toString());
  return editor;
}

/** Types a text over another one, which must be there. */
export async function retype(editor: vscode.TextEditor, from: string, to: string): Promise<void> {
  const { document } = editor;
  const start = document.getText().indexOf(from);
  assert.ok(start >= 0, `${JSON.stringify(from)} is not in\n${document.getText()}`);
  const range = new vscode.Range(document.positionAt(start), document.positionAt(start + from.length));
  assert.ok(await editor.edit((edit) => edit.replace(range, to)));
}

/** Waits until a document's text matches. */
export async function waitForText(document: vscode.TextDocument, pattern: RegExp): Promise<string> {
  return await waitFor(`${document.uri.toString()} to match ${String(pattern)}`, () => {
    const text = document.getText();
    return Promise.resolve(pattern.test(text) ? text : undefined);
  });
}

/** Saves; false where that fails, whether VS Code rejects or says so. */
export async function trySave(document: vscode.TextDocument): Promise<boolean> {
  try {
    return await document.save();
  } catch {
    return false;
  }
}

/** Waits for a diagnostic whose message matches, behind the field that stands in its code. */
export async function waitForDiagnostic(uri: vscode.Uri, pattern: RegExp): Promise<vscode.Diagnostic> {
  const all = (): vscode.Diagnostic[] => vscode.languages.getDiagnostics(uri);
  try {
    return await waitFor(`a diagnostic ${String(pattern)}`, () =>
      Promise.resolve(all().find((found) => pattern.test(withField(found)))),
    );
  } catch (error) {
    throw new Error(`${String(error)} There are: ${all().map(withField).join(' | ')}`, { cause: error });
  }
}

function withField({ code, message }: vscode.Diagnostic): string {
  return typeof code === 'string' ? `${code}: ${message}` : message;
}

/** Waits until a field is said to be changed by both sides. */
export async function waitForConflict(uri: vscode.Uri, field: string): Promise<void> {
  await waitForDiagnostic(uri, new RegExp(`^Conflict: .*${field.replaceAll('.', '\\.')}`));
}

/** Runs a command of ours to its end, as a lens does. */
export async function runCommand(name: string, ...args: unknown[]): Promise<void> {
  await vscode.commands.executeCommand(
    `kubernetesLiveEdit.${name}`,
    ...args.map((argument) => (argument instanceof vscode.Uri ? argument.toString() : argument)),
  );
}

/** The titles of a document's lenses. */
export async function readLenses(uri: vscode.Uri): Promise<string[]> {
  const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
    'vscode.executeCodeLensProvider',
    uri,
    10,
  );
  return lenses.map(({ command }) => command?.title ?? '');
}

/** Waits until the live object is known to be watched: from then on changes arrive at once. */
export async function waitUntilWatched(uri: vscode.Uri): Promise<void> {
  await waitFor('a lens that says current', async () =>
    (await readLenses(uri)).some((title) => title.includes('· current')) ? true : undefined,
  );
}

/** Closes every editor without saving and without a question. */
export async function closeEditors(): Promise<void> {
  while (vscode.window.tabGroups.all.some(({ tabs }) => tabs.length > 0)) {
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  }
}

/** Presses Enter in the quick input that a command shows, once it is there, until the command is over. */
export async function acceptUntilDone(command: Thenable<unknown>): Promise<void> {
  let done = false;
  const over = Promise.resolve(command).finally(() => (done = true));
  await waitFor('the command to end', async () => {
    await Promise.race([over, pause(1_000)]);
    if (done) return true;
    await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
    return undefined;
  });
  await over;
}

/** Sets settings while some work is done, for every document. */
export async function withSettings(
  settings: Record<string, unknown>,
  work: () => Promise<void>,
): Promise<void> {
  const update = async (values: Record<string, unknown>): Promise<void> => {
    for (const [name, value] of Object.entries(values))
      await vscode.workspace.getConfiguration().update(name, value, vscode.ConfigurationTarget.Global);
  };
  const before = Object.keys(settings).map((name) => [
    name,
    vscode.workspace.getConfiguration().inspect(name)?.globalValue,
  ]);
  try {
    await update(settings);
    await work();
  } finally {
    await update(Object.fromEntries(before) as Record<string, unknown>);
  }
}

/** Lets some time pass in which something must not happen. Milliseconds. */
export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
