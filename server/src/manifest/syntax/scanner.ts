import { Cursor, dash, isBlank, isBlankOrEnd, lineFeed, tab, space } from './cursor';
import { KeyCandidates } from './keyCandidates';
import { scanBlock } from './scanBlock';
import { scanPlain } from './scanPlain';
import { scanAnchor, scanDirective, scanTag } from './scanProperties';
import { scanQuoted } from './scanQuoted';
import type { MarkKind, Token } from './tokens';

/**
 * Cuts a text into tokens by the rules of YAML 1.1 as go-yaml v2 (after libyaml) applies them; what it takes and what
 * it refuses is what kubectl and the API server do. After a problem there are only `streamEnd` tokens.
 */
export class Scanner {
  readonly cursor: Cursor;
  #queue: Token[] = [];
  #taken = 0; // in the queue
  #before = 0; // tokens before the queue's first
  #indent = -1;
  readonly #indents: number[] = [];
  readonly #candidates: KeyCandidates;
  #mayStartKey = true;

  constructor(text: string, position: number) {
    this.cursor = new Cursor(text, position);
    this.#candidates = new KeyCandidates(this.cursor);
  }

  /** The next token, which stays the next. */
  peek(): Token {
    while (this.#needsMore()) this.#fetch();
    const token = this.#queue[this.#taken];
    if (token !== undefined && this.cursor.problem === undefined) return token;
    const end = this.cursor.text.length;
    return { kind: 'streamEnd', start: end, end };
  }

  /** Steps over the next token. */
  skip(): void {
    this.peek();
    this.#taken += 1;
    if (this.#taken < this.#queue.length) return;
    this.#before += this.#taken;
    this.#queue = [];
    this.#taken = 0;
  }

  get #isInFlow(): boolean {
    return this.#candidates.isInFlow;
  }

  #needsMore(): boolean {
    if (this.cursor.problem !== undefined) return false;
    if (this.#taken === this.#queue.length) return true;
    return this.#candidates.isOpen(this.#before + this.#taken);
  }

  #fetch(): void {
    const { cursor } = this;
    this.#stepToNextToken();
    this.#closeBlocks(cursor.column);
    const code = cursor.code();
    const character = cursor.text.charAt(cursor.position);
    if (Number.isNaN(code)) {
      cursor.lineStart = -1; // the end is a line of its own: nothing before it can become a key
      this.#endDocument('streamEnd', 0);
    } else if (character === '%' && cursor.column === 0) {
      this.#leaveBlocks();
      this.#push(scanDirective(cursor));
    } else if (cursor.isAtDocumentMark()) {
      this.#endDocument(code === dash ? 'documentStart' : 'documentEnd', 3);
    } else if (character === '[') this.#openFlow('flowListStart');
    else if (character === '{') this.#openFlow('flowMapStart');
    else if (character === ']') this.#closeFlow('flowListEnd');
    else if (character === '}') this.#closeFlow('flowMapEnd');
    else if (character === ',') {
      this.#candidates.drop();
      this.#mayStartKey = true;
      this.#pushMark('comma', 1);
    } else if (character === '-' && isBlankOrEnd(cursor.code(1))) this.#fetchItem();
    else if (character === '?' && (this.#isInFlow || isBlankOrEnd(cursor.code(1)))) this.#fetchKey();
    else if (character === ':' && (this.#isInFlow || isBlankOrEnd(cursor.code(1)))) this.#fetchValue();
    else this.#fetchContent(character);
  }

  #fetchContent(character: string): void {
    const { cursor } = this;
    if ((character === '|' || character === '>') && !this.#isInFlow) {
      this.#candidates.drop();
      this.#mayStartKey = true;
      this.#push(scanBlock(cursor, character === '|' ? 'literal' : 'folded', this.#indent));
      return;
    }
    const next = cursor.code(1);
    const isPlain =
      character === '-'
        ? !isBlank(next)
        : character === '?' || character === ':'
          ? !this.#isInFlow && !isBlankOrEnd(next)
          : !'\t#|>%@`'.includes(character);
    if (!isPlain) {
      cursor.fail(
        character === '\t'
          ? 'A tab cannot stand here; indent with spaces.'
          : `${character} cannot stand here; write a text that begins with it in quotes.`,
      );
      return;
    }
    this.#saveCandidate();
    this.#mayStartKey = false;
    if (character === '*') this.#push(scanAnchor(cursor, 'alias'));
    else if (character === '&') this.#push(scanAnchor(cursor, 'anchor'));
    else if (character === '!') this.#push(scanTag(cursor));
    else if (character === "'") this.#push(scanQuoted(cursor, 'single'));
    else if (character === '"') this.#push(scanQuoted(cursor, 'double'));
    else {
      const { token, endsLine } = scanPlain(cursor, this.#indent + 1, this.#isInFlow);
      this.#push(token);
      if (endsLine) this.#mayStartKey = true;
    }
  }

  /** Blanks, comments and line ends. A tab is no blank where it could be taken for indentation. */
  #stepToNextToken(): void {
    const { cursor } = this;
    if (cursor.position === 0 && cursor.code() === 0xfeff) {
      cursor.position = 1; // a byte order mark has no width
      cursor.lineStart = 1;
    }
    for (;;) {
      while (cursor.code() === space || (cursor.code() === tab && (this.#isInFlow || !this.#mayStartKey)))
        cursor.position += 1;
      if (cursor.text[cursor.position] === '#') cursor.stepToLineEnd();
      if (cursor.code() !== lineFeed) return;
      cursor.stepOverLineEnd();
      if (!this.#isInFlow) this.#mayStartKey = true;
    }
  }

  #fetchItem(): void {
    if (!this.#isInFlow) {
      if (!this.#mayStartKey) this.cursor.fail('A list must begin on a line of its own.');
      this.#openBlock('blockListStart', this.cursor.column, this.cursor.position);
    }
    this.#candidates.drop();
    this.#mayStartKey = true;
    this.#pushMark('item', 1);
  }

  #fetchKey(): void {
    if (!this.#isInFlow) {
      if (!this.#mayStartKey) this.cursor.fail('A key must begin on a line of its own.');
      this.#openBlock('blockMapStart', this.cursor.column, this.cursor.position);
    }
    this.#candidates.drop();
    this.#mayStartKey = !this.#isInFlow;
    this.#pushMark('key', 1);
  }

  #fetchValue(): void {
    const { cursor } = this;
    const candidate = this.#candidates.take();
    if (candidate !== undefined) {
      this.#insert({ kind: 'key', start: candidate.start, end: candidate.start }, candidate.number);
      this.#openBlock('blockMapStart', candidate.column, candidate.start, candidate.number);
      this.#mayStartKey = false;
    } else {
      if (!this.#isInFlow) {
        if (!this.#mayStartKey)
          cursor.fail('No key can stand here: indent it like the keys around it, or put the text in quotes.');
        this.#openBlock('blockMapStart', cursor.column, cursor.position);
      }
      this.#mayStartKey = !this.#isInFlow;
    }
    this.#pushMark('value', 1);
  }

  #openFlow(kind: 'flowListStart' | 'flowMapStart'): void {
    this.#saveCandidate();
    this.#candidates.enterFlow();
    this.#mayStartKey = true;
    this.#pushMark(kind, 1);
  }

  #closeFlow(kind: 'flowListEnd' | 'flowMapEnd'): void {
    this.#candidates.leaveFlow();
    this.#mayStartKey = false;
    this.#pushMark(kind, 1);
  }

  #endDocument(kind: 'streamEnd' | 'documentStart' | 'documentEnd', length: number): void {
    this.#leaveBlocks();
    this.#pushMark(kind, length);
  }

  #leaveBlocks(): void {
    this.#closeBlocks(-1);
    this.#candidates.drop();
    this.#mayStartKey = false;
  }

  #openBlock(kind: 'blockListStart' | 'blockMapStart', column: number, at: number, number?: number): void {
    if (this.#isInFlow || this.#indent >= column) return;
    this.#indents.push(this.#indent);
    this.#indent = column;
    const token: Token = { kind, start: at, end: at };
    if (number === undefined) this.#push(token);
    else this.#insert(token, number);
  }

  #closeBlocks(column: number): void {
    while (!this.#isInFlow && this.#indent > column) {
      const { position } = this.cursor;
      this.#push({ kind: 'blockEnd', start: position, end: position });
      this.#indent = this.#indents.pop() ?? -1;
    }
  }

  #saveCandidate(): void {
    if (!this.#mayStartKey) return;
    const isRequired = !this.#isInFlow && this.#indent === this.cursor.column;
    this.#candidates.save(this.#before + this.#queue.length, isRequired);
  }

  #pushMark(kind: MarkKind, length: number): void {
    const start = this.cursor.position;
    this.cursor.position += length;
    this.#push({ kind, start, end: this.cursor.position });
  }

  #push(token: Token): void {
    this.#queue.push(token);
  }

  #insert(token: Token, number: number): void {
    this.#queue.splice(number - this.#before, 0, token);
  }
}
