import * as vscode from 'vscode';

/** A save on its way to the server. */
export interface RunningSave {
  /** Cancelled when the user does not want to wait any more. */
  token: vscode.CancellationToken;
  /** To be called when the save has its answer, whatever that is. */
  end: () => void;
}

interface Save {
  source: vscode.CancellationTokenSource;
  ended: PromiseWithResolvers<undefined>;
  progress: vscode.Progress<{ message?: string }> | undefined;
}

/** Shows what saves wait for, with a way to cancel them. A save that does not wait is not shown. */
export class SaveWaits {
  /** By the documents' URIs: the newest save of each. */
  private readonly saves = new Map<string, Save>();

  begin(uri: vscode.Uri): RunningSave {
    const key = uri.toString();
    const source = new vscode.CancellationTokenSource();
    const save: Save = { source, ended: Promise.withResolvers(), progress: undefined };
    this.saves.set(key, save);
    return {
      token: source.token,
      end: () => {
        if (this.saves.get(key) === save) this.saves.delete(key);
        save.ended.resolve(undefined);
        source.dispose();
      },
    };
  }

  /** The server has told what the save of this document waits for. */
  show(uri: vscode.Uri, message: string): void {
    const save = this.saves.get(uri.toString());
    if (save === undefined) return;
    if (save.progress !== undefined) return save.progress.report({ message });
    const options = { location: vscode.ProgressLocation.Notification, cancellable: true };
    void vscode.window.withProgress(options, (progress, cancelled) => {
      save.progress = progress;
      progress.report({ message });
      cancelled.onCancellationRequested(() => save.source.cancel());
      return save.ended.promise;
    });
  }
}
