import type * as vscode from 'vscode';
import { liveScheme, readOnlyScheme } from '../../server/src/protocol/objectRef';
import type { FollowedVersion, SeenVersionName, ShownVersion } from '../../server/src/protocol/versions';

/** A text that the client holds itself: the inputs of a merge view, and both sides of a merged save. */
export type HeldText = 'mergeBase' | 'mergeYours' | 'mergeLive' | 'saved' | 'merged';

/** What a read-only twin of a live document shows. */
export type TwinKind = ShownVersion | HeldText;

/** The URI of the read-only twin of a live object's document; its path says in the title what it is. */
export function toTwinUri(uri: vscode.Uri, kind: TwinKind): vscode.Uri {
  const ending =
    typeof kind === 'object' ? ` (version ${encodeURIComponent(kind.resourceVersion)}).yaml` : endings[kind];
  return uri.with({ scheme: readOnlyScheme, path: uri.path.replace(/\.yaml$/, () => ending) });
}

/** The URI of the document that a twin belongs to, and what the twin shows. */
export function readTwinUri(twin: vscode.Uri): { uri: vscode.Uri; kind: TwinKind } | undefined {
  const kind = namedKinds.find((one) => twin.path.endsWith(endings[one])) ?? readVersion(twin.path);
  if (twin.scheme !== readOnlyScheme || kind === undefined) return undefined;
  const path = `${twin.path.slice(0, twin.path.lastIndexOf(' ('))}.yaml`;
  return { uri: twin.with({ scheme: liveScheme, path }), kind };
}

/** Whether the server gives the text, as it is kept or as it is now. */
export function isVersion(kind: TwinKind): kind is ShownVersion {
  return typeof kind === 'object' || versions.some((version) => version === kind);
}

/** The versions that become others when the object or its document changes. */
export const versions: readonly FollowedVersion[] = ['wholeLive', 'live', 'asOpened', 'decoded'];
export const heldTexts: readonly HeldText[] = ['mergeBase', 'mergeYours', 'mergeLive', 'saved', 'merged'];
const namedKinds = [...versions, ...heldTexts];

function readVersion(path: string): SeenVersionName | undefined {
  const encoded = / \(version ([^()]+)\)\.yaml$/.exec(path)?.[1];
  return encoded === undefined ? undefined : { resourceVersion: decode(encoded) };
}

/** What is not encoded rightly is taken as it is. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** No object's name ends so. */
const endings: Record<FollowedVersion | HeldText, string> = {
  wholeLive: ' (live).yaml',
  live: ' (live, as shown).yaml',
  asOpened: ' (as opened).yaml',
  // No YAML: whoever else reads YAML documents need not see it.
  decoded: ' (decoded).txt',
  mergeBase: ' (merge, as opened).yaml',
  mergeYours: ' (merge, yours).yaml',
  mergeLive: ' (merge, live).yaml',
  saved: ' (as saved).yaml',
  merged: ' (merged).yaml',
};
