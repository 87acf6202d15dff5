import { createServer } from 'node:http';
import { connect, createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net';

/** A forward proxy as companies have them. */
export interface ForwardProxy {
  /** Its URL, e.g. for `proxy-url` or HTTPS_PROXY. */
  readonly url: string;
  /** Host and port of every connection that it was asked for. */
  readonly targets: readonly string[];
  close(): Promise<void>;
}

/** Starts an HTTP proxy that tunnels by CONNECT; with `refuseWith` it answers every CONNECT with that HTTP status. */
export async function startHttpProxy(options: { refuseWith?: number } = {}): Promise<ForwardProxy> {
  const targets: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((_request, response) => response.writeHead(405).end());
  server.on('connection', (socket) => keep(sockets, socket));
  server.on('connect', (request, socket: Socket, head) => {
    const target = request.url ?? '';
    targets.push(target);
    if (options.refuseWith !== undefined) {
      socket.end(`HTTP/1.1 ${options.refuseWith} Refused\r\n\r\n`);
      return;
    }
    const { hostname, port } = new URL(`http://${target}`);
    const upstream = connect(Number(port), hostname, () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      upstream.write(head);
    });
    join(socket, upstream, sockets);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    targets,
    close: () => closeAll(server, sockets),
  };
}

/** Starts a SOCKS5 proxy (RFC 1928) without authentication. */
export async function startSocksProxy(): Promise<ForwardProxy> {
  const targets: string[] = [];
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    keep(sockets, socket);
    socket.once('data', () => {
      socket.write(Buffer.from([5, 0])); // version 5, no authentication
      socket.once('data', (request: Buffer) => {
        const { host, port } = readSocksTarget(request);
        targets.push(`${host}:${port}`);
        const upstream = connect(port, host, () => {
          socket.write(Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0])); // succeeded
        });
        join(socket, upstream, sockets);
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `socks5://127.0.0.1:${(server.address() as AddressInfo).port}`,
    targets,
    close: () => closeAll(server, sockets),
  };
}

/** Version, command, reserved, address type (1: IPv4, 3: name with its length), address, port. */
function readSocksTarget(request: Buffer): { host: string; port: number } {
  const isName = request[3] === 3;
  const start = isName ? 5 : 4;
  const end = isName ? start + (request[4] ?? 0) : start + 4;
  const address = request.subarray(start, end);
  return { host: isName ? address.toString() : address.join('.'), port: request.readUInt16BE(end) };
}

function join(client: Socket, upstream: Socket, sockets: Set<Socket>): void {
  keep(sockets, upstream);
  client.pipe(upstream);
  upstream.pipe(client);
  client.on('close', () => upstream.destroy());
  upstream.on('close', () => client.destroy());
}

function keep(sockets: Set<Socket>, socket: Socket): void {
  sockets.add(socket);
  socket.on('error', () => undefined); // the other side has gone; `close` follows
  socket.on('close', () => sockets.delete(socket));
}

function closeAll(server: { close(done: () => void): unknown }, sockets: Set<Socket>): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    sockets.forEach((socket) => socket.destroy());
  });
}
