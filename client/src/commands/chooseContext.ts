import type { CancellationToken } from 'vscode';
import { type FileChoice, fileChosenNotification } from '../../../server/src/protocol/files';
import { type ContextSummary, contextsRequest } from '../../../server/src/protocol/messages';
import { askText } from './askText';
import { describeContexts, describeProblem } from './choices';
import type { Batch } from './fillPick';
import type { Heading } from './headings';
import { findManifest } from './manifestPlace';
import { loadOtherNamespaces } from './namespaceChoices';
import { pick } from './pick';
import type { CommandServices } from './services';
import type { Again } from './steps';
import { readTypedNamespace } from './typedText';

type ContextChoice = { kind: 'context'; context: ContextSummary } | { kind: 'unset' };
type NamespaceChoice = { kind: 'namespace'; namespace?: string } | { kind: 'type' };

/** What was chosen; null takes an earlier choice back. */
type Chosen = { kind: 'chosen'; choice: FileChoice | null } | { kind: 'back' } | { kind: 'closed' };

/** *Choose Context and Namespace…*: where the objects of a manifest file go. Kept for the file in this workspace. */
export async function chooseContext(services: CommandServices, argument: unknown): Promise<void> {
  const file = findManifest(services, argument);
  if (file === undefined) return;
  const chosen = await chooseFrom(services, services.fileChoices.find(file) !== undefined);
  if (chosen.kind !== 'chosen') return;
  await services.fileChoices.keep(file, chosen.choice ?? undefined);
  const client = await services.client();
  const uri = client.code2ProtocolConverter.asUri(file);
  await client.sendNotification(fileChosenNotification, { uri, choice: chosen.choice });
}

async function chooseFrom(services: CommandServices, isChosen: boolean): Promise<Chosen> {
  for (;;) {
    const picked = await pick<ContextChoice | Again>({
      heading: heading('Context that the objects of this file go to', 1),
      backButton: false,
      load: (token) => loadContexts(services, isChosen, token),
    });
    if (picked.kind !== 'chosen') return picked;
    const { value } = picked;
    if (value.kind === 'again') continue;
    if (value.kind === 'unset') return { kind: 'chosen', choice: null };
    const chosen = await chooseNamespace(services, value.context);
    if (chosen.kind !== 'back') return chosen;
  }
}

async function chooseNamespace(services: CommandServices, context: ContextSummary): Promise<Chosen> {
  const named = (namespace: string | undefined): Chosen => ({
    kind: 'chosen',
    choice: { context: context.name, ...(namespace === undefined ? {} : { namespace }) },
  });
  for (;;) {
    const picked = await pick<NamespaceChoice | Again>({
      heading: heading('Namespace of objects that name none', 2),
      backButton: true,
      load: (token) => loadNamespaces(services, context, token),
    });
    if (picked.kind !== 'chosen') return picked;
    const { value, typed: text } = picked;
    if (value.kind === 'namespace') return named(value.namespace);
    if (value.kind === 'again') continue;
    const typed = await askText({
      heading: heading('Namespace of objects that name none', 2),
      backButton: true,
      prompt: `Namespace of ${context.name}`,
      text,
      read: (name) => Promise.resolve(readTypedNamespace(name)),
    });
    if (typed.kind === 'chosen') return named(typed.value);
    if (typed.kind === 'closed') return typed;
  }
}

async function* loadContexts(
  services: CommandServices,
  isChosen: boolean,
  token: CancellationToken,
): AsyncGenerator<Batch<ContextChoice | Again>> {
  if (isChosen)
    yield {
      choices: [
        {
          kind: 'value',
          label: '$(discard) As set for the folder, else the current context',
          value: { kind: 'unset' },
        },
      ],
    };
  const client = await services.client();
  const answer = await client.sendRequest(contextsRequest, {}, token);
  yield {
    choices:
      answer.kind === 'ok'
        ? describeContexts(answer.value)
        : describeProblem('The contexts cannot be read', answer.problem),
  };
}

async function* loadNamespaces(
  services: CommandServices,
  context: ContextSummary,
  token: CancellationToken,
): AsyncGenerator<Batch<NamespaceChoice | Again>> {
  yield {
    choices: [
      {
        kind: 'value',
        label: context.namespace,
        description: `default of ${context.name}`,
        value: { kind: 'namespace' },
      },
    ],
  };
  yield* loadOtherNamespaces<NamespaceChoice>(services, context, {
    valueOf: (namespace) => ({ kind: 'namespace', namespace }),
    type: { kind: 'type' },
    token,
  });
}

function heading(placeholder: string, step: number): Heading {
  return { title: 'Choose Context and Namespace', placeholder, step, totalSteps: 2 };
}
