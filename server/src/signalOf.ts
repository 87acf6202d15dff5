import type { CancellationToken } from 'vscode-languageserver';

/** A signal that is aborted when the request of this token is cancelled. */
export function signalOf(token: CancellationToken): AbortSignal {
  const controller = new AbortController();
  if (token.isCancellationRequested) controller.abort();
  token.onCancellationRequested(() => controller.abort());
  return controller.signal;
}
