import { BlockParser } from './blockParser';
import type { YamlNode } from './nodes';
import { TokenStream } from './tokenStream';
import { endsDocument, type SyntaxProblem, type Token } from './tokens';

/** A document of a YAML stream. `root` is undefined where it is empty; what is broken has a problem and no root. */
export interface SyntaxDocument {
  root: YamlNode | undefined;
  problem: SyntaxProblem | undefined;
  /** The document's part of the text, its `---` and directives included. */
  start: number;
  end: number;
}

/**
 * The documents of a text whose lines end with LF, by the grammar of go-yaml v2. Never throws. A broken document ends
 * where a line begins with `---`, and so does not keep the next ones from being read.
 */
export function parseSyntax(text: string): SyntaxDocument[] {
  const documents: SyntaxDocument[] = [];
  let start = 0;
  let parser = new DocumentParser(text, start, true);
  for (;;) {
    const document = parser.parseDocument();
    if (document === undefined) return documents;
    const { problem } = parser;
    if (problem === undefined) {
      documents.push({ root: document.root, problem, start, end: document.end });
      start = document.end;
      continue;
    }
    const end = findDocumentStart(text, Math.max(problem.start, start + 1));
    documents.push({ root: undefined, problem, start, end });
    if (end === text.length) return documents;
    start = end;
    parser = new DocumentParser(text, start, false);
  }
}

function findDocumentStart(text: string, from: number): number {
  const pattern = /^---(?=[ \t\n]|$(?!\n))/gm;
  pattern.lastIndex = from;
  return pattern.exec(text)?.index ?? text.length;
}

const standardHandles: [string, string][] = [
  ['!', '!'],
  ['!!', 'tag:yaml.org,2002:'],
];

const behindTheEnd =
  'Nothing may stand behind the end of the object; another one needs a line --- before it.';

class DocumentParser {
  readonly #tokens: TokenStream;
  #mayBeImplicit: boolean;

  constructor(text: string, position: number, mayBeImplicit: boolean) {
    this.#tokens = new TokenStream(text, position);
    this.#mayBeImplicit = mayBeImplicit;
  }

  get problem(): SyntaxProblem | undefined {
    return this.#tokens.problem;
  }

  /** The next document; undefined at the end of the stream. */
  parseDocument(): { root: YamlNode | undefined; end: number } | undefined {
    if (!this.#mayBeImplicit) while (this.#peek().kind === 'documentEnd') this.#tokens.skip();
    if (this.#peek().kind === 'streamEnd' && this.problem === undefined) return undefined;
    const directives = this.#parseDirectives();
    if (this.#peek().kind === 'documentStart') this.#tokens.skip();
    else if (directives.any || !this.#mayBeImplicit) this.#fail(behindTheEnd);
    this.#mayBeImplicit = false;
    const isEmpty = endsDocument(this.#peek().kind);
    const root = isEmpty ? undefined : new BlockParser(this.#tokens, directives.handles).parseNode(0);
    const end = this.#peek().kind === 'documentEnd' ? this.#peek().end : this.#peek().start;
    if (!endsDocument(this.#peek().kind)) this.#fail(behindTheEnd);
    return { root, end };
  }

  #parseDirectives(): { any: boolean; handles: Map<string, string> } {
    const handles = new Map<string, string>();
    let hasVersion = false;
    for (;;) {
      const token = this.#peek();
      if (token.kind === 'versionDirective') {
        if (hasVersion) this.#fail('There may be one %YAML line only.');
        hasVersion = true;
      } else if (token.kind === 'tagDirective') {
        if (handles.has(token.handle)) this.#fail(`The handle ${token.handle} is declared twice.`);
        handles.set(token.handle, token.prefix);
      } else break;
      this.#tokens.skip();
    }
    const any = hasVersion || handles.size > 0;
    return { any, handles: new Map([...standardHandles, ...handles]) };
  }

  #peek(): Token {
    return this.#tokens.peek();
  }

  #fail(message: string): void {
    const { start, end } = this.#peek();
    this.#tokens.fail(message, start, Math.max(end, start + 1));
  }
}
