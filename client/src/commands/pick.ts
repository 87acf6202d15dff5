import * as vscode from 'vscode';
import type { Choice } from './choices';
import type { Heading } from './headings';

/** Some more lines for a picker, and what its heading says from then on. */
export interface Batch<T> {
  choices: Choice<T>[];
  heading?: Heading;
}

/** A button in the picker's title bar that stands for a value. `icon` is the name of a product icon. */
export interface PickButton<T> {
  icon: string;
  tooltip: string;
  value: T;
}

export interface PickOptions<T> {
  heading: Heading;
  backButton: boolean;
  /** What stands in the input to begin with. */
  text?: string;
  buttons?: PickButton<T>[];
  /** The lines, as they arrive. The token is cancelled when the picker closes. What is thrown rejects the pick. */
  load: (token: vscode.CancellationToken) => AsyncIterable<Batch<T>>;
  /** Called when the user has a forgettable line taken out. */
  forget?: (value: T) => void;
}

/** How a picker or an input box ended. `typed` is the text in its input. */
export type Picked<T> = { kind: 'chosen'; value: T; typed: string } | { kind: 'back' } | { kind: 'closed' };

type PickItem<T> = vscode.QuickPickItem & { choice: Choice<T> };

/** Often enough to see that it goes on, seldom enough for the list not to flicker. */
const millisecondsBetweenUpdates = 250;

/** Shows a picker whose lines arrive while it is open; what the user typed and stands on is kept. */
export async function pick<T>(options: PickOptions<T>): Promise<Picked<T>> {
  const quickPick = vscode.window.createQuickPick<PickItem<T>>();
  const cancellation = new vscode.CancellationTokenSource();
  quickPick.matchOnDescription = true;
  quickPick.keepScrollPosition = true;
  quickPick.value = options.text ?? '';
  applyHeading(quickPick, options.heading);
  const titleButtons = (options.buttons ?? []).map((button) => ({
    iconPath: new vscode.ThemeIcon(button.icon),
    tooltip: button.tooltip,
    value: button.value,
  }));
  quickPick.buttons = options.backButton ? [vscode.QuickInputButtons.Back, ...titleButtons] : titleButtons;
  try {
    return await new Promise<Picked<T>>((resolve, reject) => {
      const choose = (value: T) => resolve({ kind: 'chosen', value, typed: quickPick.value });
      quickPick.onDidAccept(() => {
        const choice = quickPick.selectedItems[0]?.choice;
        if (choice?.kind === 'value') choose(choice.value);
      });
      quickPick.onDidTriggerButton((pressed) => {
        const button = titleButtons.find((it) => it === pressed);
        if (button !== undefined) choose(button.value);
        else resolve({ kind: 'back' });
      });
      quickPick.onDidTriggerItemButton(({ item }) => {
        if (item.choice.kind === 'value') options.forget?.(item.choice.value);
        quickPick.items = quickPick.items.filter((it) => it !== item);
      });
      quickPick.onDidHide(() => resolve({ kind: 'closed' }));
      quickPick.show();
      fill(quickPick, options, cancellation.token).catch(reject);
    });
  } finally {
    cancellation.cancel();
    quickPick.dispose();
  }
}

/**
 * Lines are only ever appended: VS Code names a line by its index, so that a choice which crosses an update on its
 * way would otherwise be taken for another line.
 */
async function fill<T>(
  quickPick: vscode.QuickPick<PickItem<T>>,
  options: PickOptions<T>,
  token: vscode.CancellationToken,
): Promise<void> {
  let arrived: PickItem<T>[] = [];
  let timer: NodeJS.Timeout | undefined;
  const show = () => {
    clearTimeout(timer);
    timer = undefined;
    if (token.isCancellationRequested || arrived.length === 0) return;
    const active = quickPick.activeItems;
    quickPick.items = [...quickPick.items, ...arrived];
    arrived = [];
    if (active.length > 0) quickPick.activeItems = active;
  };
  quickPick.busy = true;
  for await (const batch of options.load(token)) {
    if (token.isCancellationRequested) return;
    arrived.push(...batch.choices.map(toItem));
    if (batch.heading !== undefined) applyHeading(quickPick, batch.heading);
    if (quickPick.items.length === 0) show();
    else timer ??= setTimeout(show, millisecondsBetweenUpdates);
  }
  show();
  quickPick.busy = false;
}

function applyHeading(
  input: vscode.QuickInput & { placeholder: string | undefined },
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
