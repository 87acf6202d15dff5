import { formatFieldPath } from '../merge/fieldPath';
import type { Change } from '../merge/changes';
import type { SaveQuestion } from '../protocol/messages';
import { isSecret, nameObject, type ObjectRef } from '../protocol/objectRef';
import type { LiveChange } from '../session/merged';
import type { Question } from '../session/outcome';
import { describeValue, describeWriter } from './values';

/** What the user is asked before a write of this document, for a dialog. */
export function describeQuestion(
  question: Question,
  { uri, ref }: { uri: string; ref: ObjectRef },
): SaveQuestion {
  const object = nameObject(ref);
  const secret = isSecret(ref);
  switch (question.kind) {
    case 'confirm': {
      const detail = listed(question.changes.map((change) => describeChange(change, { secret })));
      return { uri, message: `Write ${object} to ${ref.context}?`, detail, yes: 'Save' };
    }
    case 'merge': {
      const detail = listed(question.kept.map((kept) => describeKept(kept, { secret })));
      const message = `${object} was changed in the cluster. Save yours and keep these changes?`;
      return { uri, message, detail, yes: 'Save and Keep Them' };
    }
    case 'terminating': {
      const waits =
        question.finalizers.length === 0
          ? 'It will be gone in a moment.'
          : `It waits for: ${question.finalizers.join(', ')}.`;
      const detail = `${waits} A change may be lost with it.`;
      return { uri, message: `${object} is being deleted. Save all the same?`, detail, yes: 'Save' };
    }
    case 'replaced':
      return {
        uri,
        message: `${object} was deleted and created anew. Save your changes to the new object?`,
        detail:
          'What you changed since you opened the old object becomes a change of the new one. Where both differ you are asked.',
        yes: 'Save to the New Object',
      };
    case 'create':
      return {
        uri,
        message: `${object} was deleted from the cluster. Create it anew?`,
        detail: 'It gets a uid of its own; what depended on the old one may not find it.',
        yes: 'Create Anew',
      };
  }
}

/** `spec.replicas 2 → 5`; without values where they are secret. */
export function describeChange(change: Change, { secret }: { secret: boolean }): string {
  const name = formatFieldPath(change.path);
  if (change.kind === 'order') return `${name} in another order`;
  if (secret || change.kind === 'removed') return change.kind === 'changed' ? name : `${name} ${change.kind}`;
  return change.kind === 'added'
    ? `${name} added (${describeValue(change.after)})`
    : `${name} ${describeValue(change.before)} → ${describeValue(change.after)}`;
}

/** `spec.replicas 2 → 5 (kubectl-scale at 14:03:22)`. */
export function describeKept({ change, writer }: LiveChange, options: { secret: boolean }): string {
  return `${describeChange(change, options)} (${describeWriter(writer)})`;
}

/** One a line, and no more than fit into a dialog. */
function listed(lines: string[]): string {
  const shown = lines.slice(0, mostLines);
  const left = lines.length - shown.length;
  return [...shown, ...(left > 0 ? [`and ${left} more`] : [])].join('\n');
}

const mostLines = 15;
