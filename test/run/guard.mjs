/**
 * Runs a program and everything that it starts in one process group: `node guard.mjs command [arguments…]`, started
 * as the leader of that group. The end of standard input, which even a killed owner brings about, is the order to end
 * them all. Exits with the program's code, 127 when it cannot be started.
 */
import { spawn } from 'node:child_process';
import { setTimeout } from 'node:timers';

const [command, ...commandArguments] = process.argv.slice(2);
const child = spawn(command, commandArguments, { stdio: ['ignore', 'inherit', 'inherit'] });
let ending = false;

child.on('error', (error) => {
  console.error(`Cannot start ${command}: ${error.message}`);
  process.exit(127);
});
child.on('exit', (code) => {
  // An owner that is alive ends the rest of the group itself: see guarded.ts.
  if (ending) setTimeout(killGroup, 200);
  else process.exit(code ?? 1);
});
process.stdin.resume().on('end', endGroup).on('error', endGroup);
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, endGroup);

/** Asks once; whoever is left after five seconds is not asked again. */
function endGroup() {
  if (ending) return;
  ending = true;
  process.kill(-process.pid, 'SIGTERM');
  setTimeout(killGroup, 5000);
}

function killGroup() {
  process.kill(-process.pid, 'SIGKILL');
}
