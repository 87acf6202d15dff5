import { isBlankOrEnd } from './plainText';
import type { Fail, TokenContent } from './tokens';

/** A token and where it ends. */
export type EndedContent = TokenContent & { end: number };

/** Reads `&name` or `*name` at an offset. */
export function readAnchor(source: string, start: number, fail: Fail): EndedContent {
  const name = matchAt(/[0-9A-Za-z_-]*/y, source, start + 1);
  const end = start + 1 + name.length;
  if (name === '' || !(isBlankOrEnd(source.charCodeAt(end)) || '?:,]}%@`'.includes(source.charAt(end))))
    fail('The name of an anchor has only letters, digits, - and _.', start, end + 1);
  return { kind: source[start] === '*' ? 'alias' : 'anchor', name, end };
}

/** Reads a tag at an offset: `!`, `!suffix`, `!!suffix`, `!handle!suffix` or `!<uri>`. */
export function readTag(source: string, start: number, fail: Fail): EndedContent {
  const isVerbatim = source.startsWith('!<', start);
  let handle = isVerbatim ? '!<' : matchAt(/!(?:[0-9A-Za-z_-]*!)?/y, source, start);
  const uri = matchAt(
    /(?:[0-9A-Za-z_;/?:@&=+$,.!~*'()[\]-]|%[0-9a-fA-F]{2})*/y,
    source,
    start + handle.length,
  );
  let end = start + handle.length + uri.length;
  if (isVerbatim) {
    handle = '';
    if (uri === '' || source[end] !== '>') fail('A tag that begins with !< must end with >.', start);
    end += 1;
  }
  if (uri === '' && handle.length > 1) fail('A tag needs a name behind its handle.', start, end);
  if (!isBlankOrEnd(source.charCodeAt(end))) fail('White space must stand behind a tag.', end);
  if (uri === '') return { kind: 'tag', handle: '', suffix: '!', end };
  return { kind: 'tag', handle, suffix: decodeUri(uri, start, end, fail), end };
}

/** Reads a line that begins with `%`: `%YAML 1.1` or `%TAG handle prefix`. */
export function readDirective(source: string, start: number, fail: Fail): EndedContent {
  const directive = matchAt(/[^\n#]*/y, source, start);
  const end = start + directive.length;
  const [, handle = '', prefix = ''] =
    /^%TAG[ \t]+(![0-9A-Za-z_-]*!|!)[ \t]+([0-9A-Za-z_;/?:@&=+$,.!~*'()[\]-]+)[ \t]*$/.exec(directive) ?? [];
  if (handle !== '') return { kind: 'tagDirective', handle, prefix, end };
  if (!/^%YAML[ \t]+0?1\.0?1[ \t]*$/.test(directive)) {
    if (/^%YAML(?![0-9A-Za-z_-])/.test(directive)) fail('kubectl reads YAML 1.1 only.', start, end);
    else fail('This is no directive: %YAML 1.1 or %TAG is.', start, end);
  }
  return { kind: 'versionDirective', end };
}

function decodeUri(uri: string, start: number, end: number, fail: Fail): string {
  try {
    return decodeURIComponent(uri);
  } catch {
    fail('This tag is no UTF-8.', start, end);
    return '';
  }
}

function matchAt(pattern: RegExp, source: string, offset: number): string {
  pattern.lastIndex = offset;
  return pattern.exec(source)?.[0] ?? '';
}
