import type { Answer } from '../../../server/src/protocol/messages';

/** The value of an answer; throws its problem's sentence. */
export function valueOf<T>(answer: Answer<T>): T {
  if (answer.kind === 'problem') throw new Error(`${answer.problem.reason}: ${answer.problem.message}`);
  return answer.value;
}
