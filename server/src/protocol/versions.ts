import { RequestType } from 'vscode-languageserver-protocol';
import type { Answer } from './messages';

/** Which version of an object a read-only document shows: the whole live object, or what the text shows of it. */
export type ShownVersion = FollowedVersion | SeenVersionName;

/** A version that becomes another one when the object or its document changes; `decoded`: the values of a Secret's text. */
export type FollowedVersion = 'wholeLive' | 'live' | 'asOpened' | 'decoded';

/** One of those that were seen since the document was opened. */
export interface SeenVersionName {
  resourceVersion: string;
}

/** A version that was seen since the document was opened, in words for a list. */
export interface SeenVersionSummary extends SeenVersionName {
  origin: 'opened' | 'own' | 'other';
  /** Who has written it, e.g. `kubectl/scale`. */
  title: string;
  /** When it was seen, e.g. `12 s ago · 14:03:22`. */
  description: string;
  /** What it changes of the version before, e.g. `spec.replicas 2 → 5`. */
  detail: string;
  /** What a comparison calls it, e.g. `kubectl/scale 14:03:22`. */
  name: string;
}

/** Client → server: a version of an object as text, for a read-only document. */
export const showRequest = new RequestType<
  { uri: string; version: ShownVersion },
  Answer<{ text: string }>,
  void
>('kubernetesLiveEdit.show');

/** The versions that were seen since a document was opened. */
export interface SeenVersionList {
  /** Newest first; the last one is the one that was opened. */
  versions: SeenVersionSummary[];
  /** How many between the last two are not kept any more. */
  dropped: number;
  /** Whether the live object shows something else than what the text was derived from. */
  moved: boolean;
}

/** Client → server: the versions that were seen since a document was opened. */
export const versionsRequest = new RequestType<{ uri: string }, Answer<SeenVersionList>, void>(
  'kubernetesLiveEdit.versions',
);
