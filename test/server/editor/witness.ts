import type { ControlPlane } from '../../cluster/controlPlane';

/** Whatever has the API server's audit log. */
type Witness = Pick<ControlPlane, 'audit'>;

/** A request of the server under test, as the API server's audit log has it. */
export interface WitnessedRequest {
  verb: string;
  code: number;
  path: string;
  query: URLSearchParams;
  /** Of a write's body; empty where it has none. */
  resourceVersion: string;
  uid: string;
}

const writes = ['create', 'update', 'patch', 'delete', 'deletecollection'];

/** The writes of the server under test to paths that end so, in their order. */
export async function writesOf(witness: Witness, path: string): Promise<WitnessedRequest[]> {
  return (await requestsOf(witness, path)).filter(({ verb }) => writes.includes(verb));
}

/** The requests of the server under test to paths that end so, in their order. */
export async function requestsOf(witness: Witness, path: string): Promise<WitnessedRequest[]> {
  const events = await witness.audit();
  return events
    .filter(
      ({ userAgent, stage }) =>
        userAgent?.startsWith('kubernetes-live-edit') === true && stage !== 'ResponseStarted',
    )
    .map((event) => {
      const url = new URL(event.requestURI, 'https://kubernetes');
      return {
        verb: event.verb,
        code: event.responseStatus?.code ?? 0,
        path: url.pathname,
        query: url.searchParams,
        resourceVersion: event.requestObject?.metadata?.resourceVersion ?? '',
        uid: event.requestObject?.metadata?.uid ?? '',
      };
    })
    .filter((request) => request.path.endsWith(path));
}
