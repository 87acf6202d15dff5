import type { Random } from '../merge/random';
import { markValue, placesFor, type TargetObject } from './objects';
import type { Mark, WriterName } from './places';
import type { MarkEdit } from './typing';

/** One to three changes of a writer's own marks: new ones, changed ones and removals. */
export function chooseEdits(
  random: Random,
  {
    target,
    writer,
    marks,
    sequence,
  }: { target: TargetObject; writer: WriterName; marks: readonly Mark[]; sequence: () => number },
): MarkEdit[] {
  const edits: MarkEdit[] = [];
  const places = placesFor(target, writer);
  for (let left = 1 + random.below(3); left > 0; left--) {
    const place = random.pick(places)!;
    const key = `${writer.name}-${place.shape === 'whole' ? 0 : random.below(slots)}`;
    if (edits.some((edit) => edit.place === place && edit.key === key)) continue;
    const isThere = marks.some((mark) => mark.place === place.name && mark.key === key);
    const value =
      isThere && random.below(5) < 2 ? undefined : markValue(target, place, { key, sequence: sequence() });
    edits.push({ place, key, value });
  }
  return edits;
}

/** A change in a few words. */
export function describeEdits(edits: readonly MarkEdit[]): string {
  return edits.map(({ place, key, value }) => `${place.name} ${key}=${value ?? 'removed'}`).join(', ');
}

/** How many marks of one writer stand in a place at most, so that objects stay small. */
export const slots = 4;
