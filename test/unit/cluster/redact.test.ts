import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { redact } from '../../../server/src/cluster/redact';

suite('Words of other programs', () => {
  const kept = [
    'error: You must be logged in to the server, run: gcloud auth login',
    'Unable to locate credentials. You can configure credentials by running "aws configure".',
    'open /home/jane doe/.kube/cache/token-cache: permission denied',
    'Get "https://login.example.test/oauth2": dial tcp 10.0.0.1:443: connect: connection refused',
    'token is expired',
  ];
  for (const text of kept) test(`stay: ${text}`, () => assert.equal(redact(text, []), text));

  const secret = 's3cr3tV4lu3s3cr3tV4lu3s3cr3t';
  const jwt = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJqYW5lIn0.c2lnbmF0dXJl';
  const hidden: [text: string, secret: string][] = [
    [`Authorization: Bearer abcdef`, 'abcdef'],
    [`refused ${jwt} as expired`, 'eyJ'],
    [`refused ${jwt} as expired`, 'c2lnbmF0dXJl'],
    [`{"client_secret": "hunter2", "x": 1}`, 'hunter2'],
    ['--password=hunter2', 'hunter2'],
    [`token ${secret}`, secret],
    [`it was ${secret}!`, secret],
    ['https://jane:hunter2@example.test/', 'hunter2'],
    [`AWS_SESSION_TOKEN=${secret}`, secret],
  ];
  for (const [text, value] of hidden)
    test(`lose what looks like a credential: ${text}`, () => {
      assert.equal(redact(text, []).includes(value), false, redact(text, []));
    });

  test('lose the secrets that are known', () => {
    assert.equal(redact('wrong: hunter2', ['hunter2']), 'wrong: …');
  });

  test('become one line of 300 characters at most, without colours', () => {
    assert.equal(redact('\u001b[31mred\u001b[0m\n\n  and\tplain ', []), 'red and plain');
    assert.equal(redact('word '.repeat(200), []).length, 300);
  });
});
