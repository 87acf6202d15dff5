import type { CancellationToken } from 'vscode';
import { askText } from './askText';
import { headNamespaces, headObjects } from './headings';
import type { Target } from './headings';
import { loadOtherNamespaces } from './namespaceChoices';
import { openObject } from './objectStep';
import type { Batch } from './fillPick';
import { pick } from './pick';
import { goTo, leadOn } from './steps';
import type { Again, Outcome, StepContext } from './steps';
import { readTypedName, readTypedNamespace } from './typedText';

type NamespaceChoice = { kind: 'namespace'; namespace?: string } | { kind: 'typeNamespace' };

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
  yield* loadOtherNamespaces<NamespaceChoice>(step.services, target.context, {
    valueOf: (namespace) => ({ kind: 'namespace', namespace }),
    type: { kind: 'typeNamespace' },
    token,
  });
}
