import js from '@eslint/js';
import tseslint from 'typescript-eslint';

/** What each folder may import besides its own files: the import table of ARCHITECTURE.md. */
const mayImport = {
  'server/src/protocol': ['vscode-languageserver-protocol'],
  'server/src/merge': [],
  'server/src/manifest': [
    'merge/',
    'yaml',
    'vscode-languageserver-types',
    'vscode-languageserver-textdocument',
  ],
  'server/src/session': ['merge/', 'manifest/', 'protocol/'],
  'server/src/features': ['session/', 'manifest/', 'merge/', 'protocol/', 'vscode-languageserver-types'],
  'server/src/cluster': ['protocol/', 'session/ports', 'node:', 'undici'],
  'client/src': ['server/src/protocol/', 'vscode', 'vscode-languageclient/node', 'node:path'],
};

/** The only files that may name a package that the rest of their folder may not. */
const exceptions = {
  'server/src/cluster/kubeconfig.ts': ['@kubernetes/client-node'],
};

const literal = (text) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/** A pattern that matches every module name except the folder's own files and the allowed ones. */
function forbiddenBut(allowed) {
  const names = allowed.map((name) => {
    if (name instanceof RegExp) return name.source;
    if (name === 'node:') return 'node:';
    return name.includes('/') &&
      !name.startsWith('@') &&
      !name.startsWith('vscode') &&
      !name.startsWith('node:')
      ? `(\\.\\./)+${literal(name)}`
      : `${literal(name)}$`;
  });
  return `^(?!${['\\./', ...names].join('|')})`;
}

function importRule(allowed, hint) {
  return {
    '@typescript-eslint/no-restricted-imports': [
      'error',
      {
        patterns: [
          {
            regex: forbiddenBut(allowed),
            message: `${hint} may not import this: see the import table in ARCHITECTURE.md.`,
          },
        ],
      },
    ],
  };
}

export default tseslint.config(
  { ignores: ['**/out/**', '**/node_modules/**', '**/fixtures/**', '**/screenshots/**'] },
  js.configs.recommended,
  ...tseslint.configs.strictTypeChecked.map((config) => ({ ...config, files: ['**/*.ts'] })),
  {
    files: ['**/*.ts'],
    languageOptions: {
      parserOptions: {
        project: [
          'server/tsconfig.pure.json',
          'server/tsconfig.json',
          'client/tsconfig.json',
          'test/tsconfig.json',
        ],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-confusing-void-expression': 'off',
      'no-restricted-syntax': [
        'error',
        { selector: 'ExportDefaultDeclaration', message: 'Named exports only.' },
        { selector: 'TSEnumDeclaration', message: 'Use a union of literals.' },
      ],
    },
  },
  ...Object.entries(mayImport).map(([folder, allowed]) => ({
    files: [`${folder}/**/*.ts`],
    rules: importRule(allowed, folder),
  })),
  ...Object.entries(exceptions).map(([file, extra]) => ({
    files: [file],
    rules: importRule([...mayImport[file.slice(0, file.lastIndexOf('/'))], ...extra], file),
  })),
  {
    // A file of a sub-folder of client/src reaches the rest of its house by one ../, and nothing else by that.
    files: ['client/src/*/*.ts'],
    rules: importRule([...mayImport['client/src'], /\.\.\/(?!\.\.)/], 'client/src'),
  },
  {
    files: ['test/**/*.ts'],
    rules: {
      '@typescript-eslint/no-floating-promises': [
        'error',
        {
          allowForKnownSafeCalls: [
            { from: 'package', name: ['test', 'it', 'suite', 'describe'], package: 'node:test' },
          ],
        },
      ],
    },
  },
  {
    files: ['**/*.mjs'],
    languageOptions: {
      globals: { process: 'readonly', console: 'readonly', setTimeout: 'readonly', URL: 'readonly' },
    },
  },
);
