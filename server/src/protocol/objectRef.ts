/** The scheme of a live object's document. */
export const liveScheme = 'k8slive';

/** The scheme of its read-only twin that shows the whole live object. */
export const readOnlyScheme = 'k8sliveRo';

/** An API resource: never a kind alone. The core group is the empty text. */
export interface GroupVersionResource {
  group: string;
  version: string;
  resource: string;
}

/** A part of an object that is a document of its own, behind an endpoint and rights of its own. */
export type Subresource = 'scale' | 'status';

/** One object of one cluster, or a subresource of it. `namespace` is absent for cluster-scoped resources. */
export interface ObjectRef extends GroupVersionResource {
  context: string;
  namespace?: string;
  name: string;
  subresource?: Subresource;
}

/** The object that a subresource belongs to; of an object the same. */
export function withoutSubresource(ref: ObjectRef): ObjectRef {
  const whole = { ...ref };
  delete whole.subresource;
  return whole;
}

/** Whether objects of this resource are Secrets, whose values are shown nowhere but in their own text. */
export function isSecret({ group, resource }: GroupVersionResource): boolean {
  return group === '' && resource === 'secrets';
}

/** `deployments.v1.apps`, or `pods.v1` for the core group. */
export function formatResource({ group, version, resource }: GroupVersionResource): string {
  return group === '' ? `${resource}.${version}` : `${resource}.${version}.${group}`;
}

/** `deployments "web"`, or `deployments/scale "web"` as the API server and its roles name a subresource. */
export function nameObject({ resource, subresource, name }: ObjectRef): string {
  return subresource === undefined ? `${resource} "${name}"` : `${resource}/${subresource} "${name}"`;
}

/**
 * The document URI of an object: `k8slive:/<context>/<namespace or _>/<resource.version[.group]>/<name>.yaml`,
 * each segment percent-encoded. Slashes of a context name (cloud providers' ARNs have them) stay slashes, so that
 * the title shows the name as it is; `parseUri` reads from the right. A subresource follows its resource behind a
 * colon (`deployments:scale.v1.apps`), which no resource name holds: a slash would not survive VS Code's decoding.
 */
export function toUri(ref: ObjectRef, scheme: string = liveScheme): string {
  const segments = [
    ...escapeContext(ref.context).split('/'),
    ref.namespace ?? '_',
    formatResource(
      ref.subresource === undefined ? ref : { ...ref, resource: `${ref.resource}:${ref.subresource}` },
    ),
    `${ref.name}.yaml`,
  ];
  return `${scheme}:/${segments.map(encodeURIComponent).join('/')}`;
}

/** The object that a document URI names, or undefined where the URI is not one of ours or lacks a part. */
export function parseUri(uri: string): ObjectRef | undefined {
  const match = /^k8slive(?:Ro)?:\/(?!\/)([^?#]+)$/i.exec(uri);
  const segments = match?.[1] === undefined ? undefined : decodeSegments(match[1]);
  if (segments === undefined || segments.length < 4) return undefined;
  const [namespace = '', resourceSegment = '', file = ''] = segments.slice(-3);
  const context = unescapeContext(segments.slice(0, -3).join('/'));
  const [, resource = '', part, version = '', group = ''] =
    /^([^.:]+)(?::(scale|status))?\.([^.]+)(?:\.(.+))?$/.exec(resourceSegment) ?? [];
  const name = file.endsWith('.yaml') ? file.slice(0, -'.yaml'.length) : '';
  if (context === undefined || context === '' || namespace === '' || resource === '' || name === '')
    return undefined;
  const subresource = part as Subresource | undefined;
  return {
    context,
    ...(namespace === '_' ? {} : { namespace }),
    ...{ group, version, resource, name },
    ...(subresource && { subresource }),
  };
}

function decodeSegments(path: string): string[] | undefined {
  try {
    return path.split('/').map(decodeURIComponent);
  } catch {
    return undefined; // a % that begins no escape
  }
}

/**
 * VS Code decodes a URI's path, drops `.` and `..` segments and lower-cases drive letters. Context names may hold
 * anything, so what would not survive that is escaped once more, within the path.
 */
function escapeContext(context: string): string {
  const escaped = context.replaceAll('%', '%25').replaceAll('\\', '%5C');
  const survives = escaped.split('/').every((segment) => !/^(\.{0,2}|[A-Za-z]:)$/.test(segment));
  return survives
    ? escaped
    : escaped.replace(/[./:]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}

function unescapeContext(escaped: string): string | undefined {
  return decodeSegments(escaped)?.join('/');
}
