import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import {
  defaultFolderSettings,
  defaultSettings,
  readFolderSettings,
  readSettings,
  type Settings,
  settingsSection,
} from '../../../server/src/protocol/settings';
import { version } from '../../../server/src/protocol/version';

interface Manifest {
  version: string;
  activationEvents: string[];
  contributes: {
    commands: { command: string }[];
    configuration: { properties: Record<string, { default: unknown }> };
  };
}

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;

test('the settings of the manifest are the settings of the server, with the same defaults', () => {
  const declared = Object.entries(manifest.contributes.configuration.properties).map(([name, property]) => [
    name.slice(settingsSection.length + 1),
    property.default,
  ]);
  assert.deepEqual(Object.fromEntries(declared), { ...defaultSettings, ...defaultFolderSettings });
});

test('settings of another type or out of bounds count as not set', () => {
  assert.deepEqual(readSettings(null), defaultSettings);
  assert.deepEqual(
    readSettings({
      kubeconfig: 1,
      hiddenFields: 'status',
      requestTimeoutSeconds: 0,
      pollIntervalSeconds: '5',
      retryLimit: 1.5,
      confirmBeforeSave: 'yes',
      mergeOnSave: 'never',
      notificationLevel: 1,
      historyLimit: 1,
      followLive: true,
      saveProgress: 'no',
      codeLens: 0,
      inlayHints: 'off',
      hovers: null,
      trackManifests: 0,
      fieldManager: '',
    }),
    defaultSettings,
  );
  const own: Settings = {
    kubeconfig: '/x',
    hiddenFields: [],
    requestTimeoutSeconds: 5,
    pollIntervalSeconds: 1,
    retryLimit: 0,
    confirmBeforeSave: true,
    mergeOnSave: 'ask',
    notificationLevel: 'none',
    historyLimit: 2,
    followLive: 'offer',
    saveProgress: false,
    codeLens: false,
    inlayHints: false,
    hovers: false,
    trackManifests: false,
    fieldManager: 'me',
  };
  assert.deepEqual(readSettings(own), own);
  for (const fieldManager of ['x'.repeat(129), 'a\nb', 'ä'])
    assert.deepEqual(readSettings({ fieldManager }), defaultSettings);
  const unset = { manifestContext: 1, manifestNamespace: null, applyOnSave: 'yes' };
  assert.deepEqual(readFolderSettings(unset), defaultFolderSettings);
  const folder = { manifestContext: 'c', manifestNamespace: 'n', applyOnSave: true };
  assert.deepEqual(readFolderSettings(folder), folder);
});

test('the version that the API server sees is the version of the manifest', () => {
  assert.equal(version, manifest.version);
});

test('only live objects, their merge views, YAML files and our own commands activate the extension', () => {
  // Which YAML files are manifests cannot be said here: the client looks, and starts the server for those alone. JSON
  // is not named: VS Code reads settings as a document of that language in windows that have nothing to do with us.
  assert.deepEqual(manifest.activationEvents, [
    'onFileSystem:k8slive',
    'onFileSystem:k8sliveMerge',
    'onLanguage:yaml',
  ]);
  for (const { command } of manifest.contributes.commands) assert.match(command, /^kubernetesLiveEdit\./);
});
