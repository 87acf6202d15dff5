import type { Scalar } from './scalar';

/**
 * The JSON key that a scalar key becomes, as sigs.k8s.io/yaml writes it: `n` is "false", `0x10` is "16".
 * Undefined for those that it refuses: null, integers beyond 64 signed bits, bytes.
 */
export function keyText(scalar: Scalar): string | undefined {
  switch (scalar.kind) {
    case 'null':
    case 'bytes':
      return undefined;
    case 'integer':
      return scalar.value < 2n ** 63n ? String(scalar.value) : undefined;
    case 'float':
      return formatSingle(scalar.value);
    default:
      return String(scalar.value);
  }
}

/** Go's `FormatFloat(value, 'g', -1, 32)`: the shortest digits that name the same single-precision number. */
function formatSingle(value: number): string {
  const single = Math.fround(value);
  if (Number.isNaN(single)) return '.nan';
  if (!Number.isFinite(single)) return single > 0 ? '.inf' : '-.inf';
  if (single === 0) return Object.is(single, -0) ? '-0' : '0';
  let precision = 1;
  while (Math.fround(Number(single.toPrecision(precision))) !== single) precision += 1;
  const [mantissa = '', power = ''] = single.toExponential(precision - 1).split('e');
  const exponent = Number(power);
  if (exponent < -4 || exponent >= 6) {
    const digits = String(Math.abs(exponent)).padStart(2, '0');
    return `${mantissa}e${exponent < 0 ? '-' : '+'}${digits}`;
  }
  return String(Number(`${mantissa}e${power}`));
}
