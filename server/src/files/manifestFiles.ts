import { createTopologies } from '../session/topologies';
import type { FilesOptions, ManifestFiles } from './contract';
import { createFileEntries, mostTracked } from './fileEntries';
import { createFileWrites } from './fileWrites';
import { viewFile } from './viewFile';

/** The manifest files of an editor, none opened yet. */
export function createManifestFiles(options: FilesOptions): ManifestFiles {
  const { clock, settings } = options;
  const topologies = createTopologies();
  const entries = createFileEntries({ ...options, topologies });

  const view: ManifestFiles['view'] = (uri) => {
    const file = settings().trackManifests ? entries.find(uri) : undefined;
    return file && viewFile(file, { manager: settings().fieldManager, mostTracked, now: clock.now() });
  };

  const writes = createFileWrites({
    ...options,
    topologies,
    find: (uri) => entries.find(uri),
    view,
    tell: (file) => entries.noteChange(file),
  });

  return { ...entries, ...writes, view };
}
