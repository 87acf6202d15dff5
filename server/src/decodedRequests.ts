import type { Connection } from 'vscode-languageserver';
import { problem } from './features/problems';
import { changeDecodedRequest, decodedValuesRequest } from './protocol/decodedValues';
import type { Problem } from './protocol/messages';
import { isSecret } from './protocol/objectRef';
import type { Sessions } from './session/contract';
import { changeDecoded, listDecoded } from './session/decodedValues';
import type { LiveDocument } from './session/liveDocument';
import type { EditText } from './textEdits';

export interface DecodedContext {
  connection: Connection;
  sessions: Pick<Sessions, 'find'>;
  editText: EditText;
}

/** Answers requests about the decoded values of Secrets. Nothing of them goes anywhere else. */
export function registerDecoded({ connection, sessions, editText }: DecodedContext): void {
  const find = (uri: string): LiveDocument | undefined => {
    const document = sessions.find(uri);
    return document !== undefined && isSecret(document.ref) ? document : undefined;
  };

  connection.onRequest(decodedValuesRequest, ({ uri }) => {
    const document = find(uri);
    const values = document && listDecoded(document);
    if (document === undefined) return refusal(noSecret);
    return values === undefined ? refusal(unreadable) : { kind: 'ok', value: { values } };
  });
  connection.onRequest(changeDecodedRequest, async ({ uri, ...change }) => {
    const document = find(uri);
    if (document === undefined) return refusal(noSecret);
    const changed = changeDecoded(document, change);
    switch (changed.kind) {
      case 'same':
        return { kind: 'ok', value: { changed: false } };
      case 'unreadable':
        return refusal(unreadable);
      case 'noText':
        return refusal(noText);
      case 'edit':
        return (await editText(uri, changed.edit.edits))
          ? { kind: 'ok', value: { changed: true } }
          : refusal(movedOn);
    }
  });
}

function refusal(found: Problem): { kind: 'problem'; problem: Problem } {
  return { kind: 'problem', problem: found };
}

const noSecret = problem('notFound', 'This is no open live Secret: only these have values to decode.');
const unreadable = problem('unparsable', 'The text of the Secret cannot be read. Mend it first.');
const noText = problem(
  'notFound',
  'This value is not there any more, or is no text in base64. Change it in the text of the Secret itself.',
);
const movedOn = problem('busy', 'The text was changed meanwhile. Edit the value again.');
