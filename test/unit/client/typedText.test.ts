import assert from 'node:assert/strict';
import test from 'node:test';
import { findLink, readTypedName, readTypedNamespace } from '../../../client/src/commands/typedText';

const inShop = { namespaced: true, namespace: 'shop' };
const inAll = { namespaced: true };
const clusterScoped = { namespaced: false };

const names: [string, Parameters<typeof readTypedName>[1], string][] = [
  ['web', inShop, 'shop/web'],
  [' web ', inShop, 'shop/web'],
  ['other/web', inShop, 'other/web'],
  ['other/web', inAll, 'other/web'],
  ['web', inAll, 'No namespace is chosen: type namespace/name.'],
  ['a/b/c', inShop, 'Type the name, or namespace/name.'],
  ['system:demo:reader', clusterScoped, '-/system:demo:reader'],
  ['shop/web', clusterScoped, 'These objects have no namespace: type the name alone.'],
  ['', inShop, 'Type the name of the object.'],
  ['shop/', inAll, 'Type the name of the object.'],
  ['/web', inAll, 'Type the name of the object.'],
];

for (const [text, scope, expected] of names) {
  test(`R121 R139 the typed name ${JSON.stringify(text)} with ${JSON.stringify(scope)}`, () => {
    const typed = readTypedName(text, scope);
    const shown = typed.kind === 'ok' ? `${typed.value.namespace ?? '-'}/${typed.value.name}` : typed.message;
    assert.equal(shown, expected);
  });
}

test('a typed namespace is trimmed; nothing and a path are refused', () => {
  assert.deepEqual(readTypedNamespace(' shop '), { kind: 'ok', value: 'shop' });
  assert.equal(readTypedNamespace(' ').kind, 'problem');
  assert.equal(readTypedNamespace('shop/web').kind, 'problem');
});

test('only a link to a live object and nothing else is offered', () => {
  const link = 'k8slive:/prod/shop/deployments.v1.apps/web.yaml';
  assert.equal(findLink(['password', ` ${link}\n`]), link);
  assert.equal(findLink([`see ${link}`, `${link} ${link}`, link.slice(0, -5), '']), undefined);
  assert.equal(findLink([link.replace('k8slive:', 'k8sliveRo:')]), undefined);
  assert.equal(findLink(['k8slive:/prod/_/namespaces.v1/.yaml']), undefined, 'R121 an empty name');
});
