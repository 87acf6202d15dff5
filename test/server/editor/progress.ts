import {
  type ProtocolConnection,
  WorkDoneProgress,
  WorkDoneProgressCancelNotification,
  WorkDoneProgressCreateRequest,
} from 'vscode-languageserver-protocol/node';
import { stuckSaveNotification } from '../../../server/src/protocol/messages';

/** A progress that the server has had shown. */
export interface ShownProgress {
  title: string;
  /** Its messages, oldest first. */
  words: string[];
  isEnded: boolean;
  /** The user does not want to see it any more. */
  cancel: () => Promise<void>;
}

/** What the user has seen of progresses, oldest first, and the sentences of saves that are stuck. */
export interface Progresses {
  readonly shown: ShownProgress[];
  readonly stuck: string[];
}

/** Shows what the server wants shown on this connection, as VS Code does. */
export function showProgresses(connection: ProtocolConnection): Progresses {
  const shown: ShownProgress[] = [];
  const stuck: string[] = [];
  connection.onNotification(stuckSaveNotification, ({ message }) => void stuck.push(message));
  connection.onRequest(WorkDoneProgressCreateRequest.type, ({ token }) => {
    const progress: ShownProgress = {
      title: '',
      words: [],
      isEnded: false,
      cancel: () => connection.sendNotification(WorkDoneProgressCancelNotification.type, { token }),
    };
    connection.onProgress(WorkDoneProgress.type, token, (value) => {
      if (value.kind === 'begin') {
        progress.title = value.title;
        shown.push(progress);
      }
      if (value.kind === 'end') progress.isEnded = true;
      else if (value.message !== undefined) progress.words.push(value.message);
    });
  });
  return { shown, stuck };
}
