import type { Random } from '../merge/random';
import type { Fault, FaultProxy, SeenRequest } from '../faultProxy';
import type { Torture } from './context';
import { pathOf, type TargetObject, targetObjects } from './objects';

/** What goes wrong on one editor's way to the cluster. */
export interface Trouble {
  /** Lets something go wrong with what follows on this object; its name, for the journal. */
  begin: (random: Random, target: TargetObject) => string;
  /** Nothing more goes wrong. Reports writes that came after a lost one without a read between. */
  end: () => void;
}

const status = (code: number, reason: string): Fault => ({
  kind: 'answer',
  status: code,
  headers: { 'content-type': 'application/json', 'retry-after': '1' },
  body: JSON.stringify({
    kind: 'Status',
    apiVersion: 'v1',
    status: 'Failure',
    reason,
    message: reason,
    code,
  }),
});
const page = (code: number): Fault => ({
  kind: 'answer',
  status: code,
  headers: { 'content-type': 'text/html' },
  body: '<h1>Gateway</h1>',
});

type Kind = keyof typeof weights;
/** How often each kind is chosen; those that take a second are rare. */
const weights = {
  cutBefore: 6,
  cutAfter: 8,
  silence: 1,
  silenceAfter: 1,
  lateAnswer: 1,
  busy: 1,
  unavailable: 1,
  gatewayPage: 4,
  foreignPage: 4,
  delay: 4,
  delayAnswer: 4,
  cutAnswer: 4,
  trickle: 2,
  lostAndUnreadable: 6,
  neverSentAndUnreadable: 3,
  droppedConnections: 4,
  brokenWatch: 4,
} as const;
const kinds = Object.entries(weights).flatMap(([kind, weight]) => Array<Kind>(weight).fill(kind as Kind));

/** Trouble in this proxy. */
export function createTrouble(torture: Torture, proxy: FaultProxy): Trouble {
  const { counts, journal } = torture;
  /** Writes whose sender cannot know what became of them. */
  const doubtful = new Set<SeenRequest>();
  const awaitingRead = new Set<string>();
  let seen = 0;
  const inject = (fault: Fault, target: TargetObject, { times = 1, method = 'write' } = {}): void =>
    proxy.inject(fault, {
      times,
      when: (request) => {
        const hits =
          isFor(request, target) && (method === 'GET' ? request.method === 'GET' : request.method !== 'GET');
        if (hits && method === 'write' && isDoubtful(fault)) doubtful.add(request);
        return hits;
      },
    });

  function make(kind: Kind, random: Random, target: TargetObject): void {
    const milliseconds = 50 + random.below(250);
    switch (kind) {
      case 'cutBefore':
      case 'cutAfter':
      case 'silence':
      case 'silenceAfter':
        return inject({ kind }, target, { times: 1 + random.below(2) });
      case 'lateAnswer':
        return inject({ kind: 'delayAnswer', milliseconds: 1_300 }, target);
      case 'busy':
        return inject(status(429, 'TooManyRequests'), target);
      case 'unavailable':
        return inject(status(503, 'ServiceUnavailable'), target);
      case 'gatewayPage':
        return inject(page(504), target);
      case 'foreignPage':
        return inject(page(200), target);
      case 'delay':
      case 'delayAnswer':
        return inject({ kind, milliseconds }, target, { times: 2 });
      case 'cutAnswer':
        // Shorter than any answer: whoever gets all of it knows what became of the write.
        return inject({ kind, bytes: 1 + random.below(200) }, target);
      case 'trickle':
        return inject({ kind, bytes: 500 }, target);
      case 'lostAndUnreadable':
      case 'neverSentAndUnreadable':
        inject({ kind: kind === 'lostAndUnreadable' ? 'cutAfter' : 'cutBefore' }, target);
        return inject({ kind: 'cutBefore' }, target, { times: 1 + random.below(6), method: 'GET' });
      case 'droppedConnections':
        setTimeout(() => proxy.dropConnections(), random.below(30));
        return;
      case 'brokenWatch':
        proxy.inject(
          random.below(2) === 0
            ? { kind: 'cutAnswer', bytes: 1 + random.below(3_000) }
            : status(410, 'Expired'),
          { when: ({ url }) => url.includes('watch=') },
        );
        proxy.dropConnections();
    }
  }

  return {
    begin(random, target) {
      const kind = random.pick(kinds)!;
      counts.faults[kind] = (counts.faults[kind] ?? 0) + 1;
      make(kind, random, target);
      return kind;
    },
    end() {
      proxy.clear();
      for (const request of proxy.requests.slice(seen)) {
        const target = targetObjects.find((one) => isFor(request, one));
        if (target === undefined) continue;
        if (request.method === 'GET') awaitingRead.delete(target.name);
        else if (awaitingRead.has(target.name))
          journal.report({
            kind: 'rule',
            target,
            what: 'a write follows one whose answer was lost, without a read',
          });
        if (doubtful.delete(request)) awaitingRead.add(target.name);
      }
      seen = proxy.requests.length;
    },
  };
}

function isFor({ url }: SeenRequest, target: TargetObject): boolean {
  return url.split('?')[0] === pathOf(target);
}

/** A delayed answer may come in time, a trickling one does. */
function isDoubtful(fault: Fault): boolean {
  switch (fault.kind) {
    case 'delay':
    case 'trickle':
      return false;
    case 'delayAnswer':
      return fault.milliseconds > 1_000;
    case 'answer':
      return fault.status !== 429;
    default:
      return true;
  }
}
