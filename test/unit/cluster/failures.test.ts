import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { networkFailure } from '../../../server/src/cluster/failures';

const to = { context: 'prod', server: 'https://a.test:6443' };

/** An error as Node's network layer throws it. */
function errorOf(code: string, syscall?: string): Error {
  return Object.assign(new Error('words that nothing may depend on'), { code, ...(syscall && { syscall }) });
}

suite('An error of the network', () => {
  const cases: [error: Error, sentBefore: 'no' | 'perhaps', sent: 'no' | 'perhaps', detail: RegExp][] = [
    [errorOf('ECONNREFUSED', 'connect'), 'perhaps', 'no', /^the connection was refused$/],
    [errorOf('ENOTFOUND', 'getaddrinfo'), 'perhaps', 'no', /^the host name was not found$/],
    [errorOf('UND_ERR_CONNECT_TIMEOUT'), 'perhaps', 'no', /^there was no answer to the attempt to connect$/],
    [errorOf('EHOSTUNREACH', 'connect'), 'perhaps', 'no', /^there is no route to the host$/],
    // The same on a connection that stood: the request may have been on its way.
    [errorOf('EHOSTUNREACH', 'read'), 'perhaps', 'perhaps', /^there is no route to the host$/],
    [errorOf('ECONNRESET', 'read'), 'perhaps', 'perhaps', /^the connection was reset$/],
    [errorOf('ECONNRESET', 'read'), 'no', 'no', /^the connection was reset$/],
    [errorOf('UND_ERR_SOCKET'), 'perhaps', 'perhaps', /^the connection was closed before the answer/],
    [errorOf('ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC'), 'perhaps', 'perhaps', /^no TLS connection/],
    [errorOf('E_SOMETHING'), 'perhaps', 'perhaps', /^the connection failed \(E_SOMETHING\)$/],
    [new Error('no code'), 'perhaps', 'perhaps', /^the connection failed$/],
    [
      new Error('outer', { cause: errorOf('ECONNREFUSED', 'connect') }),
      'perhaps',
      'no',
      /^the connection was refused$/,
    ],
    [
      new AggregateError([errorOf('ECONNREFUSED', 'connect'), errorOf('ENETUNREACH', 'connect')]),
      'perhaps',
      'no',
      /^the connection was refused$/,
    ],
  ];
  for (const [error, sentBefore, sent, detail] of cases) {
    const { code = 'none', syscall = '' } = error as NodeJS.ErrnoException;
    test(`${error.name} ${code} ${syscall}, body ${sentBefore}`, () => {
      const failure = networkFailure(error, to, sentBefore);
      assert.ok(failure.kind === 'unreachable', failure.kind);
      assert.equal(failure.sent, sent);
      assert.match(failure.detail, detail);
    });
  }

  const certificates: [code: string, detail: RegExp][] = [
    ['DEPTH_ZERO_SELF_SIGNED_CERT', /self-signed/],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', /not signed by/],
    ['CERT_HAS_EXPIRED', /expired/],
    ['ERR_TLS_CERT_ALTNAME_INVALID', /another host name/],
  ];
  for (const [code, detail] of certificates)
    test(`${code} is about the certificate`, () => {
      const failure = networkFailure(errorOf(code), to, 'no');
      assert.ok(failure.kind === 'certificate', failure.kind);
      assert.match(failure.detail, detail);
    });

  test("a TLS alert about the client's certificate is about the login", () => {
    for (const code of ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', 'ERR_SSL_TLSV1_ALERT_UNKNOWN_CA'])
      assert.equal(networkFailure(errorOf(code), to, 'perhaps').kind, 'credentials');
  });

  test('a proxy that opens no tunnel is named, and nothing was sent', () => {
    const failure = networkFailure(errorOf('UND_ERR_ABORTED'), { ...to, proxy: 'p.test:3128' }, 'no');
    assert.ok(failure.kind === 'unreachable');
    assert.match(failure.detail, /^the proxy p\.test:3128 /);
    assert.equal(failure.sent, 'no');
  });
});
