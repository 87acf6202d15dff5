import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls';
import { Agent, type Dispatcher, ProxyAgent, Socks5ProxyAgent } from 'undici';

/** What a TLS connection to the API server is made with. PEM texts; no authority means those of the system. */
export interface TlsMaterial {
  certificateAuthority?: Buffer;
  certificate?: Buffer | string;
  key?: Buffer | string;
  serverName?: string;
  insecureSkipTlsVerify: boolean;
}

/**
 * Connections to one API server with these credentials, kept alive. Throws where certificate or key cannot be used.
 * `proxy` is the address of an HTTP or SOCKS5 proxy.
 */
export function createDispatcher(material: TlsMaterial, proxy: URL | undefined): Dispatcher {
  const tls = {
    secureContext: createContext(material),
    rejectUnauthorized: !material.insecureSkipTlsVerify,
    ...(material.serverName === undefined ? {} : { servername: material.serverName }),
    keepAliveInitialDelay: keepAliveProbeMilliseconds,
    timeout: connectTimeoutMilliseconds,
    allowH2: false,
  };
  const options = {
    allowH2: false,
    connectTimeout: connectTimeoutMilliseconds,
    keepAliveTimeout: idleMilliseconds,
    keepAliveMaxTimeout: idleMilliseconds,
  };
  if (proxy === undefined) return new Agent({ ...options, connect: tls });
  if (proxy.protocol === 'socks5:') return new Socks5ProxyAgent(proxy, { ...options, requestTls: tls });
  return new ProxyAgent({ ...options, uri: proxy.href, requestTls: tls });
}

/** Less than the 90 s after which an API server closes idle connections, and the 60 s of common load balancers. */
const idleMilliseconds = 50_000;

const connectTimeoutMilliseconds = 10_000;

/** As in client-go: often enough to keep a silent watch alive through a load balancer. */
const keepAliveProbeMilliseconds = 30_000;

function createContext(material: TlsMaterial): SecureContext {
  const { certificateAuthority, certificate, key } = material;
  return createSecureContext({
    // Without an authority of its own a cluster is trusted as by the system, which kubectl does too.
    ca: certificateAuthority ?? [...getCACertificates('default'), ...getCACertificates('system')],
    ...(certificate === undefined ? {} : { cert: certificate }),
    ...(key === undefined ? {} : { key }),
  });
}
