import { findSourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';

/**
 * An error's stack with the places in the bundles put back to where they were written, without the frames of Node and of packages. VS Code has a way of its own to
 * write stacks, which leaves Node's no chance to do this. Needs `process.setSourceMapsEnabled(true)` before the bundle
 * is loaded.
 */
export function mapStack(stack: string): string {
  const lines = stack.split('\n').filter((line) => !/\(.*\/node_modules\/|\(node:/.test(line));
  return lines.join('\n').replaceAll(/(\/[^\s():]+):(\d+):(\d+)/g, (place, file: string, line, column) => {
    const entry = findSourceMap(file)?.findEntry(Number(line) - 1, Number(column) - 1);
    if (entry === undefined || !('originalSource' in entry)) return place;
    const source = fileURLToPath(entry.originalSource);
    return `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
  });
}
