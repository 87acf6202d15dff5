import { stat } from 'node:fs/promises';
import type { Figure } from './figure';
import { megabytes } from './quantities';
import { summarize } from './statistics';

/** What is downloaded to install the extension, and the two bundles in it. */
export const sizeFigure: Figure = {
  name: 'size',
  measure: async (bench) => {
    const { vsix, clientBundle, serverBundle } = await bench.packed();
    const sizeOf = async (file: string) => megabytes((await stat(file)).size);
    return [
      {
        figure: 'size of the .vsix',
        target: '≤ 1.5 MB',
        unit: 'MB',
        measured: summarize([(await sizeOf(vsix)).value]),
        judgedBy: 'median',
        limit: 1.5,
        medians: {
          'bundle of the client': await sizeOf(clientBundle),
          'of the server': await sizeOf(serverBundle),
        },
      },
    ];
  },
};
