/**
 * Runs a program and everything that it starts in one process group, and ends them all when the owner ends:
 * `node guard.mjs command [arguments…]`, started as the leader of a group. The end of standard input, which even a
 * killed owner brings about, is the order to stop.
 */
import { spawn } from 'node:child_process';
import { setTimeout } from 'node:timers';

const [command, ...commandArguments] = process.argv.slice(2);
const child = spawn(command, commandArguments, { stdio: ['ignore', 'inherit', 'inherit'] });

child.on('error', (error) => {
  console.error(`Cannot start ${command}: ${error.message}`);
  process.exit(127);
});
child.on('exit', () => endGroup(200));
process.stdin.resume().on('end', askGroup).on('error', askGroup);
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.once(signal, askGroup);

/** Asks once; whoever is left after five seconds is not asked again. */
function askGroup() {
  process.on('SIGTERM', () => undefined);
  process.kill(-process.pid, 'SIGTERM');
  endGroup(5000);
}

function endGroup(afterMilliseconds) {
  setTimeout(() => process.kill(-process.pid, 'SIGKILL'), afterMilliseconds);
}
