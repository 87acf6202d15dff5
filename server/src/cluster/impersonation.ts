import type { Impersonation } from './kubeconfigTypes';

/** The headers by which the API server lets one user act as another; keys of `extra` are escaped as client-go does. */
export function impersonationHeaders(impersonation: Impersonation): Record<string, string | string[]> {
  const { user, groups, uid, extra } = impersonation;
  const extras = Object.entries(extra).map(([key, values]) => [
    `Impersonate-Extra-${escapeHeaderName(key)}`,
    [...values],
  ]);
  return {
    'Impersonate-User': user,
    ...(groups.length === 0 ? {} : { 'Impersonate-Group': [...groups] }),
    ...(uid === undefined ? {} : { 'Impersonate-Uid': uid }),
    ...(Object.fromEntries(extras) as Record<string, string[]>),
  };
}

/** Percent-escapes every byte that may not stand in a header's name, and the percent sign itself. */
function escapeHeaderName(name: string): string {
  return [...Buffer.from(name)]
    .map((byte) => String.fromCharCode(byte))
    .map((character) =>
      /[!#$&'*+.^_`|~0-9A-Za-z-]/.test(character)
        ? character
        : `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
    )
    .join('');
}
