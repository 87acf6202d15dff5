import type * as vscode from 'vscode';
import type { ShownVersion } from '../../server/src/protocol/messages';
import { liveScheme, readOnlyScheme } from '../../server/src/protocol/objectRef';

/** A text that the client holds itself: the inputs of a merge view, and both sides of a merged save. */
export type HeldText = 'mergeBase' | 'mergeYours' | 'mergeLive' | 'saved' | 'merged';

/** What a read-only twin of a live document shows. */
export type TwinKind = ShownVersion | HeldText;

/** The URI of the read-only twin of a live object's document; its path says in the title what it is. */
export function toTwinUri(uri: vscode.Uri, kind: TwinKind): vscode.Uri {
  return uri.with({ scheme: readOnlyScheme, path: uri.path.replace(/\.yaml$/, endings[kind]) });
}

/** The URI of the document that a twin belongs to, and what the twin shows. */
export function readTwinUri(twin: vscode.Uri): { uri: vscode.Uri; kind: TwinKind } | undefined {
  const kind = twinKinds.find((one) => twin.path.endsWith(endings[one]));
  if (twin.scheme !== readOnlyScheme || kind === undefined) return undefined;
  const path = `${twin.path.slice(0, -endings[kind].length)}.yaml`;
  return { uri: twin.with({ scheme: liveScheme, path }), kind };
}

/** Whether the server gives the text, and gives another one when the object or its document changes. */
export function isVersion(kind: TwinKind): kind is ShownVersion {
  return versions.some((version) => version === kind);
}

export const versions: readonly ShownVersion[] = ['wholeLive', 'live', 'asOpened'];
export const heldTexts: readonly HeldText[] = ['mergeBase', 'mergeYours', 'mergeLive', 'saved', 'merged'];
const twinKinds: readonly TwinKind[] = [...versions, ...heldTexts];

/** No object's name ends so. */
const endings: Record<TwinKind, string> = {
  wholeLive: ' (live).yaml',
  live: ' (live, as shown).yaml',
  asOpened: ' (as opened).yaml',
  mergeBase: ' (merge, as opened).yaml',
  mergeYours: ' (merge, yours).yaml',
  mergeLive: ' (merge, live).yaml',
  saved: ' (as saved).yaml',
  merged: ' (merged).yaml',
};
