import { formatFieldPath } from '../merge/fieldPath';
import type { Problem } from '../protocol/messages';
import type { Failure } from '../session/ports';
import type { Conflicting } from '../session/save';
import type { Refusal } from '../session/writable';
import { describeFailure, problem } from './problems';

/** Why a text is not sent at all, as a sentence. */
export function describeRefusal(refusal: Refusal): Problem {
  switch (refusal.kind) {
    case 'unparsable':
      return problem('unparsable', `Not saved: line ${refusal.line + 1}: ${refusal.detail}`);
    case 'identityChanged':
      return problem(
        'identityChanged',
        `Not saved: ${formatFieldPath(refusal.path)} was changed from ${refusal.from} to ${refusal.to}. A save changes this object and cannot make another one; change it back.`,
      );
    case 'restored':
      return problem(
        'conflict',
        'This text is of an earlier session, and the version that it was edited from is not known, so it is not saved. Compare it with Show Live Object, copy what you need, then Reload from Cluster.',
      );
  }
}

/** The sentence for a save that found the object moved, which leaves the text as it is. */
export function describeMoved(object: string, now: Conflicting | 'gone'): Problem {
  const kept = 'Your text is kept; nothing was written.';
  switch (now) {
    case 'gone':
      return problem('notFound', `Not saved: ${object} was deleted from the cluster. ${kept}`);
    case 'replaced':
      return problem(
        'conflict',
        `Not saved: ${object} was deleted and created anew; this text belongs to the object that was deleted. ${kept}`,
      );
    case 'moved':
      return problem(
        'conflict',
        `Not saved: ${object} has moved in the cluster since this text was opened. ${kept} The fields that moved are marked.`,
      );
    case 'movedUnseen':
      return problem(
        'conflict',
        `Not saved: ${object} was written by somebody else at the same moment, in fields that are not shown. ${kept} Save again.`,
      );
    case 'writeLost':
      return problem(
        'unknownOutcome',
        `It is not known whether your change was written: the answer was lost, and ${object} is now neither what it was nor what was sent. Your text is kept; compare it with Show Live Object.`,
      );
  }
}

/** The sentence for a write whose answer was lost and that no read could find out about, with the read's failure. */
export function describeUnknown(failure: Failure): Problem {
  const why = describeFailure(failure, 'read').message;
  const message = `It is not known whether the change was written. ${why} Your text is kept; saving again reads the object first.`;
  return problem('unknownOutcome', message);
}

/**
 * The failure of a write without what may quote the values that were refused: those of a Secret are shown nowhere but
 * in its own text.
 */
export function withoutWords(failure: Failure): Failure {
  if (failure.kind !== 'status' || ![400, 409, 422].includes(failure.status.code)) return failure;
  const { status } = failure;
  const causes = (status.details?.causes ?? []).map(({ field, reason }) => ({
    ...(field === undefined ? {} : { field }),
    message: reason ?? status.reason,
  }));
  const message = `${status.reason} (its words are left out, since they may quote the Secret)`;
  return { ...failure, status: { ...status, message, details: { causes } } };
}
