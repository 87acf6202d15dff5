import { columnAt } from './lines';
import { kubectlLayout, type Layout } from './renderValue';
import type { YamlNode } from './syntax/nodes';

/** The layout that most of the document's maps and lists have; kubectl's where there are none. */
export function detectLayout(text: string, root: YamlNode): Layout {
  const mapSteps = new Map<number, number>();
  const sequenceSteps = new Map<number, number>();
  const count = (steps: Map<number, number>, step: number): unknown =>
    steps.set(step, (steps.get(step) ?? 0) + 1);
  const visit = (node: YamlNode, column: number | undefined): void => {
    if (node.kind === 'list' && node.style === 'block') {
      if (column !== undefined && node.items[0])
        count(sequenceSteps, columnAt(text, node.items[0].start) - column);
      for (const { value } of node.items) visit(value, undefined);
    } else if (node.kind === 'map' && node.style === 'block') {
      const own = columnAt(text, node.entries[0]?.start ?? node.contentStart);
      if (column !== undefined) count(mapSteps, own - column);
      for (const { value } of node.entries) visit(value, own);
    }
  };
  visit(root, undefined);
  return {
    ...kubectlLayout,
    mapStep: mostFrequent(mapSteps) ?? kubectlLayout.mapStep,
    sequenceStep: mostFrequent(sequenceSteps) ?? kubectlLayout.sequenceStep,
  };
}

function mostFrequent(counts: Map<number, number>): number | undefined {
  let found: number | undefined;
  for (const [step, count] of counts)
    if (found === undefined || count > (counts.get(found) ?? 0)) found = step;
  return found;
}
