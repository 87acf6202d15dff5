import type { SessionResult, UserDecision } from './contract';
import { decide, type DecidedEdit } from './decide';
import type { Apply, Entry } from './entry';
import { endMerge } from './mergeView';
import { awaitsEdit, expectEdit, forgetEdits, receiveText } from './transitions';

export interface CarryOutOptions {
  /** Has the editor make an edit; resolves to whether it was made. */
  makeEdit: (edit: DecidedEdit) => Promise<boolean>;
  apply: Apply;
}

/** Carries a decision on conflicts out: the editor makes an edit, and the base follows with the edited text. */
export async function carryOut(
  entry: Entry,
  decision: UserDecision,
  { makeEdit, apply }: CarryOutOptions,
): Promise<SessionResult<undefined>> {
  const { document, merging } = entry;
  const { uri } = document;
  if (entry.saving !== undefined) return { kind: 'failed', failure: { kind: 'saving', uri } };
  const edit =
    decision.kind === 'merged'
      ? merging && endMerge(document, merging, decision.text)
      : decide(document, decision);
  if (edit === undefined) return { kind: 'failed', failure: { kind: 'noConflict', uri } };
  if (typeof edit === 'string') return { kind: 'failed', failure: { kind: 'notMerged', uri, why: edit } };
  entry.document = expectEdit(entry.document, edit);
  const isMade = await makeEdit(edit);
  // An edit that changes nothing may not be told of.
  if (isMade && awaitsEdit(entry.document)) apply(entry, receiveText(entry.document, edit.text));
  apply(entry, { document: forgetEdits(entry.document) });
  return { kind: 'ok', value: undefined };
}
