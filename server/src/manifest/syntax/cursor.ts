/** What is wrong with a text, and where. */
export interface SyntaxProblem {
  kind: 'syntax' | 'depthLimit';
  message: string;
  start: number;
  end: number;
}

/** A place in a text. Lines end with LF. After `fail` it stands at the end, so that every loop comes to an end. */
export class Cursor {
  readonly text: string;
  position: number;
  lineStart: number;
  problem: SyntaxProblem | undefined;

  constructor(text: string, position: number) {
    this.text = text;
    this.position = position;
    this.lineStart = position;
  }

  /** The UTF-16 code at the position or some characters behind it; NaN at the end. */
  code(ahead = 0): number {
    return this.text.charCodeAt(this.position + ahead);
  }

  get column(): number {
    return this.position - this.lineStart;
  }

  /** Steps over the LF at the position. */
  stepOverLineEnd(): void {
    this.position += 1;
    this.lineStart = this.position;
  }

  stepOverBlanks(): void {
    while (isBlank(this.code())) this.position += 1;
  }

  stepToLineEnd(): void {
    const end = this.text.indexOf('\n', this.position);
    this.position = end === -1 ? this.text.length : end;
  }

  /** Whether `---` or `...` stands here at the start of a line, with nothing directly behind it. */
  isAtDocumentMark(): boolean {
    if (this.position !== this.lineStart) return false;
    const code = this.code();
    return (
      (code === dash || code === dot) &&
      this.code(1) === code &&
      this.code(2) === code &&
      isBlankOrEnd(this.code(3))
    );
  }

  /** Remembers the first problem and gives up. */
  fail(
    message: string,
    start: number = this.position,
    end: number = start + 1,
    kind: SyntaxProblem['kind'] = 'syntax',
  ): void {
    this.problem ??= { kind, message, start, end: Math.min(end, this.text.length) };
    this.position = this.text.length;
  }
}

export const dash = 0x2d;
export const dot = 0x2e;
export const lineFeed = 0x0a;
export const tab = 0x09;
export const space = 0x20;

export function isBlank(code: number): boolean {
  return code === space || code === tab;
}

export function isLineEnd(code: number): boolean {
  return code === lineFeed || Number.isNaN(code);
}

export function isBlankOrEnd(code: number): boolean {
  return code === space || code === tab || code === lineFeed || Number.isNaN(code);
}

export function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}
