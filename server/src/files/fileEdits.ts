import { formatPointer } from '../merge/fieldPath';
import type { FileResult, FilesOptions, ManifestFiles } from './contract';
import {
  type FileEditResult,
  leaveFields,
  type LiveKnowledge,
  removeCopiedFields,
  takeLiveValues,
  takeTheirValues,
} from './editFile';
import { failed } from './fileFailures';
import type { FileObjectView } from './fileView';
import { contentOf, type OpenFile, openConflicts, type ToldConflict, trackedOf } from './openFile';
import type { FileWriteOutcome } from './outcome';
import type { WriteOptions } from './fileWrites';

export interface FileEditsOptions extends Pick<FilesOptions, 'settings' | 'edit'> {
  find: (uri: string) => OpenFile | undefined;
  look: ManifestFiles['look'];
  write: (uri: string, wish: WriteOptions) => Promise<FileResult<FileWriteOutcome[]>>;
}

/** What a user can have opened files say of their objects, and decide about fields that others hold. */
export function createFileEdits(
  options: FileEditsOptions,
): Pick<ManifestFiles, 'takeLive' | 'removeCopied' | 'decideOwnership'> {
  const { settings, find, look, write } = options;

  /** An object of a file as it is known now. */
  function findObject(uri: string, key: string): FileResult<{ file: OpenFile; object: FileObjectView }> {
    const [file, seen] = [find(uri), look(uri)];
    if (file === undefined || seen === undefined) return failed({ kind: 'notOpen', uri });
    const object = seen.objects.find((each) => each.key === key);
    if (object === undefined) return failed({ kind: 'noObject', uri, key });
    return { kind: 'ok', value: { file, object } };
  }

  /** What is known of the live object; it fails where there is none, or where nothing is known. */
  function findKnown(file: OpenFile, { recognized }: FileObjectView): FileResult<LiveKnowledge> {
    const { uri } = file;
    const tracked = trackedOf(file, recognized.identity);
    if (tracked?.finding.kind === 'absent') return failed({ kind: 'nothingToDo', uri });
    if (tracked?.finding.kind !== 'present')
      return failed({ kind: 'notTracked', uri, because: settings().trackManifests ? 'unknown' : 'off' });
    const { finding, topology, place } = tracked;
    const { fieldManager: manager } = settings();
    return {
      kind: 'ok',
      value: { live: finding.snapshot.object, topology, status: place.status, manager },
    };
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
    async takeLive(uri, key, path) {
      const found = findObject(uri, key);
      if (found.kind === 'failed') return found;
      const { file, object } = found.value;
      const known = findKnown(file, object);
      return known.kind === 'failed'
        ? known
        : edit({ uri, key }, takeLiveValues(object, { ...known.value, path }));
    },
    async removeCopied(uri, key) {
      const found = findObject(uri, key);
      return found.kind === 'failed' ? found : edit({ uri, key }, removeCopiedFields(found.value.object));
    },
    async decideOwnership(uri, { key, path, decision, signal, onProgress }) {
      const found = findObject(uri, key);
      if (found.kind === 'failed') return found;
      const { file, object } = found.value;
      const isMeant = ({ conflict }: ToldConflict): boolean =>
        path === undefined || formatPointer(conflict.path) === path;
      const told = conflictsOf(file, key);
      const meant = told.filter(isMeant);
      if (meant.length === 0) return failed({ kind: 'nothingToDo', uri });
      if (decision === 'takeOver') {
        const conflicts = told
          .filter((each) => each.isConfirmed || isMeant(each))
          .map(({ conflict }) => conflict);
        return write(uri, { keys: [key], how: 'apply', signal, onProgress, takeOver: { key, conflicts } });
      }
      const fields = meant.map(({ conflict }) => conflict.path);
      if (decision === 'leave') {
        const topology = file.told.get(key)!.topology;
        return withoutCount(await edit({ uri, key }, leaveFields(object, { fields, topology })));
      }
      const known = findKnown(file, object);
      if (known.kind === 'failed') return known;
      return withoutCount(await edit({ uri, key }, takeTheirValues(object, { ...known.value, fields })));
    },
  };
}

function conflictsOf(file: OpenFile, key: string): ToldConflict[] {
  const stated = contentOf(file).objects.find((each) => each.key === key);
  return stated === undefined ? [] : openConflicts(file, stated);
}

/** An edit of the text has written nothing. */
function withoutCount(edited: FileResult<number>): FileResult<FileWriteOutcome[]> {
  return edited.kind === 'failed' ? edited : { kind: 'ok', value: [] };
}
