import { compareWithLive } from './compare';
import type { CurrentObject } from './currentObject';
import type { CommandServices } from './services';

/** *Open Merge View*: VS Code's three-way merge editor; where there is none, the comparison with the live object. */
export async function openMergeView(services: CommandServices, object: CurrentObject): Promise<void> {
  const view = await import('../mergeView');
  const { twins, scratchFiles } = services;
  const client = await services.client();
  if (!(await view.openMergeView(object.uri, { client, twins, scratchFiles }))) await compareWithLive(object);
}
