import type { Merging, MergeRun, Versions } from './conflicts';
import { settled } from './deep';
import { isJsonObject, type JsonValue } from './json';
import { mergeList, type ListVersions } from './mergeLists';
import { mergeDictionary, mergeUnit, type MapVersions } from './mergeMaps';
import { mergeWhole, type Place } from './mergeWhole';
import type { ListTopology } from './topology';

/**
 * The merge of a node, with the version `atConflicts` where there is a conflict. The merged value is ours itself where
 * nothing is taken from theirs. Conflicts are appended to those of the run.
 */
export function mergeNode(versions: Versions, topology: ListTopology, run: MergeRun): Merging {
  // Theirs that is the very base has nothing to take over: the case of every object that nobody else has changed.
  if (versions.ours === versions.theirs || versions.base === versions.theirs) return settled(versions.ours);
  if (areLists(versions)) return mergeList(versions, topology, run, mergeElement);
  if (!areMaps(versions)) return settled(mergeWhole(versions, { topology }, run));
  if (topology.map === 'dict') return mergeDictionary(versions, topology, run, mergeNode);
  return mergeUnit(versions, { topology }, run, mergeNode);
}

function mergeElement(versions: MapVersions, place: Place, run: MergeRun): Merging {
  return mergeUnit(versions, place, run, mergeNode);
}

function areMaps(versions: Versions): versions is MapVersions {
  return present(versions).every(isJsonObject);
}

function areLists(versions: Versions): versions is ListVersions {
  return present(versions).every((value) => Array.isArray(value));
}

function present({ base, ours, theirs }: Versions): JsonValue[] {
  return [base, ours, theirs].filter((value) => value !== undefined);
}
