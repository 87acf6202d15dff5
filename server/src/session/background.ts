import type { WriteLog } from './ports';

/** Has work go on that nothing waits for: what it throws is a fault of ours and must not end the server. */
export type InBackground = (work: Promise<unknown>) => void;

/** Background work whose faults have a line in this log. */
export function createBackground(log: WriteLog): InBackground {
  return (work) => {
    work.catch((error: unknown) =>
      log(`internal error: ${error instanceof Error ? error.name : typeof error}`),
    );
  };
}
