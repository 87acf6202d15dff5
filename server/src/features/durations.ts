import { clockTime } from './values';

/** `12 s`, `8 m`, `3 h`, `5 d`: a duration in whole units of one kind, from two of it on but for seconds. */
export function describeDuration(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1_000));
  const [size, unit] = unitOf(milliseconds);
  return `${Math.floor(seconds / size)} ${unit}`;
}

/** How long a duration's unit is, in milliseconds: in such steps its words change. */
export function stepOf(milliseconds: number): number {
  return unitOf(milliseconds)[0] * 1_000;
}

function unitOf(milliseconds: number): readonly [seconds: number, unit: string] {
  return units.find(([size]) => milliseconds >= 2_000 * size) ?? [1, 's'];
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

/**
 * `just now`, `10 s ago`, `3 m ago`: as `describeAgo` in steps so long that a text which says it need not be written
 * anew every second.
 */
export function describeAgoInSteps(at: number, now: number): string {
  const milliseconds = now - at;
  if (milliseconds >= 120_000 || milliseconds <= -unlikeClocks) return describeAgo(at, now);
  return steps.find(([from]) => milliseconds >= from)?.[1] ?? 'just now';
}

/** Each from how many milliseconds on. */
const steps: readonly (readonly [from: number, words: string])[] = [
  [60_000, '1 m ago'],
  [30_000, '30 s ago'],
  [20_000, '20 s ago'],
  [10_000, '10 s ago'],
];

/** How far apart two clocks may be without a word, in milliseconds. */
export const unlikeClocks = 60_000;
