import { BlockList, isIP } from 'node:net';
import { UnusableError } from './failures';

/**
 * The proxy for requests to a server, or undefined for none: the cluster's own `proxy-url`, else the environment's by
 * the rules of Go's `httpproxy`, which kubectl goes by. Throws an UnusableError where it cannot be used.
 */
export function findProxy(
  server: URL,
  proxyUrl: string | undefined,
  environment: NodeJS.ProcessEnv,
): URL | undefined {
  if (proxyUrl !== undefined && proxyUrl !== '') return parseProxy(proxyUrl, 'proxy-url');
  const name = server.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY';
  const value = environment[name] || environment[name.toLowerCase()];
  if (!value || !goesByProxy(server, environment['NO_PROXY'] || environment['no_proxy'] || ''))
    return undefined;
  return parseProxy(hasScheme(value) ? value : `http://${value}`, name);
}

function parseProxy(text: string, source: string): URL {
  if (!URL.canParse(text)) throw new UnusableError(`${source} is not a URL`);
  const url = new URL(text);
  if (url.protocol === 'socks5h:') return new URL(url.href.replace(/^socks5h:/, 'socks5:'));
  if (!['http:', 'https:', 'socks5:'].includes(url.protocol))
    throw new UnusableError(
      `${source} has the scheme ${url.protocol.slice(0, -1)}; http, https and socks5 are possible`,
    );
  return url;
}

function hasScheme(text: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(text);
}

/** Never for the machine itself; else unless an entry of NO_PROXY fits: `*`, address, range, domain, each with a port. */
function goesByProxy(server: URL, noProxy: string): boolean {
  const host = server.hostname.replace(/^\[|\]$/g, '').toLowerCase();
  const port = server.port || (server.protocol === 'https:' ? '443' : '80');
  if (host === 'localhost' || isLoopback(host)) return false;
  const entries = noProxy.split(',').map((entry) => entry.trim().toLowerCase());
  return !entries.some((entry) => entry !== '' && (entry === '*' || fits(entry, host, port)));
}

function fits(entry: string, host: string, port: string): boolean {
  const [, network = '', prefix = ''] = /^(.+)\/(\d+)$/.exec(entry) ?? [];
  if (isIP(network) !== 0) return isInRange(host, network, Number(prefix));
  const [, bracketed, plain, entryPort] = /^(?:\[(.+)\]|([^:]*|.*:.*:.*?))(?::(\d+))?$/.exec(entry) ?? [];
  const entryHost = isIP(entry) === 0 ? (bracketed ?? plain ?? '') : entry;
  if (entryHost === '' || (isIP(entry) === 0 && entryPort !== undefined && entryPort !== port)) return false;
  if (isIP(entryHost) !== 0) return isInRange(host, entryHost, isIP(entryHost) === 6 ? 128 : 32);
  if (isIP(host) !== 0) return false;
  // A domain stands for itself and all below it; with a leading dot or `*.` only for what is below.
  const domain = entryHost.replace(/^\*(?=\.)/, '');
  return domain.startsWith('.') ? host.endsWith(domain) : host === domain || host.endsWith(`.${domain}`);
}

function isInRange(host: string, network: string, prefix: number): boolean {
  const family = isIP(host);
  if (family === 0 || family !== isIP(network) || prefix > (family === 6 ? 128 : 32)) return false;
  const type = family === 6 ? 'ipv6' : 'ipv4';
  const range = new BlockList();
  range.addSubnet(network, prefix, type);
  return range.check(host, type);
}

function isLoopback(host: string): boolean {
  return isInRange(host, '127.0.0.0', 8) || host === '::1';
}
