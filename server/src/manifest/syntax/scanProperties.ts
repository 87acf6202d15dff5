import { isBlankOrEnd, lineFeed, type Cursor } from './cursor';
import type { Token } from './tokens';

/** Scans `&name` or `*name`. */
export function scanAnchor(cursor: Cursor, kind: 'anchor' | 'alias'): Token {
  const start = cursor.position;
  cursor.position += 1;
  const name = scanWhile(cursor, /[0-9A-Za-z_-]*/y);
  const next = cursor.text.charAt(cursor.position);
  if (name === '' || !(isBlankOrEnd(cursor.code()) || '?:,]}%@`'.includes(next)))
    cursor.fail('The name of an anchor has only letters, digits, - and _.', start, cursor.position + 1);
  return { kind, start, end: cursor.position, name };
}

/** Scans `!`, `!suffix`, `!!suffix`, `!handle!suffix` or `!<uri>`. */
export function scanTag(cursor: Cursor): Token {
  const start = cursor.position;
  let handle = '';
  let suffix: string;
  if (cursor.text.startsWith('!<', start)) {
    cursor.position += 2;
    suffix = scanUri(cursor);
    if (suffix === '' || cursor.text[cursor.position] !== '>')
      cursor.fail('A tag that begins with !< must end with >.', start);
    else cursor.position += 1;
  } else {
    handle = scanWhile(cursor, /![0-9A-Za-z_-]*!?/y);
    if (handle.length > 1 && handle.endsWith('!')) {
      suffix = scanUri(cursor);
      if (suffix === '') cursor.fail('A tag needs a name behind its handle.', start, cursor.position);
    } else {
      suffix = handle.slice(1) + scanUri(cursor);
      handle = '!';
      if (suffix === '') [handle, suffix] = ['', '!'];
    }
  }
  if (!isBlankOrEnd(cursor.code())) cursor.fail('White space must stand behind a tag.');
  return { kind: 'tag', start, end: cursor.position, handle, suffix };
}

/** Scans `%YAML 1.1` or `%TAG handle prefix` to the end of the line. */
export function scanDirective(cursor: Cursor): Token {
  const start = cursor.position;
  const name = scanWhile(cursor, /%[0-9A-Za-z_-]*/y).slice(1);
  const rest = scanWhile(cursor, /[^\n#]*/y);
  const end = cursor.position;
  const [, handle = '', prefix = ''] = /^[ \t]+(![0-9A-Za-z_-]*!|!)[ \t]+(\S+)[ \t]*$/.exec(rest) ?? [];
  const isVersion = name === 'YAML' && /^[ \t]+0?1\.0?1[ \t]*$/.test(rest);
  const isTag = name === 'TAG' && /^[0-9A-Za-z_;/?:@&=+$,.!~*'()[\]-]+$/.test(prefix);
  if (name === 'YAML' && !isVersion) cursor.fail('kubectl reads YAML 1.1 only.', start, end);
  else if (!isVersion && !isTag) cursor.fail('This is no directive: %YAML 1.1 or %TAG is.', start, end);
  cursor.stepToLineEnd();
  if (cursor.code() === lineFeed) cursor.stepOverLineEnd();
  if (isVersion) return { kind: 'versionDirective', start, end };
  return { kind: 'tagDirective', start, end, handle, prefix };
}

function scanUri(cursor: Cursor): string {
  const start = cursor.position;
  const escaped = scanWhile(cursor, /(?:[0-9A-Za-z_;/?:@&=+$,.!~*'()[\]-]|%[0-9a-fA-F]{2})*/y);
  if (cursor.text[cursor.position] === '%') cursor.fail('A % in a tag needs two hexadecimal digits.');
  try {
    return decodeURIComponent(escaped);
  } catch {
    cursor.fail('This tag is no UTF-8.', start, start + escaped.length);
    return '';
  }
}

function scanWhile(cursor: Cursor, pattern: RegExp): string {
  pattern.lastIndex = cursor.position;
  const [match = ''] = pattern.exec(cursor.text) ?? [];
  cursor.position += match.length;
  return match;
}
