import { isSameJson } from '../manifest/equal';
import type { JsonObject, JsonValue } from '../merge/json';
import { isJsonObject } from '../merge/json';
import { atIndexPath, listIdleParts, listLeaves, pathKey, withoutPaths } from '../merge/leaves';
import type { IndexPath } from '../merge/resolvePath';
import { type CopiedParts, isIdentity } from './copiedParts';
import { createDryRun, type DryRun, type DryRunOptions } from './dryRun';
import { nearest } from './findDefaults';
import type { Failure } from './ports';

/** The largest part of an object that the API server makes another object of, and what it makes. */
export interface Baseline {
  readonly object: JsonObject;
  readonly answer: JsonValue;
  /** What cannot be in another object and stays stated. */
  readonly untried: readonly IndexPath[];
  /** What is left out because the server assigns it. */
  readonly assigned: readonly IndexPath[];
  /** For more of the kind: its answers hold nothing that is assigned or untried. */
  readonly dryRun: DryRun;
}

/**
 * Has the server make the object without what it assigns by itself. What is assigned and does not come back is stated
 * after all; what the server complains of is set aside, with what says the same beside it. `refused` where that does
 * not lead to an object.
 */
export async function findBaseline(
  { object, assigned }: CopiedParts,
  { send, settle }: Pick<DryRunOptions, 'send' | 'settle'>,
): Promise<
  ({ kind: 'made' } & Baseline) | { kind: 'refused'; failure: Failure } | { kind: 'failed'; failure: Failure }
> {
  const leaves = listLeaves(object);
  let left = assigned;
  let untried: IndexPath[] = [];
  const assignedByServer = new Set<string>();
  const dryRun = createDryRun({
    send,
    settle: (answer) => {
      for (const path of left)
        if (atIndexPath(answer, path) !== undefined) assignedByServer.add(pathKey(path));
      return withoutPaths(settle(answer), untried);
    },
    limit: mostDryRuns,
  });
  for (;;) {
    const out = new Set([...left, ...untried].map(pathKey));
    const kept = leaves.filter((path) => !out.has(pathKey(path)));
    const base = withoutPaths(object, listIdleParts(object, kept));
    assignedByServer.clear();
    const answer = await dryRun(base);
    if (answer.kind === 'exhausted') return { kind: 'failed', failure: { kind: 'cancelled' } };
    if (answer.kind === 'failed') return answer;
    const before = left.length - untried.length;
    if (answer.kind === 'made') {
      left = left.filter((path) => assignedByServer.has(pathKey(path)));
      if (left.length - untried.length === before && isJsonObject(base))
        return { kind: 'made', object: base, answer: answer.object, untried, assigned: left, dryRun };
    } else {
      const named = answer.causes.map(({ path }) =>
        nearest([...left, ...kept.filter((one) => !isIdentity(one))], path),
      );
      const keys = new Set(named.flat().map(pathKey));
      const back = left.filter((path) => keys.has(pathKey(path)));
      left = left.filter((path) => !keys.has(pathKey(path)));
      if (back.length === 0)
        untried = [...untried, ...kept.filter((path) => isToldApart(path, { keys, kept, object }))];
    }
    if (left.length - untried.length === before)
      return answer.kind === 'refused' ? answer : { kind: 'failed', failure: { kind: 'cancelled' } };
  }
}

/** Whether a leaf was complained of, or stands beside one and says the same: a list of addresses and its first one. */
function isToldApart(
  path: IndexPath,
  { keys, kept, object }: { keys: ReadonlySet<string>; kept: readonly IndexPath[]; object: JsonObject },
): boolean {
  if (keys.has(pathKey(path))) return true;
  const [own] = [textsOf(atIndexPath(object, path))];
  return kept.some(
    (other) =>
      keys.has(pathKey(other)) &&
      isSameJson([...other.slice(0, -1)], [...path.slice(0, -1)]) &&
      textsOf(atIndexPath(object, other)).some((text) => own.includes(text)),
  );
}

function textsOf(value: JsonValue | undefined): JsonValue[] {
  return (Array.isArray(value) ? value : [value]).filter((item) => typeof item === 'string');
}

/** Far above what any object takes. */
const mostDryRuns = 150;
