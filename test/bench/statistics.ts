/** The middle of some measurements and how far they spread. */
export interface Spread {
  median: number;
  p10: number;
  p90: number;
  p95: number;
  /** How many measurements there are. */
  samples: number;
}

/** Median and percentiles of these measurements, in their unit. Throws a RangeError where there is none. */
export function summarize(measurements: readonly number[]): Spread {
  const sorted = measurements.toSorted((one, other) => one - other);
  return {
    median: quantile(sorted, 0.5),
    p10: quantile(sorted, 0.1),
    p90: quantile(sorted, 0.9),
    p95: quantile(sorted, 0.95),
    samples: sorted.length,
  };
}

/** Between two neighbours the value is on the line between them. */
function quantile(sorted: readonly number[], part: number): number {
  const place = (sorted.length - 1) * part;
  const [low, high] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
  if (low === undefined || high === undefined) throw new RangeError('nothing was measured');
  return low + (high - low) * (place - Math.floor(place));
}
