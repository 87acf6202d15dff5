import { lookAgainNotification } from '../../../server/src/protocol/messages';
import type { CurrentObject } from './currentObject';
import type { CommandServices } from './services';

/** *Try Again*: has the server look at a live object at once. What it finds is shown as ever; the text stays. */
export async function tryAgain({ client }: CommandServices, { uri }: CurrentObject): Promise<void> {
  const running = await client();
  await running.sendNotification(lookAgainNotification, { uri: running.code2ProtocolConverter.asUri(uri) });
}
