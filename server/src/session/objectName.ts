/** What a name says of an object. What it leaves open comes from the kubeconfig. */
export interface ObjectName {
  context?: string;
  /** `_` for cluster-scoped, as in document URIs. */
  namespace?: string;
  /** A resource as kubectl takes it: `deploy`, `Deployment`, `deployments.apps`, `deployments.v1.apps`. */
  type: string;
  name: string;
}

/**
 * Reads `prod/shop/deploy/web`, `shop/deploy/web`, `deploy/web`, or kubectl's `--context prod -n shop deploy web`
 * (with or without `kubectl get` before it). Undefined where it is none of these. Only a context may hold slashes and
 * spaces.
 */
export function parseObjectName(text: string): ObjectName | undefined {
  const path = /^([^-\s].*)\/([^/\s]+)\/([^/\s]+)\/([^/\s]+)$/.exec(text.trim());
  if (path !== null) {
    const [, context = '', namespace = '', type = '', name = ''] = path;
    return { context, namespace, type, name };
  }
  const flags = new Map<'context' | 'namespace', string>();
  const positional: string[] = [];
  const words = text.trim().split(/\s+/);
  while (words.length > 0) {
    const word = words.shift() ?? '';
    const flag = readFlag(word);
    if (flag === undefined) positional.push(word);
    else {
      const value = flag.value ?? words.shift();
      if (value === undefined) return undefined;
      if (flag.name !== 'output') flags.set(flag.name, value);
    }
  }
  if (positional[0] === 'kubectl') positional.splice(0, 2);
  const segments = positional.length === 2 ? positional : (positional[0] ?? '').split('/');
  if (positional.length > 2 || segments.length < 2 || segments.length > 3 || segments.includes(''))
    return undefined;
  const [type = '', name = ''] = segments.slice(-2);
  if (name.includes('/') || type.includes('/')) return undefined;
  const namespace = segments.at(-3) ?? flags.get('namespace');
  const context = flags.get('context');
  return {
    ...(context === undefined ? {} : { context }),
    ...(namespace === undefined ? {} : { namespace }),
    type,
    name,
  };
}

interface Flag {
  name: 'context' | 'namespace' | 'output';
  value: string | undefined;
}

function readFlag(word: string): Flag | undefined {
  const long = /^--(context|namespace|output)(?:=(.*))?$/.exec(word);
  if (long !== null) return { name: long[1] as Flag['name'], value: long[2] };
  const short = /^-([no])=?(.+)?$/.exec(word);
  return short === null ? undefined : { name: short[1] === 'n' ? 'namespace' : 'output', value: short[2] };
}
