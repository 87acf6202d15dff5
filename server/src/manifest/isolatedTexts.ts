import type { JsonValue } from '../merge/json';
import type { ListTopology } from '../merge/topology';
import { readManifest } from './read';
import type { ManifestReading } from './reading';
import { textThatSays } from './textThatSays';

/** Three versions of an object that differ at conflicts only. */
export type IsolatedVersions<T> = Record<'base' | 'ours' | 'theirs', T>;

/**
 * The texts of three isolated versions, in the formatting of the text of ours: line by line they differ at the
 * conflicts only. Base and theirs are therefore edits of what ours has become, not of what it was.
 */
export function isolatedTexts(
  reading: ManifestReading,
  versions: IsolatedVersions<JsonValue | undefined>,
  topology: ListTopology,
): IsolatedVersions<string> {
  const ours = textThatSays(reading, versions.ours, topology);
  const merged = readManifest(ours);
  return {
    base: textThatSays(merged, versions.base, topology),
    ours,
    theirs: textThatSays(merged, versions.theirs, topology),
  };
}
