const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const form = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** The text as UTF-8 in base64, with padding. */
export function encodeText(text: string): string {
  const bytes = unescapedBytes(encodeURIComponent(text.toWellFormed()));
  let encoded = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const [first = 0, second, third] = bytes.slice(at, at + 3);
    const group = (first << 16) | ((second ?? 0) << 8) | (third ?? 0);
    encoded += digits.charAt(group >> 18) + digits.charAt((group >> 12) & 63);
    encoded += second === undefined ? '=' : digits.charAt((group >> 6) & 63);
    encoded += third === undefined ? '=' : digits.charAt(group & 63);
  }
  return encoded;
}

/** The text whose UTF-8 stands in base64, line ends ignored; undefined for what is no base64 or no text. */
export function decodeText(encoded: string): string | undefined {
  const plain = encoded.replace(/[\r\n]/g, '');
  if (!form.test(plain)) return undefined;
  let escaped = '';
  for (let at = 0; at < plain.length; at += 4) {
    const group = [0, 1, 2, 3].reduce((bits, index) => {
      const digit = digits.indexOf(plain.charAt(at + index));
      return (bits << 6) | Math.max(digit, 0);
    }, 0);
    const count = plain.charAt(at + 2) === '=' ? 1 : plain.charAt(at + 3) === '=' ? 2 : 3;
    for (const shift of [16, 8, 0].slice(0, count))
      escaped += `%${((group >> shift) & 255).toString(16).padStart(2, '0')}`;
  }
  try {
    return decodeURIComponent(escaped);
  } catch {
    return undefined;
  }
}

function unescapedBytes(escaped: string): number[] {
  const bytes: number[] = [];
  for (let at = 0; at < escaped.length; at += 1) {
    if (escaped.charAt(at) !== '%') bytes.push(escaped.charCodeAt(at));
    else {
      bytes.push(parseInt(escaped.slice(at + 1, at + 3), 16));
      at += 2;
    }
  }
  return bytes;
}
