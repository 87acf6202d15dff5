import type { JsonValue } from './json';

const QUANTITY = /^([+-]?)(\d*)(?:\.(\d*))?(?:([KMGTPE]i)|([numkMGTPE])|[eE]([+-]?\d{1,3}))?$/;
const LONGEST_QUANTITY = 100;
const DECIMAL_EXPONENTS = new Map([
  ['n', -9],
  ['u', -6],
  ['m', -3],
  ['k', 3],
  ['M', 6],
  ['G', 9],
  ['T', 12],
  ['P', 15],
  ['E', 18],
]);
const BINARY_UNITS = 'KMGTPE';

/**
 * The quantity in billionths, the finest step that Kubernetes keeps; finer parts are rounded away from zero.
 * Undefined for what is not a quantity (apimachinery `resource.ParseQuantity`).
 */
export function parseQuantity(value: JsonValue): bigint | undefined {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'bigint') return undefined;
  const text = String(value);
  const match = text.length <= LONGEST_QUANTITY ? QUANTITY.exec(text) : null;
  if (!match) return undefined;
  const [, sign, whole = '', fraction = '', binary, decimal = '', exponent] = match;
  if (whole + fraction === '') return undefined;
  const power = Number(exponent ?? DECIMAL_EXPONENTS.get(decimal) ?? 0) + 9 - fraction.length;
  const doublings = binary === undefined ? 0 : 10 * (BINARY_UNITS.indexOf(binary.charAt(0)) + 1);
  const digits = BigInt(whole + fraction) << BigInt(doublings);
  const size = power >= 0 ? digits * 10n ** BigInt(power) : divideUp(digits, 10n ** BigInt(-power));
  return sign === '-' ? -size : size;
}

function divideUp(dividend: bigint, divisor: bigint): bigint {
  return (dividend + divisor - 1n) / divisor;
}
