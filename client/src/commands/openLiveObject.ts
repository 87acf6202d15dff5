import { type Subresource, toUri } from '../../../server/src/protocol/objectRef';
import { runResources, runStart } from './kindSteps';
import { runNamespaces, runTypeName, runTypeNamespace } from './nameSteps';
import { runObjects } from './objectStep';
import { openDocument } from './openDocument';
import { rememberObject } from './recentObjects';
import type { RecentStore } from './recentObjects';
import type { CommandServices } from './services';
import type { Outcome, Step, StepContext } from './steps';

/**
 * *Open Live Object…*: leads from step to step and back until an object, or this subresource of it, is opened or the
 * picker is closed.
 */
export async function openLiveObject(
  services: CommandServices,
  recentStore: RecentStore,
  subresource?: Subresource,
): Promise<void> {
  const context: StepContext = { services, recentStore, ...(subresource && { subresource }) };
  const way: Step[] = [{ kind: 'start' }];
  for (let step = way.at(-1); step !== undefined; step = way.at(-1)) {
    if (step.kind === 'open') {
      await openDocument(toUri({ ...step.object.ref, ...(subresource && { subresource }) }));
      return rememberObject(recentStore, step.object);
    }
    const outcome = await runStep(context, step);
    if (outcome.kind === 'closed') return;
    if (outcome.kind === 'again') way.splice(-1, 1, { ...step, typed: outcome.typed });
    if (outcome.kind === 'back') way.pop();
    if (outcome.kind === 'next') way.push(outcome.step);
  }
}

function runStep(context: StepContext, step: Exclude<Step, { kind: 'open' }>): Promise<Outcome> {
  switch (step.kind) {
    case 'start':
      return runStart(context, step);
    case 'resources':
      return runResources(context, step);
    case 'objects':
      return runObjects(context, step);
    case 'namespaces':
      return runNamespaces(context, step);
    case 'typeNamespace':
      return runTypeNamespace(step);
    case 'typeName':
      return runTypeName(step);
  }
}
