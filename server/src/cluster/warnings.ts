/**
 * The texts of `Warning` headers as RFC 7234 §5.5 writes them: code, agent, quoted text, optional quoted date;
 * several may stand in one header, divided by commas.
 */
export function parseWarnings(header: string | string[] | undefined): string[] {
  const values = header === undefined ? [] : Array.isArray(header) ? header : [header];
  return values.flatMap((value) => {
    const warnings = value.matchAll(/\d{3} \S+ "((?:[^"\\]|\\.)*)"(?: "[^"]*")?\s*(?:,|$)/g);
    return [...warnings].map(([, text = '']) => decodeText(text.replace(/\\(.)/g, '$1')));
  });
}

/** Header bytes come as Latin-1; the API server writes UTF-8. */
function decodeText(text: string): string {
  const bytes = Buffer.from(text, 'latin1');
  const decoded = bytes.toString('utf8');
  return decoded.includes('\uFFFD') ? text : decoded;
}
