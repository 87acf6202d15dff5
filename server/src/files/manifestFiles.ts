import { createTopologies } from '../session/topologies';
import type { FilesOptions, ManifestFiles } from './contract';
import { createFileEdits } from './fileEdits';
import { createFileEntries, mostTracked } from './fileEntries';
import { createFileWrites } from './fileWrites';
import { viewFile } from './viewFile';

/** The manifest files of an editor, none opened yet. */
export function createManifestFiles(options: FilesOptions): ManifestFiles {
  const { clock, settings } = options;
  const topologies = createTopologies();
  const entries = createFileEntries({ ...options, topologies });

  const look: ManifestFiles['look'] = (uri) => {
    const file = entries.find(uri);
    return file && viewFile(file, { manager: settings().fieldManager, mostTracked, now: clock.now() });
  };
  const isTracked = (uri: string): boolean => settings().trackManifests && entries.find(uri) !== undefined;
  const view: ManifestFiles['view'] = (uri) => (isTracked(uri) ? look(uri) : undefined);

  const writes = createFileWrites({
    ...options,
    topologies,
    find: (uri) => entries.find(uri),
    decided: (file) => entries.decided(file),
    tell: (file) => entries.noteChange(file),
  });

  const edits = createFileEdits({
    settings,
    edit: options.edit,
    find: (uri) => entries.find(uri),
    look,
    write: writes.write,
  });

  return { ...entries, ...writes, ...edits, isTracked, view, look };
}
