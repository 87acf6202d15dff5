import * as vscode from 'vscode';
import { fillPick, showHeading } from './fillPick';
import type { Batch, PickItem } from './fillPick';
import type { Heading } from './headings';

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

/** Shows a picker whose lines arrive while it is open; what the user typed and stands on is kept. */
export async function pick<T>(options: PickOptions<T>): Promise<Picked<T>> {
  const quickPick = vscode.window.createQuickPick<PickItem<T>>();
  const cancellation = new vscode.CancellationTokenSource();
  quickPick.matchOnDescription = true;
  quickPick.keepScrollPosition = true;
  quickPick.value = options.text ?? '';
  showHeading(quickPick, options.heading);
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
      fillPick(quickPick, options.load(cancellation.token), cancellation.token).catch(reject);
    });
  } finally {
    cancellation.cancel();
    quickPick.dispose();
  }
}
