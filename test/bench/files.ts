import { measureApply } from './fileApply';
import { measureFileOpening } from './fileOpening';
import { measureFileTyping } from './fileTyping';
import type { Figure } from './figure';

/** Manifest files: an object applied, and a file of many documents opened and typed in, with the server as it ships. */
export const filesFigure: Figure = {
  name: 'files',
  measure: async (bench) => [
    ...(await measureApply(bench, 'deployment')),
    ...(await measureApply(bench, 'configMap')),
    ...(await measureFileOpening(bench)),
    ...(await measureFileTyping(bench)),
  ],
};
