import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

/** A free TCP port of 127.0.0.1, held so that nobody else takes it for free. */
export interface ReservedPort {
  readonly port: number;
  /** Lets go of the port just before it is used; may be called again. */
  release(): Promise<void>;
}

/**
 * Reserves a port below the range from which systems take the ports of outgoing connections, so that a component
 * that is stopped for a while finds its port free again. A reservation does not keep the process alive.
 */
export async function reservePort(): Promise<ReservedPort> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    const server = await listen(port);
    if (server === undefined) continue;
    return {
      port,
      async release() {
        if (!server.listening) return;
        server.close();
        await once(server, 'close');
      },
    };
  }
}

async function listen(port: number): Promise<Server | undefined> {
  const server = createServer();
  try {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return server.unref();
  } catch {
    return undefined;
  }
}
