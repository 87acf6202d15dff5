import { access } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** Whether a Chart.yaml stands in the folder of a `file:` URI: what lies there may belong to a Helm chart. */
export async function isNextToChart(uri: string): Promise<boolean> {
  try {
    await access(fileURLToPath(new URL('Chart.yaml', uri)));
    return true;
  } catch {
    return false; // also of a URI that is no file's
  }
}
