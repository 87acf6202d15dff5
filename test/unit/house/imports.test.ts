import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ESLint } from 'eslint';

// Under CI=true typescript-eslint reads each file from the disk and not the text that it is given.
const eslint = new ESLint({
  overrideConfig: { languageOptions: { parserOptions: { disallowAutomaticSingleRunInference: true } } },
});

/** Whether the linter of this project refuses a module in a file. The file need not exist. */
async function isRefused(file: string, module: string): Promise<boolean> {
  const config = (await eslint.calculateConfigForFile(file)) as {
    rules: Record<string, [number, ...unknown[]]>;
  };
  const rule = config.rules['@typescript-eslint/no-restricted-imports'];
  assert.ok(rule, `${file} is under no import rule`);
  assert.equal(rule[0], 2, 'the rule is an error');
  const [{ patterns }] = rule.slice(1) as [{ patterns: { regex: string; allowTypeImports?: boolean }[] }];
  return patterns.some(
    ({ regex, allowTypeImports }) => allowTypeImports !== true && new RegExp(regex).test(module),
  );
}

const table: { file: string; allowed: string[]; forbidden: string[] }[] = [
  {
    file: 'server/src/protocol/messages.ts',
    allowed: ['./objectRef', 'vscode-languageserver-protocol'],
    forbidden: ['vscode', 'node:fs', '../merge/json', 'yaml', 'vscode-languageserver-protocol-x'],
  },
  {
    file: 'server/src/merge/merge.ts',
    allowed: ['./json'],
    forbidden: [
      'yaml',
      '../manifest/read',
      'node:crypto',
      '../protocol/objectRef',
      'vscode-languageserver-types',
    ],
  },
  {
    file: 'server/src/manifest/read.ts',
    allowed: ['yaml', '../merge/json', 'vscode-languageserver-types', 'vscode-languageserver-textdocument'],
    forbidden: ['../session/view', '../cluster/watch', 'node:fs', '@kubernetes/client-node', 'js-yaml'],
  },
  {
    file: 'server/src/reconcile/reconcileState.ts',
    allowed: ['./conditions', '../merge/fieldAt'],
    forbidden: [
      '../manifest/read',
      '../session/view',
      '../protocol/messages',
      '../features/values',
      'node:fs',
    ],
  },
  {
    file: 'server/src/session/save.ts',
    allowed: ['../merge/json', '../manifest/read', '../protocol/messages', '../reconcile/reconcileState'],
    forbidden: ['../cluster/watch', '../features/answers', 'undici', 'vscode', 'node:https', 'yaml'],
  },
  {
    file: 'server/src/features/diagnostics.ts',
    allowed: ['../session/view', '../manifest/ranges', '../merge/changes', '../protocol/messages'],
    forbidden: ['../cluster/watch', 'yaml', 'vscode-languageserver', 'node:fs'],
  },
  {
    file: 'server/src/cluster/watch.ts',
    allowed: ['../protocol/objectRef', '../session/ports', 'node:crypto', 'undici'],
    forbidden: [
      '../session/view',
      '../merge/json',
      '../manifest/read',
      '@kubernetes/client-node',
      'yaml',
      'vscode',
    ],
  },
  {
    file: 'server/src/cluster/kubeconfig.ts',
    allowed: ['@kubernetes/client-node'],
    forbidden: ['vscode', 'yaml'],
  },
  {
    file: 'server/src/storage/drafts.ts',
    allowed: ['../session/ports', './sealing', 'node:fs/promises', 'node:crypto'],
    forbidden: ['../session/drafts', '../protocol/messages', '../cluster/json', 'undici', 'vscode'],
  },
  {
    file: 'server/src/server.ts',
    allowed: ['./session/view', './features/answers', 'vscode-languageserver'],
    forbidden: [
      './cluster/clusters',
      './storage/drafts',
      'vscode',
      '@kubernetes/client-node',
      'yaml',
      'undici',
    ],
  },
  {
    file: 'client/src/status.ts',
    allowed: ['vscode', './saveReasons', '../../server/src/protocol/messages', 'vscode-languageclient/node'],
    forbidden: [
      '../../server/src/session/view',
      '../../server/src/merge/json',
      '@kubernetes/client-node',
      'yaml',
    ],
  },
  {
    file: 'client/src/commands/reload.ts',
    allowed: ['vscode', '../status', './failure', '../../../server/src/protocol/messages'],
    forbidden: ['../../../server/src/session/view', '../../../server/src/main', '@kubernetes/client-node'],
  },
];

for (const { file, allowed, forbidden } of table) {
  test(`${file} may import what the table says and nothing else`, async () => {
    for (const module of allowed) assert.equal(await isRefused(file, module), false, `${module} is refused`);
    for (const module of forbidden)
      assert.equal(await isRefused(file, module), true, `${module} is let through`);
  });
}

test('the linter refuses an import of vscode in the server', async () => {
  const text = "import * as vscode from 'vscode';\n\nexport const language = vscode.env.language;\n";
  assert.deepEqual(await refusedLines(text, 'server/src/session/save.ts'), [1]);
});

test('features take types from the session and nothing that decides', async () => {
  const text = [
    "import type { DocumentView } from '../session/view';",
    "import { viewDocument } from '../session/view';",
    'export const view: (document: never) => DocumentView = viewDocument;',
  ].join('\n');
  assert.deepEqual(await refusedLines(text, 'server/src/features/diagnostics.ts'), [2]);
});

test('features take types from reconcile and none of its rules', async () => {
  const text = [
    "import type { GenerationState } from '../reconcile/generation';",
    "import { generationState } from '../reconcile/generation';",
    'export const state: (object: never) => GenerationState = generationState;',
  ].join('\n');
  assert.deepEqual(await refusedLines(text, 'server/src/features/summary.ts'), [2]);
});

/** The 1-based lines with an import that the linter of this project refuses in an existing file. */
async function refusedLines(text: string, filePath: string): Promise<number[]> {
  const [result] = await eslint.lintText(text, { filePath });
  return (result?.messages ?? [])
    .filter(({ ruleId }) => ruleId === '@typescript-eslint/no-restricted-imports')
    .map(({ line }) => line);
}
