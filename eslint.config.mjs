import js from '@eslint/js';
import tseslint from 'typescript-eslint';

/**
 * What the files of each folder may import besides their own folder: the import table of ARCHITECTURE.md.
 * Later rows win over earlier ones.
 */
const importTable = [
  { files: 'server/src/protocol/**/*.ts', modules: ['vscode-languageserver-protocol'] },
  { files: 'server/src/merge/**/*.ts' },
  {
    files: 'server/src/manifest/**/*.ts',
    folders: ['merge'],
    modules: ['yaml', 'vscode-languageserver-types', 'vscode-languageserver-textdocument'],
  },
  { files: 'server/src/reconcile/**/*.ts', folders: ['merge'] },
  { files: 'server/src/session/**/*.ts', folders: ['merge', 'manifest', 'protocol', 'reconcile'] },
  {
    files: 'server/src/files/**/*.ts',
    folders: ['merge', 'manifest', 'protocol', 'reconcile', 'session'],
    modules: ['vscode-languageserver-types'],
  },
  {
    files: 'server/src/features/**/*.ts',
    folders: ['manifest', 'merge', 'protocol', 'reconcile', 'session', 'files'],
    onlyTypesOf: '(reconcile|session|files)',
    modules: ['vscode-languageserver-types'],
  },
  {
    files: 'server/src/cluster/**/*.ts',
    folders: ['protocol', 'session/ports', 'session/writePorts'],
    modules: ['undici', 'node:.+'],
  },
  {
    files: 'server/src/cluster/kubeconfig.ts',
    folders: ['protocol', 'session/ports', 'session/writePorts'],
    modules: ['undici', 'node:.+', '@kubernetes/client-node(/.+)?'],
  },
  { files: 'server/src/storage/**/*.ts', folders: ['session/ports'], modules: ['node:.+'] },
  {
    files:
      'server/src/{server,fileAsks,*Requests,*Request,requests,publisher,*Subjects,textEdits,signalOf,saveProgresses}.ts',
    own: '\\./(?!cluster/|storage/|main$)',
    modules: ['vscode-languageserver', 'vscode-languageserver-textdocument'],
  },
  { files: 'client/src/*.ts', ...clientImports('\\.\\./\\.\\./server/src/protocol/') },
  // A file of a sub-folder reaches the rest of the client by one ../, and nothing else by that.
  {
    files: 'client/src/*/*.ts',
    ...clientImports('\\.\\./\\.\\./\\.\\./server/src/protocol/'),
    own: '\\./|\\.\\./(?!\\.\\.)',
  },
];

function clientImports(protocol) {
  return { modules: [`${protocol}.+`, 'vscode', 'vscode-languageclient/node'] };
}

function importRule({ files, folders = [], modules = [], own = '\\./', onlyTypesOf }) {
  const allowed = [
    own,
    ...folders.map((folder) => `\\.\\./${folder}(/|$)`),
    ...modules.map((module) => `${module}$`),
  ];
  const message = 'The import table in ARCHITECTURE.md does not allow this import here.';
  const patterns = [{ regex: `^(?!${allowed.join('|')})`, message }];
  if (onlyTypesOf !== undefined) {
    patterns.push({ regex: `^\\.\\./${onlyTypesOf}/`, message, allowTypeImports: true });
  }
  return { files: [files], rules: { '@typescript-eslint/no-restricted-imports': ['error', { patterns }] } };
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
  ...importTable.map(importRule),
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
