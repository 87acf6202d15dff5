import type { ScalarStyle } from './nodes';

/** What is wrong with a text, and where. */
export interface SyntaxProblem {
  kind: 'syntax' | 'depthLimit';
  message: string;
  start: number;
  end: number;
}

/** Reports a problem at an offset; without an end it is one character long. */
export type Fail = (message: string, start: number, end?: number, kind?: SyntaxProblem['kind']) => void;

/** Where a token stands. */
export interface TokenPlace {
  start: number;
  end: number;
  /** Where its line begins, and how many characters stand before it there. */
  lineStart: number;
  column: number;
  /** Whether it is the first on its line. */
  isFirst: boolean;
  /** Whether a key, or a collection in block style, may begin here. */
  mayStartKey: boolean;
}

/** The tokens that are no more than what they are. */
export type MarkKind =
  | 'streamEnd'
  | 'versionDirective'
  | 'documentStart'
  | 'documentEnd'
  | 'flowListStart'
  | 'flowListEnd'
  | 'flowMapStart'
  | 'flowMapEnd'
  | 'item'
  | 'comma'
  | 'key'
  | 'value';

/** What a token is. */
export type TokenContent =
  | { kind: MarkKind }
  | { kind: 'alias' | 'anchor'; name: string }
  | { kind: 'tag'; handle: string; suffix: string }
  | { kind: 'tagDirective'; handle: string; prefix: string }
  | { kind: 'scalar'; style: ScalarStyle; text: string };

export type Token = TokenPlace & TokenContent;

/** Whether a document ends before such a token. */
export function endsDocument(kind: Token['kind']): boolean {
  return (
    kind === 'versionDirective' ||
    kind === 'tagDirective' ||
    kind === 'documentStart' ||
    kind === 'documentEnd' ||
    kind === 'streamEnd'
  );
}
