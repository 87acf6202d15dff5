import type { Cursor } from './cursor';

/** A token that turns out to be a key when a colon follows it on its line. */
export interface KeyCandidate {
  start: number;
  lineStart: number;
  column: number;
  /** Its number among all tokens. */
  number: number;
  /** Nothing but a key can stand here: it is at the column of a block map's keys. */
  isRequired: boolean;
}

/** The tokens that may still become keys: at most one in each flow collection that is open, and one outside. */
export class KeyCandidates {
  readonly #cursor: Cursor;
  readonly #levels: (KeyCandidate | undefined)[] = [undefined];
  /** The level of each candidate, by its number. */
  readonly #levelOf = new Map<number, number>();

  constructor(cursor: Cursor) {
    this.#cursor = cursor;
  }

  get isInFlow(): boolean {
    return this.#levels.length > 1;
  }

  enterFlow(): void {
    this.#levels.push(undefined);
  }

  leaveFlow(): void {
    this.drop();
    if (this.isInFlow) this.#levels.pop();
  }

  /** Makes the token that begins here, with this number, the innermost level's candidate. */
  save(number: number, isRequired: boolean): void {
    this.drop();
    const { position, lineStart, column } = this.#cursor;
    this.#levels[this.#levels.length - 1] = { start: position, lineStart, column, number, isRequired };
    this.#levelOf.set(number, this.#levels.length - 1);
  }

  /** Whether the token of this number may still become a key. */
  isOpen(number: number): boolean {
    const level = this.#levelOf.get(number);
    return level !== undefined && this.#valid(level) !== undefined;
  }

  /** The innermost level's candidate, which a colon here makes a key. It is a candidate no longer. */
  take(): KeyCandidate | undefined {
    const candidate = this.#valid(this.#levels.length - 1);
    this.#forget(this.#levels.length - 1);
    return candidate;
  }

  /** Rules the innermost level's candidate out. */
  drop(): void {
    const candidate = this.#levels.at(-1);
    if (candidate?.isRequired === true) this.#failForMissingColon(candidate);
    this.#forget(this.#levels.length - 1);
  }

  /** A key must end on its line, within 1,024 characters. */
  #valid(level: number): KeyCandidate | undefined {
    const candidate = this.#levels[level];
    if (candidate === undefined) return undefined;
    const { position, lineStart, text } = this.#cursor;
    const isStale =
      candidate.lineStart !== lineStart ||
      (position - candidate.start > 1024 && countCharacters(text.slice(candidate.start, position)) > 1024);
    if (!isStale) return candidate;
    if (candidate.isRequired) this.#failForMissingColon(candidate);
    this.#forget(level);
    return undefined;
  }

  #forget(level: number): void {
    const candidate = this.#levels[level];
    if (candidate !== undefined) this.#levelOf.delete(candidate.number);
    this.#levels[level] = undefined;
  }

  #failForMissingColon({ start }: KeyCandidate): void {
    const lineEnd = this.#cursor.text.indexOf('\n', start);
    this.#cursor.fail('A colon must follow this key.', start, lineEnd === -1 ? Infinity : lineEnd);
  }
}

/** Surrogate pairs count once. */
function countCharacters(text: string): number {
  return text.length - (text.match(/[\uD800-\uDBFF]/g)?.length ?? 0);
}
