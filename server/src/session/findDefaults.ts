import { isSameJson } from '../manifest/equal';
import type { JsonObject, JsonValue } from '../merge/json';
import { atIndexPath, isWithin, pathKey, withoutPaths } from '../merge/leaves';
import type { IndexPath } from '../merge/resolvePath';
import type { Complaint, DryRun, DryRunRefusal } from './dryRun';
import type { Failure } from './ports';

/** Parts of an object that may be defaults, and what the API server makes of the object with all of them. */
export interface DefaultsQuestion {
  readonly object: JsonObject;
  readonly candidates: readonly IndexPath[];
  readonly expected: JsonValue;
  readonly dryRun: DryRun;
}

/** Which parts the API server gives back by itself when all of them are left out at once. */
export type DefaultsAnswer =
  | { kind: 'found'; defaults: readonly IndexPath[] }
  /** A dry run has failed in a way that says nothing of the object. */
  | { kind: 'failed'; failure: Failure };

/**
 * Leaves out all candidates at once and puts back what the answer lacks, or what it is refused for, until the answer
 * is the expected one. What was put back because something else was missing is tried again without that: in groups, by
 * the bits of their numbers, so that any two groups are once apart. That takes as many dry runs as fields depend on
 * each other, not one for each field; what is open when they run out is stated.
 */
export async function findDefaults(question: DefaultsQuestion): Promise<DefaultsAnswer> {
  const certain = new Set<string>();
  const first = await narrow(question, question.candidates, certain);
  if (first.kind === 'failed') return first;
  let best = first.kind === 'found' ? first.defaults : [];
  const known = new Set(best.map(pathKey));
  const open = question.candidates.filter((path) => !known.has(pathKey(path)) && !certain.has(pathKey(path)));
  const groups = numberGroups(open);
  for (let bit = 1; bit < groups.size; bit *= 2)
    for (const side of [0, bit]) {
      const some = open.filter((path) => ((groups.get(groupOf(path, groups)) ?? 0) & bit) === side);
      const left = new Set([...best, ...some].map(pathKey));
      const tried = question.candidates.filter((path) => left.has(pathKey(path)));
      const found = await narrow(question, tried, certain);
      if (found.kind === 'failed') return found;
      if (found.kind === 'found' && found.defaults.length > best.length) best = found.defaults;
    }
  return { kind: 'found', defaults: best };
}

/** Numbers for the groups of these paths: each its own, or, where they are many, those of one map together. */
function numberGroups(paths: readonly IndexPath[]): ReadonlyMap<string, number> {
  const keys = paths.length <= mostAlone ? paths.map(pathKey) : [...new Set(paths.map(mapOf))];
  return new Map(keys.map((key, number) => [key, number]));
}

function groupOf(path: IndexPath, groups: ReadonlyMap<string, number>): string {
  const key = pathKey(path);
  return groups.has(key) ? key : mapOf(path);
}

/** The map that a path ends in. */
function mapOf(path: IndexPath): string {
  return pathKey(path.slice(0, -1));
}

async function narrow(
  question: DefaultsQuestion,
  tried: readonly IndexPath[],
  certain: Set<string>,
): Promise<DefaultsAnswer | { kind: 'exhausted' }> {
  let left = tried;
  while (left.length > 0) {
    const judged = await judge(question, left);
    if (judged.kind === 'good') return { kind: 'found', defaults: left };
    if (judged.kind === 'failed' || judged.kind === 'exhausted') return judged;
    for (const path of judged.kind === 'needed' ? judged.certain : []) certain.add(pathKey(path));
    const back = judged.kind === 'needed' ? judged.paths : await findCulprit(question, left);
    if (!Array.isArray(back)) return back;
    const keys = new Set(back.map(pathKey));
    left = left.filter((path) => !keys.has(pathKey(path)));
  }
  return { kind: 'found', defaults: [] };
}

type Judgement =
  | { kind: 'good' }
  /** These have to be stated; of the certain ones that holds whatever else is stated. */
  | { kind: 'needed'; paths: IndexPath[]; certain: IndexPath[] }
  /** It is not as expected, and nothing says where that comes from. */
  | { kind: 'bad' }
  | { kind: 'exhausted' }
  | Exclude<DryRunRefusal, { kind: 'refused' }>;

async function judge(
  { object, expected, dryRun }: DefaultsQuestion,
  left: readonly IndexPath[],
): Promise<Judgement> {
  const answer = await dryRun(withoutPaths(object, left));
  if (answer.kind === 'refused') {
    const named = answer.causes.flatMap(({ path }) => nearest(left, path));
    if (named.length === 0) return { kind: 'bad' };
    const required = answer.causes
      .filter(({ isRequired }) => isRequired)
      .flatMap(({ path }) => nearest(left, path));
    const back = required.length > 0 ? required : firstOfEach(answer.causes, left);
    return { kind: 'needed', paths: back, certain: [] };
  }
  if (answer.kind !== 'made') return answer;
  const lacking = left.filter(
    (path) => !isSameJson(atIndexPath(answer.object, path), atIndexPath(expected, path)),
  );
  const other = lacking.filter((path) => atIndexPath(answer.object, path) !== undefined);
  // Others may be defaults of these: what decides over them goes first.
  if (other.length > 0) return { kind: 'needed', paths: other, certain: other };
  if (lacking.length > 0) return { kind: 'needed', paths: lacking, certain: [] };
  return isSameJson(answer.object, expected) ? { kind: 'good' } : { kind: 'bad' };
}

/**
 * Of several complaints about fields of one map only the first is heeded: the others may be about what would follow from
 * that field.
 */
function firstOfEach(complaints: readonly Complaint[], left: readonly IndexPath[]): IndexPath[] {
  const maps = new Set<string>();
  return complaints.flatMap(({ path }) => {
    const found = nearest(left, path);
    const key = mapOf(found[0] ?? path);
    if (found.length === 0 || maps.has(key)) return [];
    maps.add(key);
    return found;
  });
}

/**
 * Those at a field that the server complains of, in it or around it; where there are none, those beside it, or those that
 * end as its path does: some complaints name the field of another version of the kind.
 */
export function nearest(paths: readonly IndexPath[], complained: IndexPath): IndexPath[] {
  for (let place = complained; place === complained || place.length > 2; place = place.slice(0, -1)) {
    const found = paths.filter((path) => isWithin(path, place) || isWithin(place, path));
    if (found.length > 0) return found;
  }
  for (let count = complained.length - 1; count > 1; count -= 1) {
    const end = complained.slice(-count).join('\n');
    const found = paths.filter((path) => path.slice(-count).join('\n') === end);
    if (found.length > 0) return found;
  }
  return [];
}

/** The first one that cannot be left out together with those before it, by halving. */
async function findCulprit(
  question: DefaultsQuestion,
  left: readonly IndexPath[],
): Promise<IndexPath[] | { kind: 'exhausted' } | Exclude<DryRunRefusal, { kind: 'refused' }>> {
  let [fine, bad] = [0, left.length];
  while (bad - fine > 1) {
    const middle = (fine + bad) >> 1;
    const judged = await judge(question, left.slice(0, middle));
    if (judged.kind === 'failed' || judged.kind === 'exhausted') return judged;
    if (judged.kind === 'good') fine = middle;
    else bad = middle;
  }
  return left.slice(bad - 1, bad);
}

/** So many paths are tried each apart from each other. */
const mostAlone = 64;
