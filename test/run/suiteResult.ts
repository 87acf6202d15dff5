/** What a suite came to. `problems` names every failed test or says why the suite could not run. */
export interface SuiteResult {
  passed: number;
  failed: number;
  problems: string[];
}

/** A result that counts as one failure, for a suite that could not run or did not run as it should. */
export function failedSuite(problem: string): SuiteResult {
  return { passed: 0, failed: 1, problems: [problem] };
}

/** The result with one failure more where nothing has failed although it should have, or where nothing ran at all. */
export function withoutSilence(result: SuiteResult, succeeded: { succeeded: boolean }): SuiteResult {
  if (result.failed > 0) return result;
  const problem = !succeeded.succeeded
    ? 'ended with an error although no test failed'
    : result.passed === 0
      ? 'no test ran'
      : undefined;
  return problem === undefined ? result : { ...result, failed: 1, problems: [...result.problems, problem] };
}
