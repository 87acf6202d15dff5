import type { ObjectIdentity } from '../manifest/recognize';
import type { InBackground } from '../session/background';
import { builtinTopology, type ListTopology } from '../merge/topology';
import {
  type Clock,
  type Cluster,
  type Clusters,
  type Failure,
  type RandomNumber,
  statusCode,
} from '../session/ports';
import type { Snapshot } from '../session/snapshot';
import type { Topologies } from '../session/topologies';
import { type BoundFile, connectFile } from './binding';
import { followTracked, type Start } from './followTracked';
import { type Located, locateObjects } from './locate';
import { createKnownKinds } from './knownKinds';
import { findPlace, type LivePlace, type Place, placeKey } from './places';
import { createTracked, groupByCollection, receiveAbsence, receiveObject, type Tracked } from './tracked';

export interface TrackerOptions {
  clusters: Clusters;
  topologies: Topologies;
  clock: Clock;
  random: RandomNumber;
  pollMilliseconds: () => number;
  /** Ends it all. */
  signal: AbortSignal;
  binding: () => BoundFile;
  /** Which objects the file states now. */
  wanted: () => readonly ObjectIdentity[];
  /** How objects were when the file was opened, by `placeKey`; it outlives the tracker. */
  opened: Map<string, Snapshot>;
  /** Which cluster the file is bound to. */
  onPinned: (clusterUid: string) => void;
  onChanged: () => void;
  /** Work that nothing waits for. */
  inBackground: InBackground;
}

/** Finds the live objects of one file while it is shown, and follows them. */
export interface FileTracker {
  /** The file states other objects, perhaps. */
  update(): void;
  /** Kinds may be served now that were not. */
  kindsChanged(): void;
  /** The context leads elsewhere now. */
  followAnew(): void;
  /** Where an object is; undefined while that is not known. */
  placeOf(identity: ObjectIdentity): Place | undefined;
  find(place: LivePlace): Tracked | undefined;
  /** Why nothing can be said of any object. */
  problem(): { failure: Failure; since: number } | undefined;
}

/** The tracker of a file. Finds nothing before `update` is called. */
export function createFileTracker(options: TrackerOptions): FileTracker {
  const { clusters, topologies, clock, signal, binding, opened, onChanged, inBackground } = options;
  const tracked = new Map<string, Tracked>();
  const schemas = new Map<string, Promise<ListTopology>>();
  const kinds = createKnownKinds(options);
  let problem: { failure: Failure; since: number } | undefined;
  let isRunning = false;
  let isOutdated = false;
  let isWaiting = false;
  let failures = 0;
  signal.addEventListener('abort', () => [...tracked.values()].forEach((each) => each.following?.abort()));

  function update(): void {
    isOutdated = true;
    if (!isRunning) inBackground(run());
  }

  async function run(): Promise<void> {
    isRunning = true;
    try {
      while (isOutdated && !signal.aborted) {
        isOutdated = false;
        await step();
      }
    } finally {
      isRunning = false;
    }
  }

  async function step(): Promise<void> {
    const cluster = await connectFile(binding(), { clusters, signal });
    const learnt = cluster.kind === 'failed' ? cluster : await kinds.learn(cluster.value, options.wanted());
    if (signal.aborted) return;
    if (cluster.kind === 'failed' || learnt.kind === 'failed') {
      const { failure } = learnt as Extract<typeof learnt, { kind: 'failed' }>;
      problem = { failure, since: problem?.since ?? clock.now() };
      onChanged();
      return retryLater(failure);
    }
    problem = undefined;
    if (learnt.value === 'incomplete') retryLater(undefined);
    arrange();
    inBackground(pin(cluster.value));
    for (const group of groupByCollection([...tracked.values()].filter(isToSeek)))
      inBackground(seek(group, cluster.value));
    onChanged();
  }

  /** Lets go of what the file states no more, and takes on what is new. */
  function arrange(): void {
    const places = new Map<string, LivePlace>();
    for (const identity of options.wanted()) {
      const place = placeOf(identity);
      if (place?.kind === 'place') places.set(placeKey(place.ref), place);
    }
    for (const [key, each] of tracked) {
      if (places.has(key)) continue;
      each.following?.abort();
      tracked.delete(key);
    }
    for (const [key, place] of places)
      if (!tracked.has(key)) tracked.set(key, createTracked(place, opened.get(key)));
  }

  async function seek(group: [Tracked, ...Tracked[]], cluster: Cluster): Promise<void> {
    group.forEach((each) => (each.isSought = true));
    const [first, ...rest] = group;
    const schema = topologyOf(first, cluster);
    const refs = [first.place.ref, ...rest.map(({ place }) => place.ref)] as const;
    const located = await locateObjects([...refs], { cluster, signal });
    // Most often the schema is known by now; what its lists are may also be learnt later.
    await Promise.race([schema, clock.sleep(longestWaitForSchema, signal)]);
    if (signal.aborted) return;
    group.forEach((each) => (each.isSought = false));
    for (const [index, each] of group.entries())
      if (isTracked(each)) settle(each, located[index]!, group.length);
    onChanged();
    const topology = await schema;
    for (const each of group) each.topology = topology;
    onChanged();
  }

  function settle(each: Tracked, found: Located, together: number): void {
    if (found.kind === 'failed') {
      const since = each.finding.kind === 'unknown' ? each.finding.since : clock.now();
      each.finding = { kind: 'unknown', failure: found.failure, since };
      if (statusCode(found.failure) === 404) kinds.expire();
      return retryLater(found.failure);
    }
    failures = 0;
    if (found.kind === 'present') receiveObject(each, found.snapshot, { how: 'read', now: clock.now() });
    else receiveAbsence(each);
    if (each.opened !== undefined) opened.set(placeKey(each.place.ref), each.opened);
    if (found.kind === 'unlisted') return follow(each, { kind: 'read', isListed: false }, together);
    const objectVersion = found.kind === 'present' ? found.snapshot.resourceVersion : undefined;
    follow(each, { kind: 'watch', from: found.from, objectVersion }, together);
  }

  function follow(each: Tracked, start: Start, together: number): void {
    const following = followTracked(each, start, {
      ...options,
      together,
      connect: () => connectFile(binding(), { clusters, signal: each.following?.signal ?? signal }),
      onChanged: () => {
        if (each.opened !== undefined) opened.set(placeKey(each.place.ref), each.opened);
        onChanged();
      },
      onMissing: update,
    });
    inBackground(following);
  }

  function topologyOf({ place: { resource } }: Tracked, cluster: Cluster): Promise<ListTopology> {
    const { group, version, kind } = resource;
    const object = { apiVersion: group === '' ? version : `${group}/${version}`, kind };
    const key = `${object.apiVersion} ${kind}`;
    const known = schemas.get(key);
    if (known !== undefined) return known;
    const asked = topologies.find(cluster, object, signal).then((topology) => {
      if (topology === builtinTopology) schemas.delete(key);
      return topology;
    });
    schemas.set(key, asked);
    return asked;
  }

  /** Which cluster this is, where it may be asked. */
  async function pin(cluster: Cluster): Promise<void> {
    const bound = binding();
    if (bound.clusterUid !== undefined) return;
    const uid = await cluster.uid(signal);
    if (uid.kind === 'ok' && binding() === bound && !signal.aborted) options.onPinned(uid.value);
  }

  /** Tries again after a while, once for all that has failed. */
  function retryLater(because: Failure | undefined): void {
    if (isWaiting) return;
    isWaiting = true;
    const isDecided = because === undefined || because.kind === 'status' || because.kind === 'otherCluster';
    const milliseconds = isDecided ? Infinity : shortestRetry * 2 ** failures * (1 + options.random());
    failures += 1;
    const wait = clock.sleep(Math.min(options.pollMilliseconds(), milliseconds), signal);
    inBackground(
      wait.then(() => {
        isWaiting = false;
        update();
      }),
    );
  }

  function placeOf(identity: ObjectIdentity): Place | undefined {
    const known = kinds.known();
    return known && findPlace(identity, binding(), known);
  }

  const isTracked = (each: Tracked): boolean => tracked.get(placeKey(each.place.ref)) === each;

  return {
    update,
    kindsChanged() {
      kinds.expire();
      update();
    },
    followAnew() {
      const followed = [...tracked.values()].filter(({ following }) => following !== undefined);
      for (const group of groupByCollection(followed))
        for (const each of group) follow(each, { kind: 'read', isListed: true }, group.length);
    },
    placeOf,
    find: ({ ref }) => tracked.get(placeKey(ref)),
    problem: () => problem,
  };
}

function isToSeek({ following, isSought }: Tracked): boolean {
  return following === undefined && !isSought;
}

/** Milliseconds. */
const shortestRetry = 500;
const longestWaitForSchema = 1_000;
