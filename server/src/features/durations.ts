import { clockTime } from './values';

/** `12 s`, `8 m`, `3 h`, `5 d`: a duration in whole units of one kind, from two of it on but for seconds. */
export function describeDuration(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1_000));
  const [size, unit] = units.find(([each]) => seconds >= 2 * each) ?? [1, 's'];
  return `${Math.floor(seconds / size)} ${unit}`;
}

const units: readonly (readonly [seconds: number, unit: string])[] = [
  [86_400, 'd'],
  [3_600, 'h'],
  [60, 'm'],
];

/**
 * `for 12 s`. The time may be by another clock: a little in the future counts as now, and much of it is shown as it
 * is and never counted.
 */
export function describeSince(since: number, now: number): string {
  return since - now < unlikeClocks
    ? `for ${describeDuration(now - since)}`
    : `since ${clockTime(since)} (in the future)`;
}

/** `3 m ago`; as `describeSince` with another clock's times. */
export function describeAgo(at: number, now: number): string {
  return at - now < unlikeClocks
    ? `${describeDuration(now - at)} ago`
    : `at ${clockTime(at)} (in the future)`;
}

/** How far apart two clocks may be without a word, in milliseconds. */
const unlikeClocks = 60_000;
