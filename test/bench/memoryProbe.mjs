/**
 * Preloaded into a program (`node --expose-gc --import memoryProbe.mjs program.js`, with an IPC channel): answers the
 * message `memory` with `process.memoryUsage()` after a full collection, in bytes, and `cpu` with `process.cpuUsage()`.
 */
process.on('message', (what) => {
  if (what === 'memory') globalThis.gc();
  process.send(what === 'memory' ? process.memoryUsage() : process.cpuUsage());
});
