/** Takes note of something to undo when the work is over. */
export type Defer = (undo: () => Promise<unknown>) => void;

/** What has been begun and must be ended. */
export interface Undos {
  defer: Defer;
  /** Undoes everything, the last first. One failure keeps no other from being undone; rejects with the first. */
  undo: () => Promise<void>;
}

/** An empty list of things to undo. */
export function startUndos(): Undos {
  const undos: (() => Promise<unknown>)[] = [];
  let undone = false;
  return {
    defer: (undo) => {
      // Work that was interrupted may still begin something.
      if (undone) void undo();
      else undos.push(undo);
    },
    undo: async () => {
      undone = true;
      const errors: unknown[] = [];
      for (let undo = undos.pop(); undo !== undefined; undo = undos.pop()) {
        try {
          await undo();
        } catch (error) {
          errors.push(error);
        }
      }
      if (errors.length > 0) throw errors[0];
    },
  };
}
