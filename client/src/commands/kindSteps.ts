import type { CancellationToken } from 'vscode';
import { contextsRequest, resourcesRequest } from '../../../server/src/protocol/messages';
import type { ContextSummary, ResourceSummary } from '../../../server/src/protocol/messages';
import {
  describeContexts,
  describeNothing,
  describeProblem,
  describeRecentObjects,
  describeResources,
} from './choices';
import { headContexts, headResources, headStart } from './headings';
import type { Place } from './headings';
import type { Batch } from './fillPick';
import { pick } from './pick';
import { forgetObject, listRecentResources, readRecentObjects } from './recentObjects';
import type { RecentObject } from './recentObjects';
import { goTo, leadOn, listObjects } from './steps';
import type { Again, Outcome, StepContext } from './steps';

type ResourceChoice = { kind: 'resource'; resource: ResourceSummary; place: Place };

type StartChoice =
  { kind: 'recent'; recent: RecentObject } | { kind: 'context'; context: ContextSummary } | ResourceChoice;

/** Recently opened objects and the contexts; the kinds at once where there is only one context. */
export async function runStart(step: StepContext, { typed }: { typed?: string }): Promise<Outcome> {
  const picked = await pick<StartChoice | Again>({
    heading: headStart(step),
    backButton: false,
    text: typed ?? '',
    load: (token) => loadStart(step, token),
    forget: (value) => {
      if (value.kind === 'recent') void forgetObject(step.recentStore, value.recent);
    },
  });
  return leadOn(picked, (value) => {
    switch (value.kind) {
      case 'recent':
        return goTo({ kind: 'open', object: value.recent });
      case 'context':
        return goTo({ kind: 'resources', place: { context: value.context, onlyContext: false } });
      case 'resource':
        return followResource(value);
    }
  });
}

/** The kinds that a context's API server serves. */
export async function runResources(
  step: StepContext,
  { place, typed }: { place: Place; typed?: string },
): Promise<Outcome> {
  const picked = await pick<ResourceChoice | Again>({
    heading: headResources(place),
    backButton: true,
    text: typed ?? '',
    load: (token) => loadResources(step, place, token),
  });
  return leadOn(picked, followResource);
}

function followResource({ place, resource }: ResourceChoice): Outcome {
  return goTo(listObjects({ ...place, resource }));
}

async function* loadStart(
  step: StepContext,
  token: CancellationToken,
): AsyncGenerator<Batch<StartChoice | Again>> {
  yield { choices: describeRecentObjects(readRecentObjects(step.recentStore)) };
  const client = await step.services.client();
  const answer = await client.sendRequest(contextsRequest, {}, token);
  if (answer.kind === 'problem') {
    yield { choices: describeProblem('The kubeconfig cannot be read', answer.problem) };
    return;
  }
  const [context, ...others] = answer.value;
  if (context === undefined) yield { choices: [describeNothing('The kubeconfig has no contexts')] };
  else if (others.length > 0) yield { choices: describeContexts(answer.value), heading: headContexts(step) };
  else yield* loadResources(step, { context, onlyContext: true }, token);
}

async function* loadResources(
  step: StepContext,
  place: Place,
  token: CancellationToken,
): AsyncGenerator<Batch<ResourceChoice | Again>> {
  yield { choices: [], heading: headResources(place) };
  const client = await step.services.client();
  const answer = await client.sendRequest(resourcesRequest, { context: place.context.name }, token);
  if (answer.kind === 'problem') {
    yield { choices: describeProblem(`${place.context.name} does not tell its kinds`, answer.problem) };
    return;
  }
  const recentResources = listRecentResources(readRecentObjects(step.recentStore));
  const { subresource } = step;
  const resources = answer.value.filter(
    ({ subresources }) => subresource === undefined || subresources.includes(subresource),
  );
  yield {
    choices: describeResources(resources, recentResources).map((choice) =>
      choice.kind === 'value' ? { ...choice, value: { ...choice.value, place } } : choice,
    ),
  };
}
