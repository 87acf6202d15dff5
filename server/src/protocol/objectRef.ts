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

/** One object of one cluster. `namespace` is absent for cluster-scoped resources. */
export interface ObjectRef extends GroupVersionResource {
  context: string;
  namespace?: string;
  name: string;
}

/** Whether objects of this resource are Secrets, whose values are shown nowhere but in their own text. */
export function isSecret({ group, resource }: GroupVersionResource): boolean {
  return group === '' && resource === 'secrets';
}

/** `deployments.v1.apps`, or `pods.v1` for the core group. */
export function formatResource({ group, version, resource }: GroupVersionResource): string {
  return group === '' ? `${resource}.${version}` : `${resource}.${version}.${group}`;
}

/**
 * The document URI of an object: `k8slive:/<context>/<namespace or _>/<resource.version[.group]>/<name>.yaml`,
 * each segment percent-encoded. Slashes of a context name (cloud providers' ARNs have them) stay slashes, so that
 * the title shows the name as it is; `parseUri` reads from the right.
 */
export function toUri(ref: ObjectRef, scheme: string = liveScheme): string {
  const segments = [
    ...escapeContext(ref.context).split('/'),
    ref.namespace ?? '_',
    formatResource(ref),
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
  const [, resource = '', version = '', group = ''] =
    /^([^.]+)\.([^.]+)(?:\.(.+))?$/.exec(resourceSegment) ?? [];
  const name = file.endsWith('.yaml') ? file.slice(0, -'.yaml'.length) : '';
  if (context === undefined || context === '' || namespace === '' || resource === '' || name === '')
    return undefined;
  return { context, ...(namespace === '_' ? {} : { namespace }), group, version, resource, name };
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
