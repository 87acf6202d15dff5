import { formatPointer } from '../merge/fieldPath';
import { valueAt } from '../merge/resolvePath';
import type { Result } from '../session/ports';
import type { Topologies } from '../session/topologies';
import { type BoundFile, connectFile } from './binding';
import type { FileFailure, FileResult, FilesOptions, ManifestFiles } from './contract';
import {
  type FileEditResult,
  leaveFields,
  type LiveKnowledge,
  removeCopiedFields,
  takeLiveValues,
  takeTheirValues,
} from './editFile';
import type { FileObjectView, OwnershipConflict } from './fileView';
import { contentOf, type OpenFile, type ToldOfObject, trackedOf } from './openFile';
import type { FileWriteOutcome, FileWriteResult } from './outcome';
import { findPlace, indexKinds, type Place } from './places';
import { type StatedObject, statedValue } from './statedObjects';
import { receiveWritten } from './tracked';
import { writeObjects } from './writeFile';
import type { FileTarget, TakeOver } from './writing';

export interface FileWritesOptions extends FilesOptions {
  topologies: Topologies;
  find: (uri: string) => OpenFile | undefined;
  view: ManifestFiles['view'];
  /** Something has changed of a file. */
  tell: (file: OpenFile) => void;
}

type Writes = Pick<ManifestFiles, 'write' | 'takeLive' | 'removeCopied' | 'decideOwnership'>;
type WriteOptions = Parameters<ManifestFiles['write']>[1] & { takeOver?: TakeOver };

/** What a user can do with the objects of opened files: write them, and have the file say something else. */
export function createFileWrites(options: FileWritesOptions): Writes {
  const { clusters, clock, settings, topologies, review, choose, find, view, tell } = options;

  async function write(uri: string, wish: WriteOptions): Promise<FileResult<FileWriteOutcome[]>> {
    const { keys, how, signal, onProgress, takeOver } = wish;
    const file = find(uri);
    if (file === undefined || view(uri) === undefined) return failed({ kind: 'notOpen', uri });
    const { objects } = contentOf(file);
    const missing = keys?.find((key) => !objects.some((object) => object.key === key));
    if (missing !== undefined) return failed({ kind: 'noObject', uri, key: missing });
    if (file.binding.kind !== 'bound')
      return failed(file.binding.kind === 'unbound' ? file.binding.failure : { kind: 'notOpen', uri });
    const bound = file.binding;
    const cluster = await connectFile(bound, { clusters, signal });
    if (cluster.kind === 'failed') return cluster;
    const resources = await cluster.value.resources({ signal });
    if (resources.kind === 'failed') return resources;
    const kinds = indexKinds(resources.value);
    const targets = await Promise.all(
      objects
        .filter(({ key }) => keys === undefined || keys.includes(key))
        .map(async (stated): Promise<WrittenObject[]> => {
          const { key, recognized, document } = stated;
          const { identity } = recognized;
          const object = statedValue(stated);
          if (object === undefined) return [];
          const place = findPlace(identity, bound, kinds);
          const title = titleOf(stated, place, bound);
          const topology = await topologies.find(cluster.value, object, signal);
          return [{ key, title, identity, object, place, topology, content: document.content }];
        }),
    );
    const written = new Map(targets.flat().map((target) => [target.key, target]));
    const outcomes = await writeObjects({
      objects: [...written.values()],
      how,
      ...(takeOver && { takeOver }),
      uri,
      cluster: cluster.value,
      namespace: bound.namespace,
      manager: settings().fieldManager,
      ...{ clock, review, choose, signal, onProgress },
    });
    for (const { key, result } of outcomes) noteResult(file, written.get(key)!, result);
    const isServed = [...written.values()].some(({ identity }) => definitions.has(identity.kind));
    if (isServed) file.tracking?.tracker.kindsChanged();
    else file.tracking?.tracker.update();
    tell(file);
    return { kind: 'ok', value: outcomes };
  }

  /** Keeps what a write has told, for the marks in the text. */
  function noteResult(
    file: OpenFile,
    { key, identity, object, topology, content }: WrittenObject,
    result: FileWriteResult,
  ): void {
    file.told.set(key, {
      content,
      conflicts:
        result.kind === 'owned'
          ? result.conflicts.map((conflict) => ({
              conflict,
              stated: valueAt(object, conflict.path, topology),
            }))
          : [],
      notes: result.kind === 'refused' ? result.notes : [],
    });
    if (result.kind !== 'written' || result.object === undefined) return;
    const tracked = trackedOf(file, identity);
    if (tracked !== undefined) receiveWritten(tracked, result.object, clock.now());
  }

  /** An object of a file as it is known now, and what is known of its live one. */
  function findObject(
    uri: string,
    key: string,
  ):
    | Result<{ object: FileObjectView; known: LiveKnowledge | undefined }>
    | { kind: 'failed'; failure: FileFailure } {
    const [file, seen] = [find(uri), view(uri)];
    if (file === undefined || seen === undefined) return failed({ kind: 'notOpen', uri });
    const object = seen.objects.find((each) => each.key === key);
    if (object === undefined) return failed({ kind: 'noObject', uri, key });
    const tracked = trackedOf(file, object.recognized.identity);
    const known: LiveKnowledge | undefined =
      tracked?.finding.kind === 'present'
        ? {
            live: tracked.finding.snapshot.object,
            topology: tracked.topology,
            status: tracked.place.status,
            manager: settings().fieldManager,
          }
        : undefined;
    return { kind: 'ok', value: { object, known } };
  }

  async function edit(
    { uri, key }: { uri: string; key: string },
    edited: FileEditResult,
  ): Promise<FileResult<number>> {
    if (edited === 'nothing') return failed({ kind: 'nothingToDo', uri });
    if (edited === 'notEditable' || !(await options.edit(uri, edited.edits)))
      return failed({ kind: 'notEditable', uri, key });
    return { kind: 'ok', value: edited.fields };
  }

  return {
    write,
    async takeLive(uri, key, path) {
      const found = findObject(uri, key);
      if (found.kind === 'failed') return found;
      const { object, known } = found.value;
      return edit({ uri, key }, known === undefined ? 'nothing' : takeLiveValues(object, { ...known, path }));
    },
    async removeCopied(uri, key) {
      const found = findObject(uri, key);
      return found.kind === 'failed' ? found : edit({ uri, key }, removeCopiedFields(found.value.object));
    },
    async decideOwnership(uri, { key, path, decision, signal, onProgress }) {
      const found = findObject(uri, key);
      if (found.kind === 'failed') return found;
      const { object, known } = found.value;
      const conflicts = object.ownershipConflicts.filter(
        (conflict: OwnershipConflict) => path === undefined || formatPointer(conflict.path) === path,
      );
      if (conflicts.length === 0 || known === undefined) return failed({ kind: 'nothingToDo', uri });
      if (decision === 'takeOver')
        return write(uri, { keys: [key], how: 'apply', signal, onProgress, takeOver: { key, conflicts } });
      const fields = conflicts.map((conflict) => conflict.path);
      const change = decision === 'leave' ? leaveFields : takeTheirValues;
      const made = await edit({ uri, key }, change(object, { ...known, fields }));
      return made.kind === 'failed' ? made : { kind: 'ok', value: [] };
    },
  };
}

/** An object on its way, and the document that states it as it is written. */
type WrittenObject = FileTarget & Pick<ToldOfObject, 'content'>;

/** The kinds whose objects have the API server serve others. */
const definitions: ReadonlySet<string> = new Set(['CustomResourceDefinition', 'APIService']);

function failed(failure: FileFailure): { kind: 'failed'; failure: FileFailure } {
  return { kind: 'failed', failure };
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
