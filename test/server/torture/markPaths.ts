import type { FieldPath } from '../../../server/src/merge/fieldPath';
import { slots } from './choose';
import { placesFor, type TargetObject, tallyKey } from './objects';
import { type Place, portOf, type WriterName } from './places';

/** Where a writer's marks stand in an object, or may stand: fields that nobody else has a say in. */
export function ownPaths(target: TargetObject, writer: WriterName): FieldPath[] {
  const keys = Array.from({ length: slots }, (_, slot) => `${writer.name}-${slot}`);
  const marks = placesFor(target, writer)
    .filter(({ shape }) => shape !== 'set')
    .flatMap((place) => keys.map((key) => pathOfMark(place, key, writer)));
  return [...marks, ['metadata', 'annotations', tallyKey(writer)]];
}

/** Lists and maps as a whole, in which everybody has a say; the outer ones first. */
export function wholePaths({ places }: TargetObject): FieldPath[] {
  return places.map(({ path }) => path).sort((one, other) => one.length - other.length);
}

function pathOfMark({ path, shape, keyField }: Place, key: string, writer: WriterName): FieldPath {
  switch (shape) {
    case 'list':
      return [...path, { [keyField]: key }];
    case 'ports':
      return [...path, { containerPort: portOf(key, writer.number), protocol: 'TCP' }];
    case 'map':
    case 'deepMap':
      return [...path, key];
    case 'set':
    case 'whole':
      return path;
  }
}
