/** What the control plane could not do: a message for the reader of a terminal, with the tail of a log where one helps. */
export class ControlPlaneError extends Error {
  override name = 'ControlPlaneError';
}
