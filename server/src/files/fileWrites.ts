import { valueAt } from '../merge/resolvePath';
import type { ListTopology } from '../merge/topology';
import type { Cluster } from '../session/ports';
import type { Topologies } from '../session/topologies';
import { type BoundFile, connectFile } from './binding';
import type { FileResult, FilesOptions, ManifestFiles } from './contract';
import { failed } from './fileFailures';
import { contentOf, type OpenFile, type ToldOfObject, trackedOf } from './openFile';
import type { FileWriteOutcome } from './outcome';
import { findPlace, indexKinds, type Place, type ServedKinds } from './places';
import { type StatedObject, statedValue } from './statedObjects';
import { followedObject, learntTopology, receiveAbsence, receiveWritten } from './tracked';
import { writeObjects } from './writeFile';
import type { FileTarget, TakeOver } from './writing';

export interface FileWritesOptions extends FilesOptions {
  topologies: Topologies;
  find: (uri: string) => OpenFile | undefined;
  /** Fulfilled when it is decided where a file goes, or cannot be. */
  decided: (file: OpenFile) => Promise<void>;
  /** Something has changed of a file. */
  tell: (file: OpenFile) => void;
}

export type WriteOptions = Parameters<ManifestFiles['write']>[1] & { takeOver?: TakeOver };

interface FileWrites extends Pick<ManifestFiles, 'findLive'> {
  write: (uri: string, wish: WriteOptions) => Promise<FileResult<FileWriteOutcome[]>>;
}

/** Writes the objects of opened files to their clusters, whether the files are tracked or not. */
export function createFileWrites(options: FileWritesOptions): FileWrites {
  const { clusters, clock, settings, topologies, review, choose, find, decided, tell } = options;

  async function write(uri: string, wish: WriteOptions): Promise<FileResult<FileWriteOutcome[]>> {
    const { keys, how, signal, onProgress, takeOver } = wish;
    const file = find(uri);
    if (file === undefined) return failed({ kind: 'notOpen', uri });
    const stated = statedBy(file, keys);
    if (stated.kind === 'failed') return stated;
    if (stated.value.length === 0) return { kind: 'ok', value: [] };
    const destination = await connect(file, signal);
    if (destination.kind === 'failed') return destination;
    const { bound, cluster, kinds } = destination.value;
    const findTopology = rememberTopologies(topologies, { cluster, signal });
    // The text may be another one by now, and so may what it is to write.
    const targets = await Promise.all(
      stated.value.map(async (each): Promise<WrittenObject[]> => {
        const { key, recognized, document } = each;
        const { identity } = recognized;
        const object = statedValue(each);
        if (object === undefined) return [];
        const place = findPlace(identity, bound, kinds);
        const title = titleOf(each, place, bound);
        const tracked = trackedOf(file, identity);
        const topology = learntTopology(tracked) ?? (await findTopology(identity));
        const followed = followedObject(tracked);
        return [{ key, title, identity, object, place, topology, followed, content: document.content }];
      }),
    );
    const written = new Map(targets.flat().map((target) => [target.key, target]));
    const outcomes = await writeObjects({
      objects: [...written.values()],
      how,
      ...(takeOver && { takeOver }),
      uri,
      cluster,
      namespace: bound.namespace,
      manager: settings().fieldManager,
      review: (shown) => {
        onProgress({ done: 0, of: 1, message: 'waiting for your answer, above the comparison' });
        return review(shown, signal);
      },
      ...{ clock, choose, signal, onProgress },
    });
    for (const outcome of outcomes) noteOutcome(file, written.get(outcome.key)!, outcome);
    const isServed = [...written.values()].some(({ identity }) => definitions.has(identity.kind));
    if (isServed) file.tracking?.tracker.kindsChanged();
    else file.tracking?.tracker.update();
    tell(file);
    return { kind: 'ok', value: outcomes };
  }

  /** Where the objects of a file go, once that is decided, and what is served there. */
  async function connect(
    file: OpenFile,
    signal: AbortSignal,
  ): Promise<FileResult<{ bound: BoundFile; cluster: Cluster; kinds: ServedKinds }>> {
    await decided(file);
    const { binding: bound, uri } = file;
    if (bound.kind === 'unbound') return { kind: 'failed', failure: bound.failure };
    // It was closed meanwhile.
    if (bound.kind === 'binding') return failed({ kind: 'notOpen', uri });
    const cluster = await connectFile(bound, { clusters, signal });
    if (cluster.kind === 'failed') return cluster;
    const resources = await cluster.value.resources({ signal });
    if (resources.kind === 'failed') return resources;
    return { kind: 'ok', value: { bound, cluster: cluster.value, kinds: indexKinds(resources.value) } };
  }

  /** Keeps what a write has told, for the marks in the text. */
  function noteOutcome(
    file: OpenFile,
    { key, identity, object, topology, content }: WrittenObject,
    { result }: FileWriteOutcome,
  ): void {
    // What was told before holds as long as nothing else is.
    if (result.kind === 'declined' || result.kind === 'skipped' || result.kind === 'unknown') return;
    const [conflicts, confirmed] = result.kind === 'owned' ? [result.conflicts, result.confirmed] : [[], []];
    file.told.set(key, {
      content,
      conflicts: conflicts.map((conflict) => ({
        conflict,
        stated: valueAt(object, conflict.path, topology),
        isConfirmed: confirmed.includes(conflict),
      })),
      topology,
      notes: result.kind === 'refused' ? result.notes : [],
    });
    const tracked = trackedOf(file, identity);
    if (tracked === undefined || result.kind !== 'written') return;
    // Of a deleted object the watch tells the rest: it may have told the end of it before the answer came.
    if (result.how === 'deleted') {
      if (result.object === undefined) receiveAbsence(tracked);
    } else if (result.object !== undefined) receiveWritten(tracked, result.object, clock.now());
  }

  return {
    write,
    async findLive(uri, key, signal) {
      const file = find(uri);
      if (file === undefined) return failed({ kind: 'notOpen', uri });
      const stated = statedBy(file, [key]);
      if (stated.kind === 'failed') return stated;
      const destination = await connect(file, signal);
      if (destination.kind === 'failed') return destination;
      const { bound, kinds } = destination.value;
      const place = findPlace(stated.value[0]!.recognized.identity, bound, kinds);
      if (place.kind === 'place') return { kind: 'ok', value: place.ref };
      return failed(place.kind === 'nowhere' ? place.failure : { kind: 'nothingToDo', uri });
    },
  };
}

/** An object on its way, and the document that states it as it is written. */
type WrittenObject = FileTarget & Pick<ToldOfObject, 'content'>;

/** The kinds whose objects have the API server serve others. */
const definitions: ReadonlySet<string> = new Set(['CustomResourceDefinition', 'APIService']);

/** The objects of a file of these keys, or all of them. */
function statedBy(file: OpenFile, keys: readonly string[] | undefined): FileResult<StatedObject[]> {
  const { objects } = contentOf(file);
  const missing = keys?.find((key) => !objects.some((object) => object.key === key));
  if (missing !== undefined) return failed({ kind: 'noObject', uri: file.uri, key: missing });
  return { kind: 'ok', value: objects.filter(({ key }) => keys === undefined || keys.includes(key)) };
}

/** Asks for the lists of each kind once. */
function rememberTopologies(
  topologies: Topologies,
  { cluster, signal }: { cluster: Cluster; signal: AbortSignal },
): (type: { apiVersion: string; kind: string }) => Promise<ListTopology> {
  const known = new Map<string, Promise<ListTopology>>();
  return ({ apiVersion, kind }) => {
    const key = `${apiVersion} ${kind}`;
    const asked = known.get(key) ?? topologies.find(cluster, { apiVersion, kind }, signal);
    known.set(key, asked);
    return asked;
  };
}

/** `demo › shop › Deployment web`. */
function titleOf({ recognized }: StatedObject, place: Place, { context, namespace }: BoundFile): string {
  const { kind, name, generateName = '', namespace: stated } = recognized.identity;
  const isScoped =
    place.kind === 'place'
      ? place.ref.namespace !== undefined
      : place.kind === 'nowhere' || place.resource.namespaced;
  return [context, ...(isScoped ? [stated ?? namespace] : []), `${kind} ${name ?? `${generateName}…`}`].join(
    ' › ',
  );
}
