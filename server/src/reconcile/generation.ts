import { fieldAt } from '../merge/fieldAt';
import type { JsonObject, JsonValue } from '../merge/json';

/** A generation as it was sent; a bigint beyond 2^53. To be compared by `<` and `>` only, which take both. */
export type Generation = number | bigint;

/** How far a controller says that it has read the spec (Kubernetes API conventions, metadata and typical status). */
export type GenerationState =
  | { kind: 'observed'; generation: Generation }
  /** `observed` is 0 where the controller says that it has seen none at all. */
  | { kind: 'notYetObserved'; generation: Generation; observed: Generation }
  /** Nothing says which generation the status is of. */
  | { kind: 'notReported'; generation: Generation }
  /** A status of more generations than there are: of another history, as after a restore from a backup. */
  | { kind: 'ahead'; generation: Generation; observed: Generation }
  /** The kind has no generations, the object is older than them, or the server does not count them for its kind. */
  | { kind: 'noGeneration' };

/** The generation of an object against its `status.observedGeneration`. */
export function generationState(object: JsonObject): GenerationState {
  return compareGenerations(readGeneration(object), readObserved(object));
}

/** `metadata.generation`; undefined where there is none. It begins with 1: 0 is what old servers send for none. */
export function readGeneration(object: JsonObject): Generation | undefined {
  const generation = asGeneration(fieldAt(object, ['metadata', 'generation']));
  return generation !== undefined && generation > 0 ? generation : undefined;
}

/** `status.observedGeneration`; undefined where there is none. */
export function readObserved(object: JsonObject): Generation | undefined {
  return asGeneration(fieldAt(object, ['status', 'observedGeneration']));
}

/** The value as a generation; undefined for all but whole numbers from 0 that fit into 64 bits. */
export function asGeneration(value: JsonValue | undefined): Generation | undefined {
  const isWhole = typeof value === 'bigint' || (typeof value === 'number' && Number.isInteger(value));
  return isWhole && value >= 0 && value <= largest ? value : undefined;
}

const largest = 2n ** 63n - 1n;

/** A generation against the one that something is said to be of. */
export function compareGenerations(
  generation: Generation | undefined,
  observed: Generation | undefined,
): GenerationState {
  if (generation === undefined) return { kind: 'noGeneration' };
  if (observed === undefined) return { kind: 'notReported', generation };
  if (observed < generation) return { kind: 'notYetObserved', generation, observed };
  return observed > generation ? { kind: 'ahead', generation, observed } : { kind: 'observed', generation };
}
