/**
 * Preloaded into a program (`node --expose-gc --import memoryProbe.mjs program.js`, with an IPC channel): answers every
 * message with `process.memoryUsage()` after a full collection, in bytes.
 */
process.on('message', () => {
  globalThis.gc();
  process.send(process.memoryUsage());
});
