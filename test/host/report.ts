import type { SuiteResult } from '../run/suiteResult';

/** What the tests in the extension host are told by whoever starts VS Code. Paths are absolute. */
export interface HostTestSetup {
  /** Where the result goes, as JSON. */
  resultFile: string;
  /** A program that is kubectl. */
  kubectl: string;
  /** The admin's kubeconfig; the variable KUBECONFIG names it too. */
  kubeconfig: string;
  /** The API server's audit log. */
  auditLog: string;
}

/** The environment variable that carries the setup as JSON. */
export const setupVariable = 'KUBERNETES_LIVE_EDIT_HOST_TESTS';

/** The first argument of every console message that belongs to the report. */
export const reportTag = '[host tests]';

/** The setup of the running tests. Throws when they were not started by this project's runner. */
export function readSetup(): HostTestSetup {
  const text = process.env[setupVariable];
  if (text === undefined)
    throw new Error(`${setupVariable} is not set: start these tests with npm run test:host.`);
  return JSON.parse(text) as HostTestSetup;
}

/** A result file's content as it is before any test has run. */
export const nothingRun: SuiteResult = { passed: 0, failed: 0, problems: [] };
