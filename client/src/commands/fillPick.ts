import * as vscode from 'vscode';
import type { Choice } from './choices';
import type { Heading } from './headings';

/** Some more lines for a picker, and what its heading says from then on. */
export interface Batch<T> {
  choices: Choice<T>[];
  heading?: Heading;
}

/** A line of a quick pick with the choice that it shows. */
export type PickItem<T> = vscode.QuickPickItem & { choice: Choice<T> };

/** Often enough to see that it goes on, seldom enough for the list not to flicker. */
const millisecondsBetweenUpdates = 250;

/**
 * Shows lines as they arrive. What the user typed and stands on is kept, and nothing moves while they type or move:
 * a key that crosses an update on its way would be lost. Lines are only ever appended, since VS Code names a line by
 * its index: a choice that crosses an update would otherwise be taken for another line.
 */
export async function fillPick<T>(
  quickPick: vscode.QuickPick<PickItem<T>>,
  batches: AsyncIterable<Batch<T>>,
  token: vscode.CancellationToken,
): Promise<void> {
  let arrived: PickItem<T>[] = [];
  let timer: NodeJS.Timeout | undefined;
  const show = () => {
    timer = undefined;
    if (token.isCancellationRequested) return;
    const active = quickPick.activeItems;
    quickPick.items = [...quickPick.items, ...arrived];
    arrived = [];
    if (active.length > 0) quickPick.activeItems = active;
  };
  const wait = () => {
    timer = setTimeout(show, millisecondsBetweenUpdates);
  };
  const waitAnew = () => {
    if (timer === undefined) return;
    clearTimeout(timer);
    wait();
  };
  quickPick.onDidChangeValue(waitAnew);
  quickPick.onDidChangeActive(waitAnew);
  quickPick.busy = true;
  for await (const batch of batches) {
    if (token.isCancellationRequested) return;
    if (batch.heading !== undefined) showHeading(quickPick, batch.heading);
    if (batch.choices.length === 0) continue;
    arrived.push(...batch.choices.map(toItem));
    if (quickPick.items.length === 0) show();
    else if (timer === undefined) wait();
  }
  quickPick.busy = false;
}

/** Sets title, steps and the words in the empty input. */
export function showHeading(
  input: vscode.QuickPick<vscode.QuickPickItem> | vscode.InputBox,
  heading: Heading,
): void {
  input.title = heading.title;
  input.placeholder = heading.placeholder;
  input.step = heading.step;
  input.totalSteps = heading.totalSteps;
}

function toItem<T>(choice: Choice<T>): PickItem<T> {
  if (choice.kind === 'separator')
    return { label: choice.label, kind: vscode.QuickPickItemKind.Separator, choice };
  return {
    label: choice.label,
    ...(choice.description === undefined ? {} : { description: choice.description }),
    ...(choice.detail === undefined ? {} : { detail: choice.detail }),
    alwaysShow: choice.pinned ?? false,
    buttons:
      choice.forgettable === undefined
        ? []
        : [{ iconPath: new vscode.ThemeIcon('close'), tooltip: 'Forget This Object' }],
    choice,
  };
}
