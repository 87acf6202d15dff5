import type { CancellationToken } from 'vscode';
import { askText } from './askText';
import { describeProblem } from './choices';
import { headNamespaces, headObjects } from './headings';
import type { Target } from './headings';
import { listPages } from './listPages';
import { openObject } from './objectStep';
import type { Batch } from './fillPick';
import { pick } from './pick';
import { goTo, leadOn } from './steps';
import type { Again, Outcome, StepContext } from './steps';
import { readTypedName, readTypedNamespace } from './typedText';

type NamespaceChoice = { kind: 'namespace'; namespace?: string } | { kind: 'typeNamespace' };

const namespaces = { group: '', version: 'v1', resource: 'namespaces' };

/** The namespaces of a context, its default one first; a name can be typed where they cannot be listed. */
export async function runNamespaces(
  step: StepContext,
  { target, typed }: { target: Target; typed?: string },
): Promise<Outcome> {
  const picked = await pick<NamespaceChoice | Again>({
    heading: headNamespaces(target),
    backButton: true,
    text: typed ?? '',
    buttons: [{ icon: 'edit', tooltip: 'Type a namespace…', value: { kind: 'typeNamespace' } }],
    load: (token) => loadNamespaces(step, target, token),
  });
  return leadOn(picked, (value, text) => {
    switch (value.kind) {
      case 'namespace':
        return goTo({ ...value, kind: 'objects', target });
      case 'typeNamespace':
        return goTo({ kind: 'typeNamespace', target, typed: text });
    }
  });
}

/** A namespace by its name. */
export async function runTypeNamespace({
  target,
  typed,
}: {
  target: Target;
  typed: string;
}): Promise<Outcome> {
  const picked = await askText({
    heading: headNamespaces(target),
    backButton: true,
    prompt: `Namespace of ${target.context.name}`,
    text: typed,
    read: (text) => Promise.resolve(readTypedNamespace(text)),
  });
  return picked.kind === 'chosen' ? goTo({ kind: 'objects', target, namespace: picked.value }) : picked;
}

/** An object by its name: the way in where one may get but not list. */
export async function runTypeName({
  target,
  namespace,
  typed,
}: {
  target: Target;
  namespace?: string;
  typed: string;
}): Promise<Outcome> {
  const { kind, namespaced } = target.resource;
  const scope = namespace === undefined ? {} : { namespace };
  const where = namespace === undefined ? '' : ` in namespace ${namespace}`;
  const picked = await askText({
    heading: headObjects(target, scope),
    backButton: true,
    prompt: namespaced ? `Name of the ${kind}${where}, or namespace/name` : `Name of the ${kind}`,
    text: typed,
    read: (text) => Promise.resolve(readTypedName(text, { namespaced, ...scope })),
  });
  return picked.kind === 'chosen' ? goTo(openObject(target, picked.value)) : picked;
}

async function* loadNamespaces(
  step: StepContext,
  target: Target,
  token: CancellationToken,
): AsyncGenerator<Batch<NamespaceChoice | Again>> {
  const { name: context, namespace: own } = target.context;
  yield {
    choices: [
      {
        kind: 'value',
        label: own,
        description: `default of ${context}`,
        value: { kind: 'namespace', namespace: own },
      },
      { kind: 'value', label: '$(globe) All namespaces', value: { kind: 'namespace' } },
    ],
  };
  for await (const listed of listPages(step.services, { context, resource: namespaces }, token)) {
    if (listed.kind === 'problem')
      yield { choices: describeProblem('The namespaces cannot be listed', listed.problem) };
    if (listed.kind === 'page')
      yield {
        choices: listed.objects
          .filter(({ name }) => name !== own)
          .map(({ name }) => ({
            kind: 'value',
            label: name,
            value: { kind: 'namespace', namespace: name },
          })),
      };
  }
  yield {
    choices: [
      {
        kind: 'value',
        label: '$(edit) Type a namespace…',
        pinned: true,
        value: { kind: 'typeNamespace' },
      },
    ],
  };
}
