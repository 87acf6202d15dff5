import { formatFieldPath } from '../merge/fieldPath';
import type { Problem } from '../protocol/messages';
import type { Failure, Status } from '../session/ports';
import type { Refusal } from '../session/ours';
import type { Conflicted, Gone } from '../session/outcome';
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

/** What a save waits for, e.g. that the API server takes requests again. */
export function describeWaiting(failure: Failure, milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1_000);
  const words = failure.kind === 'status' ? failure.status.message : describeFailure(failure, 'save').message;
  return `The API server is busy (${words}). Trying again in ${seconds} s.`;
}

/** The sentence for a save that stands against changes of others, which leaves the text as it is. */
export function describeConflicted(
  object: string,
  { conflicts, perhapsWritten = false }: Conflicted,
): Problem {
  if (conflicts.length === 0)
    return problem(
      'busy',
      `Not saved: ${object} is written by others so often that no save got through. Your text is kept; nothing was written. Save again.`,
    );
  const fields = conflicts.slice(0, mostNamed).map(({ path }) => formatFieldPath(path));
  const left = conflicts.length - fields.length;
  const written = perhapsWritten
    ? 'it is not known whether a part of it was written before, since an answer was lost.'
    : 'nothing was written.';
  const named = left > 0 ? `${fields.join(', ')} and ${left} more` : fields.join(', ');
  return problem(
    'conflict',
    `Not saved: you and others have both changed ${named} of ${object}. Your text is kept; ${written} Choose Keep Yours or Take Live on the marked fields (F8 leads to them) and save again.`,
  );
}

/** The sentence for a save of an object that is not there any more. */
export function describeGone(object: string, { live }: Gone): Problem {
  const kept = 'Your text is kept; nothing was written.';
  return live === undefined
    ? problem('notFound', `Not saved: ${object} was deleted from the cluster. ${kept}`)
    : problem(
        'conflict',
        `Not saved: ${object} was deleted and created anew; this text belongs to the object that was deleted. ${kept}`,
      );
}

/** The sentence for a save that the user did not want after all. */
export function describeDeclined(object: string): Problem {
  return problem('declined', `Not saved: you chose not to write ${object}. Your text is kept.`);
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
  if (failure.kind !== 'status' || !mayQuote(failure.status)) return failure;
  const { status } = failure;
  const causes = (status.details?.causes ?? []).map(({ field, reason }) => ({
    ...(field === undefined ? {} : { field }),
    message: reason ?? status.reason,
  }));
  const message = `${status.reason} (its words are left out, since they may quote the Secret)`;
  return { ...failure, status: { ...status, message, details: { causes } } };
}

/**
 * Whether an answer may be about values. What the API server says of rights, names the kind that they are for and has no
 * causes, as an admission policy gives them; a webhook's refusal names none.
 */
function mayQuote({ code, details }: Status): boolean {
  if (code === 403) return details?.kind === undefined || (details.causes ?? []).length > 0;
  return !codesOfNoValue.has(code);
}

/** Not signed in, not there, busy: the request was not looked into. */
const codesOfNoValue: ReadonlySet<number> = new Set([401, 404, 429, 503, 504]);

const mostNamed = 3;
