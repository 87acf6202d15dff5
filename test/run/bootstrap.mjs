/**
 * Runs a TypeScript file of this project: `node test/run/bootstrap.mjs <script.ts> [arguments…]`.
 * Plain JavaScript without dependencies, for any Node from 20 on, since it is what installs the dependencies.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { clearInterval, setInterval } from 'node:timers';

const root = fileURLToPath(new URL('../..', import.meta.url));
const modules = join(root, 'node_modules');
const projectNode = join(modules, 'node/bin', process.platform === 'win32' ? 'node.exe' : 'node');
const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const [script, ...scriptArguments] = process.argv.slice(2);

requireNode(20);
if (script === undefined) fail('Which script? Usage: node test/run/bootstrap.mjs <script.ts> [arguments…]');
if (!packagesAreCurrent()) await installPackages();
if (spawnSync(projectNode, ['--version']).status !== 0) {
  fail(
    `The project's own Node 24 does not run (${projectNode}). Its install script may have been kept from running: ` +
      'delete node_modules and try again without --ignore-scripts.',
  );
}
runScript();

function requireNode(least) {
  if (Number(process.versions.node.split('.')[0]) >= least) return;
  fail(
    `Node ${least} or later is needed, this is Node ${process.versions.node}. Get one from https://nodejs.org.`,
  );
}

/** Compares contents, not times: a checkout touches the lock file without changing it. */
function packagesAreCurrent() {
  const installed = readPackages(join(modules, '.package-lock.json'));
  const wanted = readPackages(join(root, 'package-lock.json'));
  if (wanted === undefined) fail('package-lock.json is missing or broken: get it back from version control.');
  if (installed === undefined || !existsSync(projectNode)) return false;
  return Object.entries(wanted).every(([path, entry]) =>
    path === '' || (entry.optional && installed[path] === undefined)
      ? true
      : installed[path]?.version === entry.version && installed[path].integrity === entry.integrity,
  );
}

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages;
  } catch {
    return undefined;
  }
}

async function installPackages() {
  console.log('Installing the npm packages (npm ci; about a minute) …');
  const started = Date.now();
  const seconds = () => Math.round((Date.now() - started) / 1000);
  const ticker = setInterval(() => console.log(`  … still installing, ${seconds()} s`), 10_000);
  const [command, first] = npmCommand();
  const code = await new Promise((resolve) => {
    const child = spawn(command, [...first, 'ci', '--no-audit', '--no-fund'], { cwd: root, stdio: 'inherit' })
      .on('error', () => resolve('missing'))
      .on('exit', resolve);
    for (const signal of stopSignals) process.once(signal, () => child.kill(signal));
  });
  clearInterval(ticker);
  if (code === 'missing') fail('npm is not on the PATH. It comes with Node: https://nodejs.org.');
  if (code === null) fail('npm ci was stopped.');
  if (code !== 0) fail('npm ci failed; its own words are above. It needs the npm registry.');
  console.log(`Installed the npm packages in ${seconds()} s.`);
}

/** npm itself says where it is when it runs us; asked through this Node it needs no shell, not even on Windows. */
function npmCommand() {
  const path = process.env.npm_execpath;
  return path?.endsWith('js') ? [process.execPath, [path]] : ['npm', []];
}

function runScript() {
  const PATH = [join(modules, '.bin'), process.env.PATH].join(delimiter);
  const child = spawn(projectNode, ['--import', 'tsx', script, ...scriptArguments], {
    stdio: 'inherit',
    env: { ...process.env, PATH },
  });
  for (const signal of stopSignals) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => fail(`Cannot start ${projectNode}: ${error.message}`));
  child.on('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)));
}

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}
