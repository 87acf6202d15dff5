import * as vscode from 'vscode';
import { resolveRequest } from '../../../server/src/protocol/messages';
import { formatResource, parseUri, withoutSubresource } from '../../../server/src/protocol/objectRef';
import { askText } from './askText';
import { openDocument } from './openDocument';
import { pick } from './pick';
import { rememberObject } from './recentObjects';
import type { RecentStore } from './recentObjects';
import type { CommandServices } from './services';
import { findLink } from './typedText';

const heading = {
  title: 'Open Live Object from Link or Name',
  placeholder: 'prod/shop/deploy/web',
};

/** *Open Live Object from Link or Name…*: asks for a name, lets the server resolve it, opens what it means. */
export async function openFromName(services: CommandServices, recentStore: RecentStore): Promise<void> {
  const asked = await askText({
    heading,
    backButton: false,
    prompt:
      'For example prod/shop/deploy/web (the first is the context), -n shop deploy/web, or a k8slive:/… link',
    text: findLink([readSelection(), await vscode.env.clipboard.readText()]) ?? '',
    read: async (text, token) => {
      const client = await services.client();
      const answer = await client.sendRequest(resolveRequest, { text }, token);
      return answer.kind === 'ok' ? answer : { kind: 'problem', message: answer.problem.message };
    },
  });
  if (asked.kind !== 'chosen') return;
  const uri = await chooseUri(asked.value.uris, asked.typed);
  if (uri === undefined) return;
  await openDocument(uri);
  const ref = parseUri(uri);
  if (ref !== undefined) await rememberObject(recentStore, { ref: withoutSubresource(ref) });
}

async function chooseUri(uris: string[], typed: string): Promise<string | undefined> {
  if (uris.length < 2) return uris[0];
  const choices = uris.map((uri) => ({ kind: 'value' as const, ...describeUri(uri), value: uri }));
  const picked = await pick({
    heading: { title: `${typed} is the name of several objects`, placeholder: 'Which one?' },
    backButton: false,
    // eslint-disable-next-line @typescript-eslint/require-await -- they are all there
    load: async function* () {
      yield { choices };
    },
  });
  return picked.kind === 'chosen' ? picked.value : undefined;
}

function describeUri(uri: string): { label: string; description?: string } {
  const ref = parseUri(uri);
  if (ref === undefined) return { label: uri };
  const place = ref.namespace === undefined ? [ref.context] : [ref.namespace, ref.context];
  return { label: `${formatResource(ref)}/${ref.name}`, description: place.join(' · ') };
}

function readSelection(): string {
  const editor = vscode.window.activeTextEditor;
  return editor === undefined ? '' : editor.document.getText(editor.selection);
}
