import * as vscode from 'vscode';

/** Shows a sentence about a failure, with a way to the log, and logs it. Does not wait for the user. */
export function reportFailure(log: vscode.LogOutputChannel, sentence: string): void {
  log.error(sentence);
  showWithLog(log, vscode.window.showErrorMessage, sentence);
}

/** Shows a sentence by one of VS Code's notifications, with a way to the log. Does not wait for the user. */
export function showWithLog(
  log: vscode.LogOutputChannel,
  show: (sentence: string, button: string) => Thenable<string | undefined>,
  sentence: string,
): void {
  void show(sentence, 'Show Log').then((chosen) => {
    if (chosen !== undefined) log.show();
  });
}

/** The sentence of something that was thrown. */
export function describeError(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
