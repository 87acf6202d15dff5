import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutWords } from '../../../server/src/features/saveProblems';
import type { Status } from '../../../server/src/session/ports';

const kind = { kind: 'secrets', name: 'key' };
const causes = [{ reason: 'FieldValueInvalid', message: 'hunter2', field: 'data.p' }];

const cases: [boolean, Omit<Status, 'message'>][] = [
  [true, { code: 401, reason: 'Unauthorized' }],
  [true, { code: 403, reason: 'Forbidden', details: kind }],
  [true, { code: 404, reason: 'NotFound', details: kind }],
  [true, { code: 429, reason: 'TooManyRequests' }],
  [true, { code: 503, reason: 'ServiceUnavailable' }],
  // A webhook's own words, and those of an admission policy.
  [false, { code: 403, reason: 'Forbidden' }],
  [false, { code: 403, reason: 'Forbidden', details: { ...kind, causes } }],
  [false, { code: 400, reason: 'BadRequest' }],
  [false, { code: 409, reason: 'Conflict', details: { ...kind, causes } }],
  [false, { code: 413, reason: 'RequestEntityTooLarge' }],
  [false, { code: 422, reason: 'Invalid', details: { ...kind, causes } }],
  // What a server-side apply answers to a value of another type than its field.
  [false, { code: 500, reason: '' }],
];

for (const [areKept, status] of cases)
  test(`the words of ${status.code} ${JSON.stringify(status.details ?? {})} about a Secret ${areKept ? 'stay' : 'are left out'}`, () => {
    const failure = { kind: 'status', context: 'demo', status: { ...status, message: 'hunter2' } } as const;
    const said = withoutWords(failure);
    assert.equal(JSON.stringify(said).includes('hunter2'), areKept);
    assert.equal(said.kind === 'status' && said.status.code, status.code);
  });
