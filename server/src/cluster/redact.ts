/**
 * Words of another program as one line for people: at most 300 characters, terminal colours gone, and everything that
 * looks like a credential, or is one of `secrets`, replaced by an ellipsis.
 */
export function redact(text: string, secrets: readonly string[]): string {
  let safe = text.replace(terminalCodes, '');
  for (const secret of secrets) if (secret.length > 3) safe = safe.replaceAll(secret, '…');
  for (const pattern of credentials) safe = safe.replace(pattern, '$1…');
  const line = safe.replace(/\s+/g, ' ').trim();
  return line.length > 300 ? `${line.slice(0, 299)}…` : line;
}

// eslint-disable-next-line no-control-regex -- these are control characters by definition
const terminalCodes = /\u001b\[[0-9;?]*[ -/]*[@-~]/g;

const credentials = [
  /** `Authorization: Bearer …`, `Basic …` */
  /\b((?:bearer|basic)\s+)[\w.~+/=-]{6,}/gi,
  /** `token=…`, `"client_secret": "…"`, `--password …` */
  /((?:token|secret|password|passwd|api[_-]?key|access[_-]?key|assertion)["']?\s*(?:[:=]|\s(?=\S{12,}))\s*["']?)[^\s"',;&]+/gi,
  /** JSON Web Tokens */
  /()\beyJ[\w-]+(?:\.[\w-]*)*/g,
  /** The password of a URL. */
  /(\/\/[^\s/:@]*:)[^\s/@]+(?=@)/g,
  /** Long runs of letters and digits in a mix that no word has. */
  /()(?<![\w-])(?=[\w+=-]*\d)(?=[\w+=-]*[A-Za-z])[\w+=-]{24,}/g,
];
