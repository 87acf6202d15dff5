import type { JsonValue } from '../../../server/src/merge/json';
import { mergeObject, type MergeWarning, type ObjectVersions } from '../../../server/src/merge/mergeObject';
import { isolateConflicts, mergeValues } from '../../../server/src/merge/merge';
import { formatPointer } from '../../../server/src/merge/fieldPath';
import { withObjectMeta, type ListTopology } from '../../../server/src/merge/topology';
import { takeTheirs } from '../../../server/src/merge/resolve';
import type { Conflict, Versions } from '../../../server/src/merge/conflicts';
import { readFixture } from './fixtureTopology';
import { pathTopology, type PathTable } from './pathTopology';

/** One case of `fixtures/cases.jsonl`; its README says what the fields mean. */
export interface MergeCase extends Record<keyof Versions, JsonValue> {
  readonly id: string;
  readonly source: string;
  readonly mode: 'fragment' | 'object';
  readonly schema: { readonly paths: PathTable };
  readonly statusSubresource?: boolean;
  readonly order?: 'any';
  readonly spelling?: 'ours';
  readonly expected: {
    readonly merged?: JsonValue;
    readonly conflicts?: readonly { readonly path: string; readonly kind: string }[];
    readonly withOurs?: JsonValue;
    readonly withTheirs?: JsonValue;
    readonly refuse?: string;
    readonly warnings?: readonly string[];
  };
}

/** What a merge came to, in the words of the cases. */
export type Outcome =
  | { readonly refuse: string }
  | {
      readonly conflicts: string[];
      readonly warnings: string[];
      readonly withOurs: JsonValue | undefined;
      readonly withTheirs: JsonValue | undefined;
    };

export function readCases(): MergeCase[] {
  return readFixture('cases.jsonl')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as MergeCase);
}

export function topologyOf(mergeCase: MergeCase): ListTopology {
  const topology = pathTopology(mergeCase.schema.paths);
  return mergeCase.mode === 'object' ? withObjectMeta(topology) : topology;
}

export function runCase(mergeCase: MergeCase): Outcome {
  const topology = topologyOf(mergeCase);
  const { base, ours, theirs } = mergeCase;
  if (mergeCase.mode === 'fragment') {
    const { conflicts, value } = mergeValues({ base, ours, theirs }, topology);
    const { theirs: withTheirs } = isolateConflicts({ base, ours, theirs }, topology);
    return { conflicts: conflicts.map(name), warnings: [], withOurs: value, withTheirs };
  }
  const status = mergeCase.statusSubresource === false ? 'data' : 'ignored';
  const versions: ObjectVersions = { base, ours, theirs, topology, hidden: [], status };
  const merged = mergeObject(versions);
  if (merged.kind === 'refused') return { refuse: merged.reason };
  return {
    conflicts: merged.kind === 'conflicting' ? merged.conflicts.map(name) : [],
    warnings: merged.warnings.map(nameWarning),
    withOurs: merged.object,
    withTheirs: takeAllTheirs(versions),
  };
}

/** The object after the user took theirs at every conflict, one after the other. */
function takeAllTheirs(versions: ObjectVersions): JsonValue | undefined {
  const merged = mergeObject(versions);
  if (merged.kind !== 'conflicting') return merged.kind === 'clean' ? merged.object : undefined;
  return takeAllTheirs({ ...versions, ...takeTheirs(versions, merged.conflicts[0]!, versions.topology) });
}

function name({ kind, path }: Conflict): string {
  return `${kind} ${formatPointer(path)}`;
}

function nameWarning(warning: MergeWarning): string {
  if (warning.kind === 'ignored') return `ignored:${formatPointer(warning.path)}`;
  return warning.kind === 'deleting' ? 'deleting' : 'last-applied:theirs';
}
