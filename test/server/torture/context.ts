import type { JsonObject } from '../../../server/src/merge/json';
import type { ControlPlane } from '../../cluster/controlPlane';
import type { Random } from '../merge/random';
import type { Api } from './api';
import type { Journal } from './journal';
import { acknowledge, type Account, findDifferences, followMoves } from './ledger';
import { marksOf, pathOf, type TargetObject } from './objects';
import { findMiscount, findMisplaced } from './placement';
import type { Mark, WriterName } from './places';

/** What is counted over a run. */
export interface Counts {
  rounds: number;
  saves: number;
  merges: number;
  conflicts: number;
  strangeConflicts: number;
  unknown: number;
  problems: Record<string, number>;
  moved: number;
  faults: Record<string, number>;
  restarts: number;
  increments: number;
  undos: number;
  reloads: number;
  kubectl: number;
  checkpoints: number;
}

/** What all writers of a run share. */
export interface Torture {
  seed: number;
  controlPlane: ControlPlane;
  api: Api;
  writers: readonly WriterName[];
  counts: Counts;
  journal: Journal;
  /** Values of the shared fields that may be there, by the object's name. */
  shared: Map<string, Set<string>>;
  account: (target: TargetObject, writer: WriterName) => Account;
}

/** Somebody who writes. A round is one attempt to change something. */
export interface Writer {
  name: WriterName;
  /** How many of a hundred rounds are this writer's. */
  share: number;
  round: (random: Random) => Promise<void>;
  /** Brings everything that is on its way to an end, without faults. */
  settle: () => Promise<void>;
  /** Compares what is shown with the cluster, when everybody has come to rest. */
  checkTexts: () => Promise<void>;
  close: () => Promise<void>;
}

/** What a writer has just been told of its attempt. */
export type Told = Parameters<typeof findDifferences>[2];

/** Reads an object and compares it with everything that its writer was told. Returns the object as it is. */
export async function verify(
  torture: Torture,
  { target, writer, told }: { target: TargetObject; writer: WriterName; told: Told },
): Promise<JsonObject> {
  const object = await torture.api.read(pathOf(target));
  compare(torture, { target, writer, told, found: marksOf(target, object, writer) });
  inspect(torture, target, object);
  return object;
}

/** Reports what is wrong with a writer's marks as they were found. */
export function compare(
  torture: Torture,
  { target, writer, told, found }: { target: TargetObject; writer: WriterName; told: Told; found: Mark[] },
): void {
  const account = torture.account(target, writer);
  followMoves(account, found);
  const differences = findDifferences(account, found, told);
  for (const { kind, what } of differences)
    torture.journal.report({ kind, target, what: `${writer.name}: ${what} (told: ${told.kind})` });
  if (differences.length > 0) acknowledge(account, found); // so that it is not reported again
}

/** Reports what is wrong with an object as a whole. */
export function inspect({ journal, writers }: Torture, target: TargetObject, object: JsonObject): void {
  for (const what of findMisplaced(target, object, writers))
    journal.report({ kind: 'misplaced', target, what });
  const miscount = findMiscount(target, object, writers);
  if (miscount !== undefined) journal.report({ kind: 'lost', target, what: miscount });
}
