import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Agent, createServer, request as forwardRequest } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { PeerCertificate } from 'node:tls';
import { setTimeout as wait } from 'node:timers/promises';

/** What goes wrong with a request on its way to the API server. */
export type Fault =
  /** The connection is cut; the API server never sees the request. */
  | { kind: 'cutBefore' }
  /** The API server executes the request; the connection is cut instead of the answer. */
  | { kind: 'cutAfter' }
  /** The request is held back for a while, then forwarded. Milliseconds. */
  | { kind: 'delay'; milliseconds: number }
  /** The request is held back until this is fulfilled, then forwarded. */
  | { kind: 'hold'; until: Promise<unknown> }
  /** The API server executes the request at once; its answer is held back. Milliseconds. */
  | { kind: 'delayAnswer'; milliseconds: number }
  /** Somebody else answers; the API server never sees the request. */
  | { kind: 'answer'; status: number; headers?: Record<string, string | string[]>; body?: string }
  /** The request is taken and never answered; the API server never sees it. */
  | { kind: 'silence' }
  /** The API server executes the request; its answer never comes. */
  | { kind: 'silenceAfter' }
  /** The answer begins; its body, or the events of its stream, are held back until then. */
  | { kind: 'holdBody'; until: Promise<unknown> }
  /** The answer begins, and the connection is cut after this many bytes of its body. */
  | { kind: 'cutAnswer'; bytes: number }
  /** The answer's body comes in pieces of this many bytes, each in a packet of its own. */
  | { kind: 'trickle'; bytes: number }
  /** The request is forwarded with these headers instead of its own. */
  | { kind: 'requestHeaders'; headers: Record<string, string> }
  /** The request is forwarded with these values in its query instead of its own. */
  | { kind: 'query'; values: Record<string, string> };

export interface SeenRequest {
  method: string;
  /** Path and query. */
  url: string;
  headers: IncomingMessage['headers'];
  /** The SHA-256 fingerprint of the client's certificate, where it has shown one. */
  clientCertificate?: string;
}

/** A proxy in front of a real API server that lets things go wrong. */
export interface FaultProxy {
  /** Its URL, to stand in a kubeconfig instead of the API server's; the certificate is the API server's own. */
  readonly server: string;
  /** Every request so far, the ones that went wrong included. */
  readonly requests: readonly SeenRequest[];
  /** Connections accepted so far, and those open now. */
  connections(): { accepted: number; open: number };
  /** The next `times` requests (one where not given) that `when` holds for go wrong so. Earlier faults go first. */
  inject(fault: Fault, options?: { times?: number; when?: (request: SeenRequest) => boolean }): void;
  /** Forgets the faults that have not happened yet. */
  clear(): void;
  /** Cuts all open connections. */
  dropConnections(): void;
  /** Cuts all open connections and accepts no more, until `resume` on the same port. */
  refuse(): Promise<void>;
  resume(): Promise<void>;
  close(): Promise<void>;
}

export interface FaultProxyOptions {
  /** The API server's URL. */
  server: string;
  caFile: string;
  /** What the proxy shows to its clients: the API server's own certificate and key, or others. */
  certificate: { certificateFile: string; keyFile: string };
}

interface Plan {
  fault: Fault;
  times: number;
  when: (request: SeenRequest) => boolean;
}

/** Starts a proxy on a free port of 127.0.0.1. Without faults it passes everything on, streams included. */
export async function startFaultProxy(options: FaultProxyOptions): Promise<FaultProxy> {
  const agent = new Agent({ ca: await readFile(options.caFile), keepAlive: true });
  const requests: SeenRequest[] = [];
  const plans: Plan[] = [];
  const sockets = new Set<Duplex>();
  const shownCertificates = new WeakMap<Duplex, Partial<PeerCertificate>>();
  let accepted = 0;

  const takeFault = (seen: SeenRequest): Fault | undefined => {
    const plan = plans.find(({ when }) => when(seen));
    if (plan !== undefined && --plan.times <= 0) plans.splice(plans.indexOf(plan), 1);
    return plan?.fault;
  };
  const server = createServer(
    {
      cert: await readFile(options.certificate.certificateFile),
      key: await readFile(options.certificate.keyFile),
      keepAliveTimeout: 90_000, // as the API server's
      requestCert: true,
      rejectUnauthorized: false,
    },
    (request, response) => {
      const { method = '', url = '', headers } = request;
      const { fingerprint256 } = shownCertificates.get(request.socket) ?? {};
      const seen = { method, url, headers, ...(fingerprint256 && { clientCertificate: fingerprint256 }) };
      requests.push(seen);
      void handle({ request, response, fault: takeFault(seen), server: options.server, agent });
    },
  );
  server.on('secureConnection', (socket) => shownCertificates.set(socket, socket.getPeerCertificate()));
  server.on('connection', (socket) => {
    accepted++;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  const listen = (port: number): Promise<void> =>
    new Promise((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, '127.0.0.1', resolve);
    });
  const dropConnections = (): void => sockets.forEach((socket) => socket.destroy());
  const refuse = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      dropConnections();
    });

  await listen(0);
  const { port } = server.address() as AddressInfo;
  return {
    server: `https://127.0.0.1:${port}`,
    requests,
    connections: () => ({ accepted, open: sockets.size }),
    inject: (fault, { times = 1, when = () => true } = {}) => void plans.push({ fault, times, when }),
    clear: () => void plans.splice(0),
    dropConnections,
    refuse,
    resume: () => listen(port),
    async close() {
      if (server.listening) await refuse();
      agent.destroy();
    },
  };
}

interface Passage {
  request: IncomingMessage;
  response: ServerResponse;
  fault: Fault | undefined;
  server: string;
  agent: Agent;
}

async function handle(passage: Passage): Promise<void> {
  const { request, response, fault } = passage;
  switch (fault?.kind) {
    case 'cutBefore':
      request.socket.destroy();
      return;
    case 'silence':
      return;
    case 'answer':
      await finished(request.resume());
      response.writeHead(fault.status, fault.headers).end(fault.body ?? '');
      return;
    case 'delay':
      await wait(fault.milliseconds);
      break;
    case 'hold':
      await fault.until;
  }
  // The API server or the client may go away in the middle of an answer.
  const cut = (): unknown => request.socket.destroy();
  forward(passage, (answer) => void passBack(passage, answer).catch(cut));
}

function forward(passage: Passage, receive: (answer: IncomingMessage) => void): void {
  const { request, response, fault, server, agent } = passage;
  const own = fault?.kind === 'requestHeaders' ? fault.headers : {};
  const url = new URL(request.url ?? '', server);
  if (fault?.kind === 'query')
    for (const [name, value] of Object.entries(fault.values)) url.searchParams.set(name, value);
  const outgoing = forwardRequest(url, {
    method: request.method,
    headers: { ...request.headers, ...own },
    agent,
  });
  outgoing.on('response', receive);
  outgoing.on('error', () => request.socket.destroy());
  // A client that goes away ends its watch at the API server, too.
  response.on('close', () => response.writableFinished || outgoing.destroy());
  request.pipe(outgoing);
}

async function passBack({ request, response, fault }: Passage, answer: IncomingMessage): Promise<void> {
  if (fault?.kind === 'cutAfter') {
    await finished(answer.resume());
    request.socket.destroy();
    return;
  }
  if (fault?.kind === 'silenceAfter') return;
  if (fault?.kind === 'delayAnswer') await wait(fault.milliseconds);
  response.writeHead(answer.statusCode ?? 502, answer.headers);
  response.flushHeaders();
  answer.on('error', () => request.socket.destroy());
  if (fault?.kind === 'holdBody') await fault.until;
  if (fault?.kind === 'cutAnswer' || fault?.kind === 'trickle') await passInPieces(answer, response, fault);
  else answer.pipe(response);
}

async function passInPieces(
  answer: IncomingMessage,
  response: ServerResponse,
  fault: Extract<Fault, { bytes: number }>,
): Promise<void> {
  let left = fault.kind === 'cutAnswer' ? fault.bytes : Infinity;
  const size = fault.kind === 'trickle' ? fault.bytes : Infinity;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    for (let start = 0; start < chunk.length && left > 0; start += size) {
      const piece = chunk.subarray(start, Math.min(start + size, chunk.length, start + left));
      left -= piece.length;
      await new Promise((resolve) => response.write(piece, resolve));
      await new Promise(setImmediate); // so that every piece travels alone
    }
    if (left <= 0) break;
  }
  if (fault.kind === 'cutAnswer') response.socket?.destroy();
  else response.end();
}
