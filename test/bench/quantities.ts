import type { Quantity } from './figure';
import { summarize } from './statistics';

/** The median of milliseconds. */
export function milliseconds(measurements: readonly number[]): Quantity {
  return { value: summarize(measurements).median, unit: 'ms' };
}

/** Bytes in MB of 1,000,000 bytes. */
export function megabytes(bytes: number): Quantity {
  return { value: bytes / 1_000_000, unit: 'MB' };
}

/** Bytes as text, e.g. `5.1 KB`, of 1,000 bytes. */
export function inKilobytes(bytes: number): string {
  return `${(bytes / 1_000).toFixed(bytes < 100_000 ? 1 : 0)} KB`;
}
