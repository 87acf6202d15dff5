import * as vscode from 'vscode';
import { showHeading } from './fillPick';
import type { Heading } from './headings';
import type { Picked } from './pick';
import type { Typed } from './typedText';

export interface AskOptions<T> {
  heading: Heading;
  backButton: boolean;
  prompt: string;
  /** The text to begin with. */
  text: string;
  /** Makes a value of the text. The token is cancelled when the text is changed or the box closed meanwhile. */
  read: (text: string, token: vscode.CancellationToken) => Promise<Typed<T>>;
}

/** Shows an input box until its text can be read; a problem is shown below the text, which is kept for correction. */
export async function askText<T>(options: AskOptions<T>): Promise<Picked<T>> {
  const box = vscode.window.createInputBox();
  let cancellation = new vscode.CancellationTokenSource();
  const cancel = () => {
    cancellation.cancel();
    box.busy = false;
    box.validationMessage = undefined;
  };
  const read = async (): Promise<Picked<T> | undefined> => {
    cancel();
    const { token } = (cancellation = new vscode.CancellationTokenSource());
    box.busy = true;
    try {
      const typed = await options.read(box.value, token);
      if (token.isCancellationRequested) return undefined;
      if (typed.kind === 'ok') return { kind: 'chosen', value: typed.value, typed: box.value };
      box.validationMessage = { message: typed.message, severity: vscode.InputBoxValidationSeverity.Error };
    } catch (error) {
      if (!token.isCancellationRequested) throw error; // else it may say no more than that
    }
    if (!token.isCancellationRequested) box.busy = false;
    return undefined;
  };
  showHeading(box, options.heading);
  box.prompt = options.prompt;
  box.value = options.text;
  box.ignoreFocusOut = true; // the user may go and look the name up
  box.buttons = options.backButton ? [vscode.QuickInputButtons.Back] : [];
  try {
    return await new Promise<Picked<T>>((resolve, reject) => {
      box.onDidAccept(() => {
        read().then((picked) => (picked === undefined ? undefined : resolve(picked)), reject);
      });
      box.onDidChangeValue(cancel);
      box.onDidTriggerButton(() => resolve({ kind: 'back' }));
      box.onDidHide(() => resolve({ kind: 'closed' }));
      box.show();
    });
  } finally {
    cancellation.cancel();
    box.dispose();
  }
}
