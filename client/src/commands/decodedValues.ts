import * as vscode from 'vscode';
import {
  changeDecodedRequest,
  decodedValuesRequest,
  type DecodedValueView,
} from '../../../server/src/protocol/decodedValues';
import { isSecret } from '../../../server/src/protocol/objectRef';
import { toTwinUri } from '../twinUris';
import type { CurrentObject } from './currentObject';
import { reportFailure } from './failure';
import { openDocument } from './openDocument';
import type { CommandServices } from './services';

/**
 * *Show Decoded Values*: the values of a Secret's text, read-only and following, beside it. VS Code keeps backups and
 * local histories of documents that can be edited, in clear text; it has none of this one.
 */
export async function showDecodedValues(
  { log }: CommandServices,
  { uri, ref }: CurrentObject,
): Promise<void> {
  if (!isSecret(ref)) return reportFailure(log, 'Only Secrets have values to decode.');
  await openDocument(toTwinUri(uri, 'decoded'), {
    viewColumn: vscode.ViewColumn.Beside,
    preserveFocus: true,
    preview: true,
  });
}

/** *Edit Decoded Value…*: one value of a Secret, in an input that is kept nowhere. The text gets it encoded, unsaved. */
export async function editDecodedValue(services: CommandServices, { uri }: CurrentObject): Promise<void> {
  const { log } = services;
  const client = await services.client();
  const document = client.code2ProtocolConverter.asUri(uri);
  const answer = await client.sendRequest(decodedValuesRequest, { uri: document });
  if (answer.kind === 'problem') return reportFailure(log, answer.problem.message);
  const items = answer.value.values.map((value) => ({
    label: value.key,
    description: value.field,
    ...(value.text === null ? { detail: 'No text in base64: change it in the text of the Secret.' } : {}),
    value,
  }));
  const chosen = await vscode.window.showQuickPick(items, {
    title: 'Edit Decoded Value',
    placeHolder: 'Which one?',
  });
  if (chosen === undefined || chosen.value.text === null) return;
  const text = await askValue(chosen.value, chosen.value.text);
  if (text === undefined) return;
  const { field, key } = chosen.value;
  const changed = await client.sendRequest(changeDecodedRequest, { uri: document, field, key, text });
  if (changed.kind === 'problem') reportFailure(log, changed.problem.message);
  else if (!changed.value.changed)
    vscode.window.setStatusBarMessage('The value is the same: nothing was changed.', 5_000);
}

/**
 * The new text of a value; undefined where the user leaves it. An input has one line: texts with several are written as
 * JSON texts (`"one\ntwo"`), or taken from the clipboard as they are.
 */
function askValue({ key }: DecodedValueView, before: string): Promise<string | undefined> {
  // eslint-disable-next-line no-control-regex -- these are what an input cannot show
  const isJson = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/.test(before);
  const fromClipboard = {
    iconPath: new vscode.ThemeIcon('clippy'),
    tooltip: 'Take the text of the clipboard',
  };
  const box = vscode.window.createInputBox();
  box.title = `Value of ${key}`;
  box.prompt = isJson
    ? 'As a JSON text, since it has several lines. Enter puts it into the text of the Secret, encoded.'
    : 'As it is. Enter puts it into the text of the Secret, encoded.';
  box.value = isJson ? JSON.stringify(before) : before;
  box.ignoreFocusOut = true;
  box.buttons = [fromClipboard];
  const read = (): string | undefined => (isJson ? readJsonText(box.value) : box.value);
  return new Promise((resolve) => {
    box.onDidChangeValue(() => {
      box.validationMessage = read() === undefined ? 'This is no JSON text, such as "one\\ntwo".' : undefined;
    });
    box.onDidTriggerButton(() => {
      void vscode.env.clipboard.readText().then((text) => {
        resolve(text);
        box.hide();
      });
    });
    box.onDidAccept(() => {
      const text = read();
      if (text === undefined) return;
      resolve(text);
      box.hide();
    });
    box.onDidHide(() => {
      resolve(undefined);
      box.dispose();
    });
    box.show();
  });
}

function readJsonText(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}
