import test from 'node:test';
import fc from 'fast-check';
import { furtherProperties } from './furtherProperties';
import { mergeProperties } from './mergeProperties';
import { totalProperties } from './totality';

for (const { title, property } of [...mergeProperties, ...furtherProperties, ...totalProperties]) {
  test(title, () => fc.assert(property, { numRuns: 200 }));
}
