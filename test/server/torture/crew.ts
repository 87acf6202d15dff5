import type { Torture, Writer } from './context';
import { createEditorWriter } from './editorWriter';
import { createObjectWriter } from './objectWriter';
import type { WriterName } from './places';
import { applyOverApi, patchOverApi, replaceOverApi, runKubectl, type Submit } from './submit';

/** Everybody who writes. The number stands in ports and counters. */
export const crewNames: readonly WriterName[] = ['e1', 'e2', 'e3', 'r1', 'r2', 'p1', 's1', 'k1', 'k2'].map(
  (name, index) => ({
    name,
    number: index + 1,
  }),
);

/** Our editors, scripts that replace objects, others that patch and apply, and kubectl itself. */
export async function gather(torture: Torture, { faults }: { faults: number }): Promise<Writer[]> {
  const { api, controlPlane } = torture;
  const editors = ['e1', 'e2', 'e3'].map((name) =>
    createEditorWriter(torture, { name: crewName(name), share: 20, faults }),
  );
  const other = (name: string, share: number, submit: Submit, isPartial: boolean): Writer =>
    createObjectWriter(torture, { name: crewName(name), share, submit, isPartial });
  return [
    ...(await Promise.all(editors)),
    other('r1', 10, replaceOverApi(api), false),
    other('r2', 10, replaceOverApi(api), false),
    other('p1', 9, patchOverApi(api), true),
    other('s1', 9, applyOverApi(api), true),
    other('k1', 1, runKubectl(controlPlane, 'patchOrReplace'), true),
    other('k2', 1, runKubectl(controlPlane, 'apply'), true),
  ];
}

function crewName(wanted: string): WriterName {
  return crewNames.find(({ name }) => name === wanted)!;
}

/** Ends them all. */
export async function disband(crew: readonly Writer[]): Promise<void> {
  for (const writer of crew) await writer.close();
}
