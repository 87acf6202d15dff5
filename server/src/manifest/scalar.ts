/**
 * What a scalar means. A timestamp is text, but only it satisfies an explicit `!!timestamp`. `bytes` is a `!!binary`
 * that is no UTF-8, which no JSON can hold; kubectl would put replacement characters in its place.
 */
export type Scalar =
  | { kind: 'null' }
  | { kind: 'boolean'; value: boolean }
  | { kind: 'integer'; value: bigint }
  | { kind: 'float'; value: number }
  | { kind: 'timestamp'; value: string }
  | { kind: 'text'; value: string }
  | { kind: 'bytes' };

const words = new Map<string, Scalar>([
  ...spell(['y', 'Y', 'yes', 'Yes', 'YES', 'true', 'True', 'TRUE', 'on', 'On', 'ON'], {
    kind: 'boolean',
    value: true,
  }),
  ...spell(['n', 'N', 'no', 'No', 'NO', 'false', 'False', 'FALSE', 'off', 'Off', 'OFF'], {
    kind: 'boolean',
    value: false,
  }),
  ...spell(['', '~', 'null', 'Null', 'NULL'], { kind: 'null' }),
  ...spell(['.nan', '.NaN', '.NAN'], { kind: 'float', value: NaN }),
  ...spell(['.inf', '.Inf', '.INF', '+.inf', '+.Inf', '+.INF'], { kind: 'float', value: Infinity }),
  ...spell(['-.inf', '-.Inf', '-.INF'], { kind: 'float', value: -Infinity }),
]);

function spell(spellings: string[], scalar: Scalar): [string, Scalar][] {
  return spellings.map((spelling) => [spelling, scalar]);
}

/**
 * The meaning of a plain scalar as kubectl and the API server see it: YAML 1.1 words and octals, also 0o17, no
 * sexagesimal numbers, and a date is a text. (sigs.k8s.io/yaml, which reads with go-yaml v2.)
 */
export function resolvePlain(text: string): Scalar {
  return words.get(text) ?? resolveNumber(text) ?? resolveTimestamp(text) ?? { kind: 'text', value: text };
}

function resolveNumber(text: string): Scalar | undefined {
  if (/^\./.test(text)) return resolveFloat(text, /^\.[0-9]+(_[0-9]+)*([eE][-+]?[0-9]+(_[0-9]+)*)?$/);
  if (!/^[-+0-9]/.test(text)) return undefined;
  const digits = text.replaceAll('_', '');
  return (
    resolveInteger(digits) ??
    resolveSignedBinary(digits) ??
    resolveFloat(digits, /^[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$/)
  );
}

const minimum = -(2n ** 63n);
const signedMaximum = 2n ** 63n - 1n;
const unsignedMaximum = 2n ** 64n - 1n;

function resolveInteger(text: string): Scalar | undefined {
  const [, sign = '', prefix = '', digits = ''] =
    /^([-+]?)(0[xX](?=[0-9a-fA-F]+$)|0[bB](?=[01]+$)|0[oO]?(?=[0-7]+$)|(?=[1-9][0-9]*$|0$))([0-9a-fA-F]+)$/.exec(
      text,
    ) ?? [];
  // Longer digits are beyond 64 bits whatever the base; BigInt would take more than linear time for them.
  if (digits === '' || digits.replace(/^0+/, '').length > 64) return undefined;
  const size = BigInt((prefix === '0' ? '0o' : prefix.toLowerCase()) + digits);
  const value = sign === '-' ? -size : size;
  // A sign makes it a signed number: only without one do the 64 bits all count.
  if (value < minimum || value > (sign === '' ? unsignedMaximum : signedMaximum)) return undefined;
  return { kind: 'integer', value };
}

/** go-yaml also reads a sign behind the prefix: `0b-11` is −3. */
function resolveSignedBinary(text: string): Scalar | undefined {
  const [, sign = '', digits = ''] = /^0b([-+])([01]+)$/.exec(text) ?? [];
  return digits === '' ? undefined : resolveInteger(`${sign}0b${digits}`);
}

function resolveFloat(text: string, form: RegExp): Scalar | undefined {
  if (!form.test(text)) return undefined;
  const value = Number(text.replaceAll('_', ''));
  return Number.isFinite(value) ? { kind: 'float', value } : undefined;
}

/** A date or a time that exists. Hours, minutes and seconds are optional, with a zone only behind a `T`. */
function resolveTimestamp(text: string): Scalar | undefined {
  const match =
    /^(\d{4})-(\d{1,2})-(\d{1,2})(?:(?:[Tt]| +)(\d{1,2}):(\d{1,2}):(\d{1,2})(?:[.,]\d+)?)?(Z|[-+]\d\d:\d\d)?$/.exec(
      text,
    );
  if (match === null || /[Tt]/.test(text) !== (match[7] !== undefined)) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((digits: string | undefined) => Number(digits ?? 0));
  const days = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const exists =
    month >= 1 && month <= 12 && day >= 1 && day <= days && hour < 24 && minute < 60 && second < 60;
  return exists ? { kind: 'timestamp', value: text } : undefined;
}

const standard = 'tag:yaml.org,2002:';

/**
 * The meaning of a scalar with an explicit tag, or undefined where its content does not fit the tag. Unknown tags
 * make a text. `!!binary` is the decoded bytes as a text.
 */
export function resolveTagged(tag: string, text: string): Scalar | undefined {
  const name = tag.startsWith(standard) ? tag.slice(standard.length) : '';
  if (name === 'binary') return decodeBinary(text);
  const kind = taggedKinds.get(name);
  if (kind === undefined) return { kind: 'text', value: text };
  const scalar = resolvePlain(text);
  if (kind === 'float' && scalar.kind === 'integer')
    return scalar.value > signedMaximum ? undefined : { kind: 'float', value: Number(scalar.value) };
  return scalar.kind === kind ? scalar : undefined;
}

const taggedKinds = new Map<string, Scalar['kind']>([
  ['bool', 'boolean'],
  ['int', 'integer'],
  ['float', 'float'],
  ['null', 'null'],
  ['timestamp', 'timestamp'],
]);

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

function decodeBinary(text: string): Scalar | undefined {
  const base64 = text.replace(/[\r\n]/g, '');
  if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(base64)) return undefined;
  let escaped = '';
  let bits = 0;
  let held = 0;
  for (const digit of base64.replace(/=+$/, '')) {
    bits = ((bits << 6) | alphabet.indexOf(digit)) & 0xffff;
    held += 6;
    if (held < 8) continue;
    held -= 8;
    escaped += `%${((bits >> held) & 0xff).toString(16).padStart(2, '0')}`;
  }
  try {
    return { kind: 'text', value: decodeURIComponent(escaped) };
  } catch {
    return { kind: 'bytes' };
  }
}
