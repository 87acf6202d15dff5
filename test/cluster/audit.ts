import { readFile } from 'node:fs/promises';

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

/**
 * The events so far, in the order of the log. An answered request is in it: the API server writes the event before
 * it ends the answer. A watch that its client ends is recorded as complete a moment later.
 */
export async function readAuditLog(file: string): Promise<AuditEvent[]> {
  const text = await readFile(file, 'utf8');
  const whole = text.slice(0, text.lastIndexOf('\n') + 1); // the last line may be half written
  return whole
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as AuditEvent);
}
