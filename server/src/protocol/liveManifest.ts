import { RequestType, type TextEdit } from 'vscode-languageserver-protocol';
import type { Answer } from './messages';

/** A file as the editor has it, saved or not; an empty text where it is a new one. */
export interface ManifestFile {
  path: string;
  text: string;
}

/** What makes a file state a live object, and what there is to know of it, in sentences. */
export interface ManifestEdits {
  /** Edits of the file's text; none where it states the object already. */
  edits: TextEdit[];
  message: string;
  details: string[];
}

/**
 * Client → server: state an open live object in a file as a manifest. Writes nothing, asks before it hands out what a
 * Secret holds. Cancellable.
 */
export const liveManifestRequest = new RequestType<
  { uri: string; file: ManifestFile },
  Answer<ManifestEdits>,
  void
>('kubernetesLiveEdit.liveManifest');
