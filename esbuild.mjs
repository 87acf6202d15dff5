import { build } from 'esbuild';

const production = process.argv.includes('--production');

/** Two CommonJS bundles; an ECMAScript bundle of @kubernetes/client-node fails at run time. */
const common = {
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node22',
  minify: production,
  sourcemap: production ? false : 'linked',
  legalComments: 'none',
  logLevel: 'warning',
};

await Promise.all([
  build({
    ...common,
    entryPoints: ['client/src/extension.ts'],
    outfile: 'client/out/extension.js',
    external: ['vscode'],
  }),
  build({ ...common, entryPoints: ['server/src/main.ts'], outfile: 'server/out/main.js' }),
]);
