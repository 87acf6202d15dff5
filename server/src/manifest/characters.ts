import type { Finding } from './toValue';

/**
 * The characters of a source with LF line ends that kubectl's reader refuses (control characters, lone surrogates), those
 * that it takes for line ends while editors and newer YAML readers do not (NEL, U+2028, U+2029, a lone CR), and
 * byte order marks anywhere but at the start.
 */
export function findForbiddenCharacters(source: string): Finding[] {
  const findings: Finding[] = [];
  for (const match of source.matchAll(forbidden)) {
    const code = match[0].codePointAt(0) ?? 0;
    if (code === 0xfeff && match.index === 0) continue;
    const name = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
    const escape = `write it in double quotes as ${escapeCharacter(code)}`;
    findings.push({
      kind: 'character',
      severity: 'error',
      message: `The character ${name} cannot stand in YAML as it is; ${escape}.`,
      span: [match.index, match.index + match[0].length],
    });
    if (findings.length === most) break;
  }
  return findings;
}

/** Enough to see that the file is no text. */
const most = 100;

const forbidden =
  /[^\t\n -~\u{A0}-\u{2027}\u{202A}-\u{D7FF}\u{E000}-\u{FEFE}\u{FF00}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

function escapeCharacter(code: number): string {
  if (code === 0x0d) return '\\r';
  return code <= 0xff
    ? `\\x${code.toString(16).toUpperCase().padStart(2, '0')}`
    : `\\u${code.toString(16).toUpperCase().padStart(4, '0')}`;
}
