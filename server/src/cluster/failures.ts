import { errors } from 'undici';
import type { Failure, Sent } from '../session/ports';

/** Where a request was going, for the sentences about its failure. `proxy` is host and port without credentials. */
export interface Destination {
  context: string;
  server: string;
  proxy?: string;
}

/** Something in the kubeconfig that cannot be used; the message says what and holds no value of it. */
export class UnusableError extends Error {}

/** The result of a failed step. */
export function failed(failure: Failure): { kind: 'failed'; failure: Failure } {
  return { kind: 'failed', failure };
}

/**
 * What an error of the network layer means, by its `code` alone: a certificate that is not trusted, an answer that is
 * no HTTP, or a server that cannot be reached. `sent` is what is known of a request whose connection stood already.
 */
export function networkFailure(error: unknown, to: Destination, sent: Sent): Failure {
  const { context, server } = to;
  const codes = codesOf(error);
  const certificate = find(codes, certificateProblems);
  if (certificate !== undefined) return { kind: 'certificate', context, server, detail: certificate };
  const refused = codes.some((code) => clientCertificateAlert.test(code));
  if (refused)
    return { kind: 'credentials', context, detail: 'the API server refused the client certificate' };
  if (error instanceof errors.HTTPParserError)
    return { kind: 'notKubernetes', context, server, detail: 'the answer is not HTTP' };
  if (to.proxy !== undefined && codes.some((code) => tunnelCodes.has(code))) {
    const detail = `the proxy ${to.proxy} did not open a connection to the server`;
    return { kind: 'unreachable', context, server, detail, sent: 'no' };
  }
  const words = find(codes, connectionProblems) ?? tlsWords(codes) ?? otherWords(codes);
  const detail = to.proxy === undefined ? words : `through the proxy ${to.proxy}: ${words}`;
  return { kind: 'unreachable', context, server, detail, sent: isFromConnecting(error) ? 'no' : sent };
}

/** Whether the connection never stood, so that certainly nothing was sent. */
function isFromConnecting(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, syscall } = error as NodeJS.ErrnoException;
  return (
    syscall === 'connect' ||
    syscall === 'getaddrinfo' ||
    code === 'UND_ERR_CONNECT_TIMEOUT' ||
    (error instanceof AggregateError && error.errors.every(isFromConnecting)) ||
    isFromConnecting(error.cause)
  );
}

/** The codes of an error and of the errors behind it. */
function codesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  const code = 'code' in error && typeof error.code === 'string' ? [error.code] : [];
  const inner = error instanceof AggregateError ? error.errors.flatMap(codesOf) : [];
  return [...code, ...inner, ...codesOf(error.cause)];
}

function find(codes: string[], words: ReadonlyMap<string, string>): string | undefined {
  return codes.map((code) => words.get(code)).find((text) => text !== undefined);
}

/** Codes of OpenSSL's verification and of Node's check of the host name. */
const certificateProblems: ReadonlyMap<string, string> = new Map([
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'it is self-signed and not in the certificate-authority of the kubeconfig'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'its authority is self-signed and not the one of the kubeconfig'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'it is not signed by the certificate-authority of the kubeconfig'],
  ['UNABLE_TO_GET_ISSUER_CERT', 'its issuer is not in the certificate-authority of the kubeconfig'],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'its issuer is not in the certificate-authority of the kubeconfig'],
  ['CERT_SIGNATURE_FAILURE', 'its signature does not fit the certificate-authority of the kubeconfig'],
  ['CERT_UNTRUSTED', 'its authority is not trusted'],
  ['CERT_REJECTED', 'its authority is marked as not to be trusted'],
  ['CERT_REVOKED', 'it has been revoked'],
  ['CERT_HAS_EXPIRED', 'it has expired'],
  ['CERT_NOT_YET_VALID', 'it is not valid yet; is the clock right?'],
  ['CERT_CHAIN_TOO_LONG', 'its chain is too long'],
  ['INVALID_CA', 'its issuer is no certificate authority'],
  ['INVALID_PURPOSE', 'it is not made for a server'],
  ['HOSTNAME_MISMATCH', 'it is made out to another host name'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'it is made out to another host name'],
  ['UND_ERR_PRX_TLS', 'the certificate of the proxy is made out to another host name'],
]);

/** The server ended the TLS handshake because of our certificate. */
const clientCertificateAlert = /ALERT_(BAD_CERTIFICATE|CERTIFICATE_|UNKNOWN_CA|UNSUPPORTED_CERTIFICATE)/;

const tunnelCodes: ReadonlySet<string> = new Set(['UND_ERR_ABORTED', 'UND_ERR_PRX_CONN']);

const connectionProblems: ReadonlyMap<string, string> = new Map([
  ['ECONNREFUSED', 'the connection was refused'],
  ['ENOTFOUND', 'the host name was not found'],
  ['EAI_AGAIN', 'the host name cannot be looked up now'],
  ['EHOSTUNREACH', 'there is no route to the host'],
  ['ENETUNREACH', 'the network cannot be reached'],
  ['EADDRNOTAVAIL', 'the address is not available'],
  ['UND_ERR_CONNECT_TIMEOUT', 'there was no answer to the attempt to connect'],
  ['ECONNRESET', 'the connection was reset'],
  ['EPIPE', 'the connection was closed'],
  ['ETIMEDOUT', 'the connection timed out'],
  ['ENETDOWN', 'the network is down'],
  ['UND_ERR_SOCKET', 'the connection was closed before the answer was complete'],
  ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'the answer was cut short'],
  ['UND_ERR_DESTROYED', 'the connection was closed'],
  ['UND_ERR_CLOSED', 'the connection was closed'],
]);

function isTlsCode(code: string): boolean {
  return code === 'EPROTO' || code.startsWith('ERR_SSL_') || code.startsWith('ERR_TLS_');
}

function tlsWords(codes: string[]): string | undefined {
  const code = codes.find(isTlsCode);
  return code === undefined ? undefined : `no TLS connection could be made (${code})`;
}

function otherWords(codes: string[]): string {
  return codes[0] === undefined ? 'the connection failed' : `the connection failed (${codes[0]})`;
}
