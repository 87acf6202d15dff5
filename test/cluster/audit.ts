import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';

/** An event of the API server's audit log (audit.k8s.io/v1), as far as tests look at it. */
export interface AuditEvent {
  auditID: string;
  /** Watches have `ResponseStarted` and then `ResponseComplete`, everything else the latter alone. */
  stage: 'ResponseStarted' | 'ResponseComplete' | 'Panic';
  /** `get`, `list`, `watch`, `create`, `update`, `patch`, `delete`, `deletecollection`; lower-case HTTP for other paths. */
  verb: string;
  /** Path and query. */
  requestURI: string;
  /** Empty where the request was not authenticated. */
  user: { username?: string; groups?: string[] };
  userAgent?: string;
  objectRef?: {
    resource?: string;
    namespace?: string;
    name?: string;
    uid?: string;
    apiGroup?: string;
    apiVersion?: string;
    resourceVersion?: string;
    subresource?: string;
  };
  responseStatus?: { code?: number; reason?: string; message?: string };
  /** The body of a write; of reads nothing is kept. */
  requestObject?: { metadata?: { resourceVersion?: string; uid?: string; name?: string } } & Record<
    string,
    unknown
  >;
  /** RFC 3339 with microseconds. */
  requestReceivedTimestamp: string;
  stageTimestamp: string;
}

/** Records every request but the components' own and the probes, writes with their bodies. */
export const auditPolicy = `
apiVersion: audit.k8s.io/v1
kind: Policy
omitStages: [RequestReceived]
rules:
  - level: None
    users: ['system:apiserver', kube-controller-manager, kube-scheduler, kwok]
  - level: None
    nonResourceURLs: ['/healthz*', '/livez*', '/readyz*']
  - level: Request
    verbs: [create, update, patch, delete, deletecollection]
  - level: Metadata
`;

const markerPath = '/version?audit-marker=';

/**
 * The events so far, in the order of the log. A request that has been answered may not be in the log yet, so
 * `sendMarker`, which is to send a GET to the given path and query, is called and its event waited for.
 * Where it returns false (no server runs) the log is read as it is.
 */
export async function readAuditLog(
  file: string,
  sendMarker: (pathAndQuery: string) => Promise<boolean>,
): Promise<AuditEvent[]> {
  const marker = `${markerPath}${randomUUID()}`;
  const deadline = (await sendMarker(marker)) ? Date.now() + 5_000 : 0;
  for (;;) {
    const events = parseAuditLog(await readFile(file, 'utf8'));
    if (Date.now() > deadline || events.some((event) => event.requestURI === marker)) {
      return events.filter((event) => !event.requestURI.startsWith(markerPath));
    }
    await wait(10);
  }
}

function parseAuditLog(text: string): AuditEvent[] {
  const whole = text.slice(0, text.lastIndexOf('\n') + 1); // the last line may be half written
  return whole
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as AuditEvent);
}
