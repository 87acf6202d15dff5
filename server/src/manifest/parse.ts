import { Composer, isScalar, Parser, type CST, type Document, type Node } from 'yaml';
import type { Finding } from './toValue';

/** How deep maps and lists may be nested. Objects of Kubernetes stay below 100; the API server stops at 10,000. */
export const depthLimit = 1200;

/** A document of a stream, with what is wrong with it. */
export interface ParsedDocument {
  root: Node | undefined;
  start: number;
  end: number;
  findings: Finding[];
}

/** The documents of a YAML stream with LF line ends. Never throws; texts without content give no document. */
export function parseDocuments(source: string): ParsedDocument[] {
  const composer = new Composer({
    schema: 'failsafe', // every scalar comes as its text: what it means is decided elsewhere
    uniqueKeys: false, // found in linear time elsewhere
    keepSourceTokens: true,
    prettyErrors: false,
    logLevel: 'error',
    resolveKnownTags: false,
  });
  const documents: ParsedDocument[] = [];
  const add = (document: Document.Parsed): void => {
    const [start, , end] = document.range;
    documents.push({ root: contentOf(document), start, end, findings: syntaxErrors(document) });
  };
  try {
    for (const token of new Parser().parse(source)) {
      const deep = token.type === 'document' ? findDeepToken(token) : undefined;
      if (deep !== undefined) documents.push(tooDeep(token.offset, source.length, deep));
      else for (const document of composer.next(token)) add(document);
    }
    for (const document of composer.end(true, source.length)) add(document);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    documents.push(tooDeep(0, source.length, 0)); // out of stack
  }
  return documents;
}

/** Undefined for a document that holds nothing but comments. */
function contentOf({ contents }: Document.Parsed): Node | undefined {
  const isNothing =
    isScalar(contents) &&
    contents.range[0] === contents.range[1] &&
    contents.anchor === undefined &&
    contents.tag === undefined;
  return contents === null || isNothing ? undefined : contents;
}

function syntaxErrors(document: Document.Parsed): Finding[] {
  return document.errors.map(({ code, message, pos }) => ({
    kind: code === 'RESOURCE_EXHAUSTION' ? 'depthLimit' : 'syntax',
    severity: 'error',
    message: `${message.replace(/\.$/, '')}.`,
    span: pos,
  }));
}

function tooDeep(start: number, end: number, at: number): ParsedDocument {
  const message = `More than ${depthLimit} maps and lists inside one another.`;
  return {
    root: undefined,
    start,
    end,
    findings: [{ kind: 'depthLimit', severity: 'error', message, span: [at, at + 1] }],
  };
}

/** The offset of a token that lies below the depth limit. Composing is recursive, so it is looked for first. */
function findDeepToken(document: CST.Document): number | undefined {
  let level: CST.Token[] = document.value === undefined ? [] : [document.value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > depthLimit) return level[0]?.offset;
    level = level.flatMap((token) =>
      'items' in token
        ? token.items.flatMap(({ key, value }) =>
            [key, value].filter((part) => part !== undefined && part !== null),
          )
        : [],
    );
  }
  return undefined;
}
