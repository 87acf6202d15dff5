import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { findProxy } from '../../../server/src/cluster/proxy';

const proxied = { HTTPS_PROXY: 'http://proxy.test:3128', HTTP_PROXY: 'http://plain.test:3128' };

function proxyOf(server: string, environment: NodeJS.ProcessEnv, proxyUrl?: string): string | undefined {
  return findProxy(new URL(server), proxyUrl, environment)?.href;
}

suite("The proxy for a server, by kubectl's rules", () => {
  test('R137 proxy-url goes before the environment, also for the machine itself', () => {
    assert.equal(
      proxyOf('https://127.0.0.1:6443', { ...proxied, NO_PROXY: '*' }, 'http://own.test:1'),
      'http://own.test:1/',
    );
    assert.equal(proxyOf('https://a.test', {}, 'socks5h://own.test:1080'), 'socks5://own.test:1080');
  });

  test('the variable goes by the scheme of the server; upper case first; a bare host is http', () => {
    assert.equal(proxyOf('https://a.test', proxied), 'http://proxy.test:3128/');
    assert.equal(proxyOf('http://a.test', proxied), 'http://plain.test:3128/');
    assert.equal(proxyOf('https://a.test', { https_proxy: 'proxy.test:8080' }), 'http://proxy.test:8080/');
    assert.equal(
      proxyOf('https://a.test', { HTTPS_PROXY: 'http://upper.test', https_proxy: 'http://lower.test' }),
      'http://upper.test/',
    );
    assert.equal(proxyOf('https://a.test', { HTTP_PROXY: 'http://plain.test' }), undefined);
    assert.equal(proxyOf('https://a.test', { ALL_PROXY: 'http://all.test' }), undefined);
  });

  test('the environment never sends the machine to itself by a proxy', () => {
    for (const host of ['localhost', 'LOCALHOST', '127.0.0.1', '127.8.9.1', '[::1]'])
      assert.equal(proxyOf(`https://${host}:6443`, proxied), undefined, host);
  });

  const noProxy: [entries: string, server: string, direct: boolean][] = [
    ['*', 'https://a.test', true],
    ['b.test,*', 'https://a.test', true],
    ['', 'https://a.test', false],
    ['b.test', 'https://a.test', false],
    ['a.test', 'https://a.test', true],
    ['A.TEST', 'https://a.test', true],
    [' b.test , a.test ', 'https://a.test', true],
    ['a.test', 'https://x.a.test', true],
    ['a.test', 'https://xa.test', false],
    ['.a.test', 'https://x.a.test', true],
    ['.a.test', 'https://a.test', false],
    ['*.a.test', 'https://x.a.test', true],
    ['*.a.test', 'https://a.test', false],
    ['a.test:6443', 'https://a.test:6443', true],
    ['a.test:6443', 'https://a.test', false],
    ['a.test:443', 'https://a.test', true],
    ['10.0.0.1', 'https://10.0.0.1', true],
    ['10.0.0.1:6443', 'https://10.0.0.1', false],
    ['10.0.0.0/8', 'https://10.20.30.40:6443', true],
    ['10.0.0.0/8', 'https://11.0.0.1', false],
    ['10.0.0.0/8', 'https://ten.test', false],
    ['10.0.0.0/99', 'https://10.0.0.1', false],
    ['fd00::/8', 'https://[fd12::1]:6443', true],
    ['fd12::1', 'https://[fd12::1]:6443', true],
    ['[fd12::1]:6443', 'https://[fd12::1]:6443', true],
    ['[fd12::1]:6444', 'https://[fd12::1]:6443', false],
  ];
  for (const [entries, server, direct] of noProxy) {
    test(`R137 NO_PROXY ${entries} and ${server}: ${direct ? 'direct' : 'by the proxy'}`, () => {
      assert.equal(proxyOf(server, { ...proxied, NO_PROXY: entries }) === undefined, direct);
      assert.equal(proxyOf(server, { ...proxied, no_proxy: entries }) === undefined, direct);
    });
  }

  test('a proxy that cannot be used is named by where it stands, not by its value', () => {
    const secret = 'ftp://user:hunter2@proxy.test';
    assert.throws(
      () => findProxy(new URL('https://a.test'), secret, {}),
      /^Error: proxy-url has the scheme ftp/,
    );
    assert.throws(
      () => findProxy(new URL('https://a.test'), 'http://', {}),
      /^Error: proxy-url is not a URL/,
    );
    assert.throws(
      () => findProxy(new URL('https://a.test'), undefined, { HTTPS_PROXY: secret }),
      (error: Error) => error.message.includes('HTTPS_PROXY') && !error.message.includes('hunter2'),
    );
  });
});
