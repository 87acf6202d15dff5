import type { JsonObject, JsonValue } from '../merge/json';
import { isJsonObject } from '../merge/json';
import {
  atIndexPath,
  listIdleParts,
  listLeaves,
  listMainParts,
  listMapLists,
  maskedAt,
  pathKey,
  withoutPaths,
} from '../merge/leaves';
import { withFieldAt } from '../merge/objectFields';
import { type IndexPath, namePath } from '../merge/resolvePath';
import type { FieldPath } from '../merge/fieldPath';
import { isSameJson } from '../manifest/equal';
import { type Baseline, findBaseline } from './baseline';
import { connectBound } from './boundCluster';
import { type ControllerField, copyParts, type CopiedParts, isIdentity } from './copiedParts';
import { renamed, withName } from './dryRun';
import { findDefaults } from './findDefaults';
import type { FieldOwnership } from './hiddenFields';
import type { LiveDocument } from './liveDocument';
import type { Cluster, Clusters, Failure, KubernetesObject, RandomNumber, Result } from './ports';
import type { WriteAnswer } from './writePorts';
import { takeSnapshot } from './snapshot';

/** A live object as a manifest states it. */
export interface LiveManifest {
  /** Without defaults: applied to an empty cluster it becomes what the live object is. */
  readonly object: JsonObject;
  /** The same with all that the live object says by default. */
  readonly whole: JsonObject;
  readonly controllerFields: readonly ControllerField[];
  /** What the API server has assigned and would assign anew. */
  readonly assigned: readonly FieldPath[];
  /** Stated though it could not be tried whether it has to be: no other object may have it, e.g. a fixed IP address. */
  readonly untried: readonly FieldPath[];
  /** Why defaults could not be told from the rest, and are stated; undefined where they are left out. */
  readonly keptBecause: Failure | undefined;
}

export interface ManifestContext {
  clusters: Clusters;
  random: RandomNumber;
  signal: AbortSignal;
}

/**
 * The live object of a document (a quorum read) without what only its cluster can say and without defaults. Which these
 * are is found by dry runs: what comes back by itself when it is left out of a create under another name, or of a
 * replace where no other object can be created. Nothing is written.
 */
export async function makeLiveManifest(
  document: LiveDocument,
  context: ManifestContext,
): Promise<Result<LiveManifest>> {
  const connection = await connectBound(document, context);
  if (connection.kind === 'failed') return connection;
  const cluster = connection.value;
  const reading = await cluster.get(document.ref, context.signal);
  if (reading.kind === 'failed') return reading;
  const { ownership, topology } = document;
  const parts = copyParts(reading.value, { topology, status: ownership.status });
  const sends = [
    createAs(temporaryName(context.random), { document, cluster, context }),
    replaceOver(reading.value, { document, cluster, context }),
  ];
  let refusal: Failure | undefined;
  for (const { send, settle } of sends) {
    const baseline = await findBaseline(parts, {
      send,
      settle: (answer) => maskedAt(settle(withoutStatus(answer, ownership.status)), parts.assigned),
    });
    if (baseline.kind === 'failed') return baseline;
    if (baseline.kind === 'made') return finish(parts, baseline, document);
    refusal ??= baseline.failure;
  }
  return {
    kind: 'ok',
    value: describe(parts, { object: parts.object, whole: parts.object, keptBecause: refusal }, document),
  };
}

async function finish(
  parts: CopiedParts,
  { object: base, answer: expected, untried, assigned, dryRun }: Baseline,
  document: LiveDocument,
): Promise<Result<LiveManifest>> {
  const masked = maskedAt(base, parts.assigned);
  const isSettled = (path: IndexPath): boolean =>
    !isIdentity(path) && isSameJson(atIndexPath(masked, path), atIndexPath(expected, path));
  const left: IndexPath[] = [];
  for (const list of parted) {
    const rest = asObject(withoutPaths(base, left));
    const candidates = list(rest, base).filter(isSettled);
    const found = await findDefaults({ object: rest, candidates, expected, dryRun });
    if (found.kind === 'failed') return found;
    left.push(...found.defaults);
  }
  const gone = new Set(assigned.map(pathKey));
  const whole = withoutPaths(
    parts.object,
    listIdleParts(
      parts.object,
      listLeaves(parts.object).filter((path) => !gone.has(pathKey(path))),
    ),
  );
  const object = withoutPaths(whole, left);
  const said = { object: asObject(object), whole: asObject(whole), keptBecause: undefined };
  return { kind: 'ok', value: describe(parts, said, document, { untried, assigned }) };
}

/**
 * What may be a default as a whole, in this order: the main parts; lists of maps, and the lists within those that are
 * none; what stands alone; the maps and lists that hold nothing any more.
 */
const parted: readonly ((object: JsonObject, base: JsonObject) => IndexPath[])[] = [
  listMainParts,
  listMapLists,
  (object) =>
    listMapLists(object).flatMap((list) => {
      const items = atIndexPath(object, list);
      return (Array.isArray(items) ? items : []).flatMap((item, index) =>
        listMapLists(item).map((inner) => [...list, index, ...inner]),
      );
    }),
  listLeaves,
  (object, base) =>
    listIdleParts(
      object,
      listLeaves(base).filter((path) => atIndexPath(object, path) !== undefined),
    ),
];

function describe(
  { object, controllerFields }: CopiedParts,
  said: Pick<LiveManifest, 'object' | 'whole' | 'keptBecause'>,
  { topology }: LiveDocument,
  { untried, assigned }: Pick<Baseline, 'untried' | 'assigned'> = { untried: [], assigned: [] },
): LiveManifest {
  const named = (paths: readonly IndexPath[]): FieldPath[] =>
    paths.map((path) => namePath(object, path, topology));
  return { ...said, controllerFields, untried: named(untried), assigned: named(assigned) };
}

/** One way to have the server make an object without writing it, and what of the answer is the way's own. */
interface Way {
  send: (object: KubernetesObject) => Promise<Result<WriteAnswer>>;
  settle: (answer: JsonObject) => JsonValue;
}

interface WayContext {
  document: LiveDocument;
  cluster: Cluster;
  context: ManifestContext;
}

function createAs(name: string, { document: { ref }, cluster, context }: WayContext): Way {
  return {
    send: (object) =>
      cluster.create({ ...ref, name }, withName(object, name), context.signal, { dryRun: true }),
    settle: (answer) => renamed(answer, { from: name, to: ref.name }),
  };
}

function replaceOver(live: KubernetesObject, { document: { ref }, cluster, context }: WayContext): Way {
  const { signal } = context;
  let { uid, resourceVersion } = takeSnapshot(live);
  const write = (object: KubernetesObject): Promise<Result<WriteAnswer>> => {
    const withUid = withFieldAt(object, ['metadata', 'uid'], uid);
    const versioned = asObject(withFieldAt(withUid, ['metadata', 'resourceVersion'], resourceVersion));
    return cluster.replace(ref, versioned, signal, { dryRun: true });
  };
  return {
    async send(object) {
      const answer = await write(object);
      if (answer.kind === 'ok' || answer.failure.kind !== 'status' || answer.failure.status.code !== 409)
        return answer;
      // Its version alone is of interest: what is asked is what the server makes of the text.
      const reading = await cluster.get(ref, signal);
      if (reading.kind === 'failed') return reading;
      ({ uid, resourceVersion } = takeSnapshot(reading.value));
      return write(object);
    },
    settle: (answer) => answer,
  };
}

/** A name that no object has, and that every kind allows whose names are not bound to what else it says. */
function temporaryName(random: RandomNumber): string {
  return `dry-run-${Math.floor(random() * 2 ** 48).toString(36)}`;
}

function withoutStatus(object: JsonObject, status: FieldOwnership['status']): JsonObject {
  return status === 'data' ? object : asObject(withFieldAt(object, ['status'], undefined));
}

function asObject(value: JsonValue): JsonObject {
  return isJsonObject(value) ? value : {};
}
