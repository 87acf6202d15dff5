import { renderManifest } from '../manifest/render';
import { isSecret, parseUri } from '../protocol/objectRef';
import type { ShownVersion } from '../protocol/versions';
import { connectBound } from './boundCluster';
import { renderDecoded } from './decodedValues';
import type { LiveDocument } from './liveDocument';
import type { Clusters, Result } from './ports';
import type { SessionFailure } from './contract';
import { type Snapshot, takeSnapshot, visiblePart } from './snapshot';
import { rewriteText } from './text';

export interface VersionOptions {
  uri: string;
  version: ShownVersion;
  document: LiveDocument | undefined;
  clusters: Clusters;
  signal: AbortSignal;
}

/**
 * A version of an object as text: the whole live object, or what a document's text shows of the live object, of the
 * one that it was derived from, or of one that was seen since it was opened, in the formatting of the text. The live
 * object is read unless a watch knows it.
 */
export async function showVersion(
  options: VersionOptions,
): Promise<{ kind: 'ok'; value: string } | { kind: 'failed'; failure: SessionFailure }> {
  const { uri, version, document } = options;
  if (version === 'decoded')
    return document === undefined || !isSecret(document.ref)
      ? { kind: 'failed', failure: { kind: 'notOpen', uri } }
      : { kind: 'ok', value: renderDecoded(document) };
  if (version === 'asOpened' || typeof version === 'object') {
    if (document === undefined) return { kind: 'failed', failure: { kind: 'notOpen', uri } };
    if (version === 'asOpened') return { kind: 'ok', value: textOf(document.base, document) };
    const { resourceVersion } = version;
    const seen = document.seen.versions.findLast((one) => one.resourceVersion === resourceVersion);
    return seen === undefined
      ? { kind: 'failed', failure: { kind: 'versionDropped', resourceVersion } }
      : { kind: 'ok', value: rewriteText(document.text, seen.shown, document.topology) };
  }
  const live = await findLive(options);
  if (live.kind === 'failed') return live;
  const value =
    version === 'wholeLive' || document === undefined
      ? renderManifest(live.value.object)
      : textOf(live.value, document);
  return { kind: 'ok', value };
}

function textOf(snapshot: Snapshot, { text, ownership, topology }: LiveDocument): string {
  return rewriteText(text, visiblePart(snapshot, ownership), topology);
}

async function findLive({
  uri,
  document,
  clusters,
  signal,
}: VersionOptions): Promise<Result<Snapshot> | { kind: 'failed'; failure: SessionFailure }> {
  if (document?.health.kind === 'watching' && document.live.kind === 'present')
    return { kind: 'ok', value: document.live.snapshot };
  const ref = parseUri(uri);
  if (ref === undefined) return { kind: 'failed', failure: { kind: 'badUri', uri } };
  const cluster = await (document === undefined
    ? clusters.connect(ref.context)
    : connectBound(document, { clusters, signal }));
  if (cluster.kind === 'failed') return cluster;
  const answer = await cluster.value.get(ref, signal);
  return answer.kind === 'ok' ? { kind: 'ok', value: takeSnapshot(answer.value) } : answer;
}
