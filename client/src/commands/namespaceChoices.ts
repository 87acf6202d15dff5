import type { CancellationToken } from 'vscode';
import type { ContextSummary } from '../../../server/src/protocol/messages';
import { describeProblem } from './choices';
import type { Batch } from './fillPick';
import { listPages } from './listPages';
import type { CommandServices } from './services';
import type { Again } from './steps';

/**
 * The namespaces of a context as choices, without its default one, and last the way to type one, which is there also
 * where they cannot be listed.
 */
export async function* loadOtherNamespaces<Value>(
  services: CommandServices,
  { name: context, namespace: own }: ContextSummary,
  { valueOf, type, token }: { valueOf: (namespace: string) => Value; type: Value; token: CancellationToken },
): AsyncGenerator<Batch<Value | Again>> {
  for await (const listed of listPages(services, { context, resource: namespaces }, token)) {
    if (listed.kind === 'problem')
      yield { choices: describeProblem('The namespaces cannot be listed', listed.problem) };
    if (listed.kind === 'page')
      yield {
        choices: listed.objects
          .filter(({ name }) => name !== own)
          .map(({ name }) => ({ kind: 'value', label: name, value: valueOf(name) })),
      };
  }
  yield { choices: [{ kind: 'value', label: '$(edit) Type a namespace…', pinned: true, value: type }] };
}

const namespaces = { group: '', version: 'v1', resource: 'namespaces' };
