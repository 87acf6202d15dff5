import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { waitFor } from '../e2e/waits';

/** Writes a file into the opened folder; returns its URI. */
export async function writeFile(name: string, text: string): Promise<vscode.Uri> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  assert.ok(folder);
  const file = vscode.Uri.joinPath(folder, name);
  await vscode.workspace.fs.writeFile(file, Buffer.from(text));
  return file;
}

/** Writes a file into the opened folder and shows it, in a tab of its own. */
export async function showFile(name: string, text: string): Promise<vscode.TextEditor> {
  const document = await vscode.workspace.openTextDocument(await writeFile(name, text));
  return vscode.window.showTextDocument(document, { preview: false });
}

/** The line (0-based) on which a text begins, which must be there. */
export function lineOf({ document }: vscode.TextEditor, text: string): number {
  const start = document.getText().indexOf(text);
  assert.ok(start >= 0, `${JSON.stringify(text)} is not in\n${document.getText()}`);
  return document.positionAt(start).line;
}

/** The titles of the lenses above a line (0-based), from left to right. */
export async function readLensesAt(uri: vscode.Uri, line: number): Promise<string[]> {
  return (await lensesAt(uri, line)).map(({ title }) => title.replaceAll('\u00a0', ' '));
}

/** Waits for a lens above a line (0-based) whose title matches; returns all titles there. */
export async function waitForLensAt(uri: vscode.Uri, line: number, title: RegExp): Promise<string[]> {
  try {
    return await waitFor(`a lens ${String(title)} above line ${line}`, async () => {
      const titles = await readLensesAt(uri, line);
      return titles.some((one) => title.test(one)) ? titles : undefined;
    });
  } catch (error) {
    const titles = await readLensesAt(uri, line);
    throw new Error(`${String(error)} There are: ${titles.join(' | ')}`, { cause: error });
  }
}

/** Presses a lens above a line (0-based) as a click does, once it is there. Fulfilled when its command is over. */
export async function pressLensAt(uri: vscode.Uri, line: number, title: RegExp): Promise<void> {
  await waitForLensAt(uri, line, title);
  const command = (await lensesAt(uri, line)).find((one) => title.test(one.title));
  assert.ok(command);
  await vscode.commands.executeCommand(command.command, ...((command.arguments ?? []) as unknown[]));
}

/** Picks a quick fix for a line (0-based). Fulfilled when its command is over. */
export async function pickQuickFixAt(editor: vscode.TextEditor, line: number, title: RegExp): Promise<void> {
  const { range } = editor.document.lineAt(line);
  const { uri } = editor.document;
  const fix = await waitFor(`a quick fix ${String(title)}`, async () => {
    const fixes = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      'vscode.executeCodeActionProvider',
      uri,
      range,
    );
    return fixes.find((one) => title.test(one.title))?.command;
  });
  await vscode.commands.executeCommand(fix.command, ...((fix.arguments ?? []) as unknown[]));
}

/** What is shown before a write. */
export interface ShownReview {
  label: string;
  before: string;
  after: string;
}

/** Waits for the comparison of one object that is asked about. */
export async function waitForReview(): Promise<ShownReview> {
  const { label, original, modified } = await waitFor('a review', () => Promise.resolve(listReviews()[0]));
  const [before, after] = [
    await vscode.workspace.openTextDocument(original),
    await vscode.workspace.openTextDocument(modified),
  ];
  return { label, before: before.getText(), after: after.getText() };
}

/** Waits for the comparison of several objects that is asked about. */
export async function waitForReviewOfSeveral(count: number, file: string): Promise<void> {
  await waitFor(`a review of ${count} objects`, () =>
    Promise.resolve(
      tabs().some(({ label }) => label.startsWith(`${count} objects of ${file}: in the cluster ↔`)) ||
        undefined,
    ),
  );
}

/** Whether a comparison that is asked about is shown. */
export function isReviewing(): boolean {
  return tabs().some(({ label }) => label.includes(': in the cluster ↔ '));
}

/** Closes what is shown before a write, as its user does. */
export async function closeReviews(): Promise<void> {
  await vscode.window.tabGroups.close(tabs().filter(({ label }) => label.includes(': in the cluster ↔ ')));
}

function listReviews(): { label: string; original: vscode.Uri; modified: vscode.Uri }[] {
  return tabs().flatMap(({ label, input }) =>
    input instanceof vscode.TabInputTextDiff && input.original.scheme === 'k8sliveReview'
      ? [{ label, original: input.original, modified: input.modified }]
      : [],
  );
}

async function lensesAt(uri: vscode.Uri, line: number): Promise<vscode.Command[]> {
  const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
    'vscode.executeCodeLensProvider',
    uri,
    100,
  );
  return lenses.flatMap(({ range, command }) => (range.start.line === line && command ? [command] : []));
}

function tabs(): readonly vscode.Tab[] {
  return vscode.window.tabGroups.all.flatMap((group) => group.tabs);
}
