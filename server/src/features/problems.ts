import type { Problem, ProblemReason } from '../protocol/messages';
import { formatResource } from '../protocol/objectRef';
import type { Failure, Sent, Status } from '../session/ports';
import type { ResolveFailure } from '../session/resolve';
import type { SessionFailure } from '../session/contract';

/** What was being done, as in "could not …". */
export type Action = 'read' | 'list' | 'watch' | 'save' | 'apply' | 'connect';

/** A failure as the sentence that the user sees: what happened, and what to do about it. */
export function describeFailure(failure: SessionFailure, action: Action): Problem {
  switch (failure.kind) {
    case 'badUri':
      return problem(
        'badUri',
        `${failure.uri} names no live object. A link reads k8slive:/<context>/<namespace or _>/<resource.version.group>/<name>.yaml, with :scale or :status behind the resource for these parts of it.`,
      );
    case 'notOpen':
      return problem(
        'badUri',
        'This document is not open as a live object. Open it again with Open Live Object….',
      );
    case 'versionDropped':
      return problem(
        'notFound',
        `The version ${failure.resourceVersion} is not kept any more, or was not seen since this document was opened. The setting kubernetesLiveEdit.historyLimit says how many versions are kept.`,
      );
    case 'noConflict':
      return problem('noConflict', 'There is no such conflict any more. Look at the marked fields again.');
    case 'notMerged':
      return failure.why === 'textChanged'
        ? problem(
            'noConflict',
            'Not merged: the document has been changed since the merge view was opened. Open the merge view again.',
          )
        : problem(
            'unparsable',
            'Not merged: the text of the merge view is no longer this object. Mend it and complete the merge again.',
          );
    case 'saving':
      return problem('busy', 'A save is under way. Decide again when it is over.');
    case 'kubeconfigMissing':
      return problem(
        'kubeconfig',
        `No kubeconfig was found (looked for ${failure.paths.join(', ')}). Set KUBECONFIG or the setting kubernetesLiveEdit.kubeconfig.`,
      );
    case 'kubeconfigBroken':
      return problem(
        'kubeconfig',
        `The kubeconfig ${failure.path} cannot be read: ${failure.detail}. Mend the file and try again.`,
      );
    case 'unknownContext':
      return problem(
        'unknownContext',
        `The kubeconfig has no context "${failure.context}". It has: ${failure.known.join(', ') || 'none'}.`,
      );
    case 'noCurrentContext':
      return problem(
        'unknownContext',
        'The kubeconfig has no current context. Choose a context, or set one with kubectl config use-context.',
      );
    case 'contextUnusable':
      return problem('kubeconfig', `The context "${failure.context}" cannot be used: ${failure.detail}.`);
    case 'credentials':
      return problem(
        'credentials',
        `No credentials for the context "${failure.context}": ${failure.detail}. Sign in and try again.`,
      );
    case 'certificate':
      return problem(
        'certificate',
        `The certificate of ${failure.server} (context "${failure.context}") is not trusted: ${failure.detail}. Check certificate-authority in the kubeconfig.`,
      );
    case 'unreachable':
      return problem(
        lost(failure.sent, action) ? 'unknownOutcome' : 'unreachable',
        `Cannot reach ${failure.server} (context "${failure.context}"): ${failure.detail}. ${afterLoss(failure.sent, action)}`,
      );
    case 'timeout':
      return problem(
        lost(failure.sent, action) ? 'unknownOutcome' : 'timeout',
        `${failure.server} (context "${failure.context}") did not answer within ${failure.milliseconds / 1_000} s. ${afterLoss(failure.sent, action)}`,
      );
    case 'cancelled':
      return problem(
        'cancelled',
        action === 'save'
          ? 'Not saved: you cancelled it. Your text is kept.'
          : action === 'apply'
            ? 'Not written: you cancelled it.'
            : 'Cancelled.',
      );
    case 'otherCluster':
      return problem(
        'otherCluster',
        `The context "${failure.context}" now leads to another cluster (${describeAddress(failure)}) than the one this object was opened from (${failure.openedFrom}). Nothing is read or written there. Switch it back, or open the object anew.`,
      );
    case 'notServed':
      return problem('notServed', describeNotServed(failure));
    case 'noSubresource':
      return problem(
        'notServed',
        `The API server of context "${failure.context}" serves no ${failure.subresource} of ${formatResource(failure.resource)}. Open the object itself.`,
      );
    case 'notKubernetes':
      return problem(
        'serverError',
        `${failure.server} (context "${failure.context}") did not answer as a Kubernetes API server: ${failure.detail}. Is a proxy or a sign-in page in between?`,
      );
    case 'status':
      return describeStatus(failure, action);
  }
}

/** Clusters of one address differ in their certificate authority, or else in their uid. */
function describeAddress({ now, openedFrom }: Failure & { kind: 'otherCluster' }): string {
  return now === openedFrom ? `at the same address, ${now}` : now;
}

/** Why a link or a name leads to no object, as a sentence. */
export function describeResolveFailure(failure: ResolveFailure): Problem {
  switch (failure.kind) {
    case 'notAName':
      return problem(
        'badUri',
        `"${failure.text}" is no link and no name of an object. Examples: prod/shop/deploy/web, -n shop deploy/web, deployments.v1.apps/web.`,
      );
    case 'noCurrentContext':
      return problem(
        'unknownContext',
        'The kubeconfig has no current context. Put the context in front: prod/shop/deploy/web.',
      );
    case 'unknownType':
      return problem(
        'notServed',
        `The API server of context "${failure.context}" serves nothing called "${failure.type}". Is its CustomResourceDefinition installed?`,
      );
    default:
      return describeFailure(failure, 'connect');
  }
}

function describeStatus(
  { context, status, retryAfterSeconds }: Failure & { kind: 'status' },
  action: Action,
): Problem {
  const words = status.message === '' ? `HTTP status ${status.code}` : status.message;
  const said = `the API server of context "${context}" says: ${words}`;
  if (status.code === 401)
    return problem(
      'unauthorized',
      `Could not ${action}: ${said}. The credentials are missing or no longer valid; sign in and try again.`,
    );
  if (status.code === 403) return problem('forbidden', `Not allowed: ${said}.`);
  if (status.code === 404) return problem('notFound', `Not found: ${said}.`);
  if (status.code === 429 || status.code === 503) {
    const when = retryAfterSeconds === undefined ? 'a moment' : `${retryAfterSeconds} s`;
    return problem('serverError', `Could not ${action}: ${said}. Try again in ${when}.`);
  }
  if (status.code >= 500) return problem('serverError', `Could not ${action}: ${said}. Try again later.`);
  return problem('rejected', `Could not ${action}: ${causesOf(status) ?? said}.`);
}

/** Each cause with its field, in the server's words. */
function causesOf({ details }: Status): string | undefined {
  const causes = (details?.causes ?? []).flatMap(({ field, message }) =>
    message === undefined ? [] : [field === undefined ? message : `${field}: ${message}`],
  );
  return causes.length === 0 ? undefined : causes.join('; ');
}

function describeNotServed({ context, resource, elsewhere }: Failure & { kind: 'notServed' }): string {
  const hint =
    elsewhere.length === 0
      ? 'Is its CustomResourceDefinition installed?'
      : `It serves ${elsewhere.map(formatResource).join(', ')}.`;
  return `The API server of context "${context}" serves no ${formatResource(resource)}. ${hint}`;
}

function lost(sent: Sent, action: Action): boolean {
  return sent === 'perhaps' && (action === 'save' || action === 'apply');
}

function afterLoss(sent: Sent, action: Action): string {
  if (action === 'apply') {
    return sent === 'no'
      ? 'Nothing was written; apply again when it is reachable.'
      : 'It is not known whether the change was written; applying again reads the object first.';
  }
  if (action !== 'save') return 'Check the network and try again.';
  return sent === 'no'
    ? 'Nothing was written and your text is kept; save again when it is reachable.'
    : 'It is not known whether the change was written. Your text is kept; saving again reads the object first.';
}

/** A problem of this reason. */
export function problem(reason: ProblemReason, message: string): Problem {
  return { reason, message };
}
