import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Free TCP ports of 127.0.0.1, all different. They lie below the range from which systems take the ports of
 * outgoing connections, so that a component that is stopped for a while finds its port free again.
 */
export async function findFreePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) {
    const candidate = 20_000 + Math.floor(Math.random() * 12_000);
    if (await isFree(candidate)) ports.add(candidate);
  }
  return [...ports];
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return true;
  } catch {
    return false;
  } finally {
    server.close();
  }
}
