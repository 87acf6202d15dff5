import { RequestType } from 'vscode-languageserver-protocol';
import type { Answer } from './messages';

/** A value that the text of a Secret's document states; `text` is null where it stands for no text. */
export interface DecodedValueView {
  field: 'data' | 'stringData';
  key: string;
  text: string | null;
}

/** Client → server: the values of an open Secret, decoded. For the user's eyes alone: not to be logged or kept. */
export const decodedValuesRequest = new RequestType<
  { uri: string },
  Answer<{ values: DecodedValueView[] }>,
  void
>('kubernetesLiveEdit.decodedValues');

/** Client → server: have one value stand for another text. The server edits the document's text, unsaved. */
export const changeDecodedRequest = new RequestType<
  { uri: string; field: 'data' | 'stringData'; key: string; text: string },
  Answer<{ changed: boolean }>,
  void
>('kubernetesLiveEdit.changeDecoded');
