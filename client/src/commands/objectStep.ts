import type { CancellationToken } from 'vscode';
import { describeNothing, describeObjects, describeProblem } from './choices';
import type { Choice } from './choices';
import { describeProgress, describeSet, formatCount, headObjects } from './headings';
import type { Target } from './headings';
import { listPages } from './listPages';
import type { Batch } from './fillPick';
import { pick } from './pick';
import type { PickButton } from './pick';
import { goTo, leadOn } from './steps';
import type { Again, Outcome, Step, StepContext } from './steps';

type Elsewhere = { kind: 'allNamespaces' } | { kind: 'otherNamespace' } | { kind: 'typeName' };
type ObjectChoice = { kind: 'object'; name: string; namespace?: string } | Elsewhere;

/**
 * The objects of a resource, of one namespace or of all, and the ways to look elsewhere. What was typed goes along:
 * a name that is not in this namespace may be in another.
 */
export async function runObjects(
  step: StepContext,
  { target, namespace, typed }: { target: Target; namespace?: string; typed?: string },
): Promise<Outcome> {
  const scope = namespace === undefined ? {} : { namespace };
  const picked = await pick<ObjectChoice | Again>({
    heading: headObjects(target, scope),
    backButton: true,
    text: typed ?? '',
    buttons: listElsewhere(target, namespace),
    load: (token) => loadObjects(step, { target, ...scope }, token),
  });
  return leadOn(picked, (value, text) => {
    switch (value.kind) {
      case 'object':
        return goTo(openObject(target, value));
      case 'allNamespaces':
        return goTo({ kind: 'objects', target, typed: text });
      case 'otherNamespace':
        return goTo({ kind: 'namespaces', target });
      case 'typeName':
        return goTo({ kind: 'typeName', target, ...scope, typed: text });
    }
  });
}

/** The step that opens an object of the target. */
export function openObject(target: Target, { name, namespace }: { name: string; namespace?: string }): Step {
  const { group, version, resource, kind } = target.resource;
  const ref = {
    context: target.context.name,
    ...(namespace === undefined ? {} : { namespace }),
    group,
    version,
    resource,
    name,
  };
  return { kind: 'open', object: { ref, objectKind: kind } };
}

async function* loadObjects(
  step: StepContext,
  { target, namespace }: { target: Target; namespace?: string },
  token: CancellationToken,
): AsyncGenerator<Batch<ObjectChoice | Again>> {
  const scope = namespace === undefined ? {} : { namespace };
  const query = { context: target.context.name, resource: target.resource, ...scope };
  const set = describeSet(target, namespace);
  for await (const listed of listPages(step.services, query, token)) {
    switch (listed.kind) {
      case 'page':
        yield {
          choices:
            listed.listed === 0 && !listed.follow
              ? [describeNothing(`There are no ${set}`)]
              : describeObjects(listed.objects, namespace),
          heading: headObjects(target, { ...scope, progress: describeProgress(listed.listed, listed) }),
        };
        break;
      case 'truncated':
        yield { choices: [describeTruncation(listed.listed)] };
        break;
      case 'problem':
        yield {
          // One may be allowed to get what one may not list: typing the name is the first thing to try.
          choices: [
            ...describeProblem(`The ${set} cannot be listed`, listed.problem),
            ...describeElsewhere(target, namespace).toReversed(),
          ],
        };
        return;
    }
  }
  yield { choices: describeElsewhere(target, namespace) };
}

function describeTruncation(listed: number): Choice<ObjectChoice> {
  return {
    kind: 'value',
    label: `$(info) Only the first ${formatCount(listed)} are listed`,
    detail: 'Choose a namespace, or choose this to type the name.',
    pinned: true,
    value: { kind: 'typeName' },
  };
}

function describeElsewhere(target: Target, namespace: string | undefined): Choice<ObjectChoice>[] {
  return listElsewhere(target, namespace).map(({ icon, tooltip, value }) => ({
    kind: 'value',
    label: `$(${icon}) ${tooltip}`,
    pinned: true,
    value,
  }));
}

function listElsewhere(target: Target, namespace: string | undefined): PickButton<Elsewhere>[] {
  const typeName = { icon: 'edit', tooltip: 'Type a name…', value: { kind: 'typeName' as const } };
  if (!target.resource.namespaced) return [typeName];
  return [
    ...(namespace === undefined
      ? []
      : [{ icon: 'globe', tooltip: 'All namespaces', value: { kind: 'allNamespaces' as const } }]),
    { icon: 'list-selection', tooltip: 'Another namespace…', value: { kind: 'otherNamespace' as const } },
    typeName,
  ];
}
