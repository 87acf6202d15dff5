/** What the measuring in the extension host is told, as JSON in the variable of this name. */
export const setupVariable = 'KUBERNETES_LIVE_EDIT_BENCH';

export interface ActivationSetup {
  /** Where the ActivationTimes go, as JSON. */
  resultFile: string;
  /** Two live objects: the first makes the server start. */
  uris: [string, string];
  /** An extension that does nothing, to compare with. */
  emptyExtension: string;
}

/** Milliseconds, as measured in the extension host of a window that has settled. */
export interface ActivationTimes {
  /** From the call of `activate` to its end, loading the bundle included. */
  activate: number;
  /** What of that the processor has worked for the extension host, on all its threads. */
  activateProcessor: number;
  /** From the call to the end, for an extension that does nothing. */
  emptyExtension: number;
  /** From the first document's opening to its text; the server starts for it. */
  firstDocument: number;
  /** The same for the next document. */
  secondDocument: number;
  /** VS Code's own account of the activation, in whole milliseconds. */
  reported: { loadCode: number; callActivate: number; finishActivate: number };
}
