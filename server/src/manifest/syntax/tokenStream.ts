import { readBlock } from './blockText';
import { isBlankOrEnd, isDocumentMarkAt, readPlain } from './plainText';
import { readAnchor, readDirective, readTag, type EndedContent } from './properties';
import { findEndOfQuoted, unquote } from './quotedText';
import type { Fail, MarkKind, SyntaxProblem, Token, TokenContent } from './tokens';

/** How deep collections may be nested. Objects of Kubernetes stay below 100. */
const depthLimit = 1200;

/**
 * Cuts a text, whose lines end with LF, into tokens by the rules of YAML 1.1 as go-yaml v2 (after libyaml) applies them; what
 * it takes and what it refuses is what kubectl and the API server do. After a problem there are only `streamEnd` tokens.
 */
export class TokenStream {
  /** The column of the innermost collection in block style, or −1; whoever reads the tokens sets it. */
  indent = -1;
  problem: SyntaxProblem | undefined;
  readonly #text: string;
  readonly #keys = new Map<string, string>();
  #position: number;
  #lineStart: number;
  #isLineFresh = true;
  #flowLevel = 0;
  #depth = 0;
  #previous: Token | undefined;
  #next: Token | undefined;

  constructor(text: string, position: number) {
    this.#text = text;
    this.#lineStart = position;
    this.#position = position;
  }

  /** The next token, which stays the next. */
  peek(): Token {
    if (this.problem === undefined) this.#next ??= this.#read();
    if (this.problem === undefined && this.#next !== undefined) return this.#next;
    const end = this.#text.length;
    return {
      kind: 'streamEnd',
      start: end,
      end,
      lineStart: end,
      column: -1,
      isFirst: true,
      mayStartKey: true,
    };
  }

  /** Steps over the next token. */
  skip(): void {
    this.#previous = this.peek();
    this.#next = undefined;
  }

  /** Whether the next token is the colon behind a key, which must end on its line, within 1,024 characters. */
  isColonOf(key: Token): boolean {
    const { kind, start, lineStart } = this.peek();
    const length = start - key.start;
    if (kind !== 'value' || lineStart !== key.lineStart || length > 2048) return false;
    if (length <= 1024) return true;
    const pairs = this.#text.slice(key.start, start).match(/[\uD800-\uDBFF]/g); // count once
    return length - (pairs?.length ?? 0) <= 1024;
  }

  /** Notes that a collection begins at a token. */
  enter({ start }: Token): void {
    this.#depth += 1;
    if (this.#depth <= depthLimit) return;
    const message = `More than ${depthLimit} maps and lists stand inside one another.`;
    this.fail(message, start, start + 1, 'depthLimit');
  }

  /** Notes that the innermost collection ends. */
  leave(): void {
    this.#depth -= 1;
  }

  /** Remembers the first problem and gives up. */
  readonly fail: Fail = (message, start, end = start + 1, kind = 'syntax') => {
    this.problem ??= { kind, message, start, end: Math.min(end, this.#text.length) };
  };

  #read(): Token | undefined {
    this.#skipBlanks();
    const start = this.#position;
    if (this.problem !== undefined || start >= this.#text.length) return undefined;
    const place = {
      start,
      lineStart: this.#lineStart,
      column: start - this.#lineStart,
      isFirst: this.#isLineFresh,
      mayStartKey: this.#mayStartKey,
    };
    this.#isLineFresh = false;
    this.#position = start + 1;
    const content = this.#readContent(start);
    return { ...place, end: this.#position, ...content };
  }

  /** Blanks, comments and line ends. A tab is no blank where it could be taken for indentation. */
  #skipBlanks(): void {
    if (this.#position === 0 && this.#text.startsWith('\ufeff')) this.#goTo(1, 1); // it has no width
    for (;;) {
      const character = this.#text[this.#position];
      if (character === '\t' && this.#flowLevel === 0 && this.#mayStartKey) {
        this.fail('A tab cannot stand here; indent with spaces.', this.#position);
        return;
      }
      if (character === '#') {
        const end = this.#text.indexOf('\n', this.#position);
        this.#position = end === -1 ? this.#text.length : end;
      } else if (character === '\n') {
        this.#goTo(this.#position + 1, this.#position + 1);
        this.#isLineFresh = true;
      } else if (character === ' ' || character === '\t') this.#position += 1;
      else return;
    }
  }

  #goTo(position: number, lineStart: number): void {
    this.#position = position;
    this.#lineStart = lineStart;
  }

  get #mayStartKey(): boolean {
    const previous = this.#previous;
    if (this.#isLineFresh || this.#flowLevel > 0 || previous === undefined) return this.#isLineFresh;
    return (
      previous.kind === 'item' || previous.kind === 'key' || (previous.kind === 'value' && previous.isFirst)
    );
  }

  /** What the token at an offset is. Sets the position behind it, and gives the end where that is another. */
  #readContent(start: number): TokenContent & { end?: number } {
    const character = this.#text.charAt(start);
    const isAtLineStart = start === this.#lineStart;
    const isInFlow = this.#flowLevel > 0;
    if (isAtLineStart && character === '%') return this.#pass(readDirective(this.#text, start, this.fail));
    if (isAtLineStart && isDocumentMarkAt(this.#text, start)) {
      this.#position = start + 3;
      return { kind: character === '-' ? 'documentStart' : 'documentEnd' };
    }
    const isAlone = isBlankOrEnd(this.#text.charCodeAt(start + 1));
    const mark = marks.get(character);
    if (mark !== undefined) {
      const isMark = !'-?:'.includes(character) || isAlone || (isInFlow && character !== '-');
      if (isMark) return this.#readMark(mark);
    }
    switch (character) {
      case '&':
      case '*':
        return this.#pass(readAnchor(this.#text, start, this.fail));
      case '!':
        return this.#pass(readTag(this.#text, start, this.fail));
      case "'":
      case '"':
        return this.#readQuoted(start, character === '"' ? 'double' : 'single');
    }
    if (!isInFlow && (character === '|' || character === '>')) return this.#readBlock(start);
    if ('|>%@`'.includes(character))
      this.fail(`${character} cannot stand here; write a text that begins with it in quotes.`, start);
    return this.#readPlain(start, isInFlow);
  }

  #pass(content: EndedContent): EndedContent {
    this.#position = content.end;
    return content;
  }

  #readMark(kind: MarkKind): TokenContent {
    if (kind === 'flowListStart' || kind === 'flowMapStart') this.#flowLevel += 1;
    else if (this.#flowLevel > 0 && (kind === 'flowListEnd' || kind === 'flowMapEnd')) this.#flowLevel -= 1;
    return { kind };
  }

  #readPlain(start: number, isInFlow: boolean): EndedContent {
    const indent = this.indent + 1;
    const { text, end, next } = readPlain(this.#text, { start, indent, isInFlow }, this.fail);
    this.#passLines(next);
    const isKey = this.#text[next] === ':';
    return { kind: 'scalar', style: 'plain', text: isKey ? this.#shareKey(text) : text, end };
  }

  /** The one text of all equal keys: the maps of a list repeat theirs very often. */
  #shareKey(key: string): string {
    const shared = this.#keys.get(key);
    if (shared !== undefined) return shared;
    this.#keys.set(key, key);
    return key;
  }

  #readQuoted(start: number, style: 'single' | 'double'): TokenContent {
    const end = findEndOfQuoted(this.#text, start);
    if (end === undefined) {
      this.fail('This quote is never closed.', start);
      return { kind: 'streamEnd' };
    }
    const quoted = this.#text.slice(start, end);
    const mark = /\n(?:---|\.\.\.)(?=[ \t\n])/.exec(quoted)?.index;
    if (mark !== undefined)
      this.fail('A document mark must not stand inside quotes.', start + mark + 1, start + mark + 4);
    const text = unquote(quoted, start, this.fail);
    this.#passLines(end);
    this.#isLineFresh = false;
    return { kind: 'scalar', style, text };
  }

  #readBlock(start: number): TokenContent & { end: number } {
    const { style, text, end, next } = readBlock(this.#text, start, this.indent, this.fail);
    this.#goTo(next, next);
    this.#isLineFresh = true;
    return { kind: 'scalar', style, text, end };
  }

  /** Steps to an offset, perhaps on another line. */
  #passLines(next: number): void {
    const passed = this.#text.slice(this.#position, next);
    const lineEnd = passed.lastIndexOf('\n');
    if (lineEnd !== -1) this.#lineStart = this.#position + lineEnd + 1;
    if (lineEnd !== -1) this.#isLineFresh = true;
    this.#position = next;
  }
}

const marks: ReadonlyMap<string, MarkKind> = new Map<string, MarkKind>([
  ['-', 'item'],
  ['?', 'key'],
  [':', 'value'],
  [',', 'comma'],
  ['[', 'flowListStart'],
  [']', 'flowListEnd'],
  ['{', 'flowMapStart'],
  ['}', 'flowMapEnd'],
]);
