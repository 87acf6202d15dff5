import * as vscode from 'vscode';

/** Shows a sentence about a failure, with a way to the log, and logs it. Does not wait for the user. */
export function reportFailure(log: vscode.LogOutputChannel, sentence: string): void {
  log.error(sentence);
  const showLog = 'Show Log';
  void vscode.window.showErrorMessage(sentence, showLog).then((chosen) => {
    if (chosen === showLog) log.show();
  });
}

/** The sentence of something that was thrown. */
export function describeError(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
