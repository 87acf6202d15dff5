import type { MapEntry, ListItem, ScalarNode, YamlNode } from './syntax/nodes';

/** A JSON value of a text, as the nodes that YAML's flow style has for it, and the offset behind it. */
export interface JsonSyntax {
  /** Undefined where there is no JSON; then it ends where that became clear. */
  root: YamlNode | undefined;
  end: number;
}

/** As deep as YAML is read. */
const depthLimit = 1200;

/**
 * The JSON value that begins at an offset, by RFC 8259 as Go's encoding/json reads it.
 * What of JSON is no YAML (two escapes for one character, long keys, keys with line ends behind them) is read as well.
 */
export function parseJsonSyntax(text: string, start: number): JsonSyntax {
  const parser = new JsonParser(text, start);
  const root = parser.parseValue(0);
  return { root, end: root?.end ?? parser.position };
}

/** The first offset from the given one on that is no blank of JSON. */
export function skipJsonBlanks(text: string, start: number): number {
  let offset = start;
  while (offset < text.length && ' \t\n\r'.includes(text.charAt(offset))) offset += 1;
  return offset;
}

const stringPattern = /"[^"\\\p{Cc}]*(?:(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})|[\x7f-\x9f])[^"\\\p{Cc}]*)*"/uy;
const plainPattern = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])/y;
const loneSurrogates = /[\uD800-\uDFFF]/gu;

class JsonParser {
  readonly #text: string;
  #position: number;

  constructor(text: string, position: number) {
    this.#text = text;
    this.#position = position;
  }

  get position(): number {
    return this.#position;
  }

  parseValue(depth: number): YamlNode | undefined {
    this.#position = skipJsonBlanks(this.#text, this.#position);
    switch (this.#text[this.#position]) {
      case '{':
        return depth < depthLimit ? this.#parseMap(depth + 1) : undefined;
      case '[':
        return depth < depthLimit ? this.#parseList(depth + 1) : undefined;
      case '"':
        return this.#parseString();
      default:
        return this.#parsePlain();
    }
  }

  #parseMap(depth: number): YamlNode | undefined {
    const contentStart = this.#position;
    const entries: MapEntry[] = [];
    const end = this.#parseMembers('}', () => {
      const key = this.#parseString();
      const colon = skipJsonBlanks(this.#text, this.#position);
      if (key === undefined || this.#text[colon] !== ':') return false;
      this.#position = colon + 1;
      const value = this.parseValue(depth);
      if (value !== undefined) entries.push({ start: key.contentStart, key, colon, value });
      return value !== undefined;
    });
    if (end === undefined) return undefined;
    return { kind: 'map', style: 'flow', entries, contentStart, end, properties: undefined };
  }

  #parseList(depth: number): YamlNode | undefined {
    const contentStart = this.#position;
    const items: ListItem[] = [];
    const end = this.#parseMembers(']', () => {
      const value = this.parseValue(depth);
      if (value !== undefined) items.push({ start: value.contentStart, value });
      return value !== undefined;
    });
    if (end === undefined) return undefined;
    return { kind: 'list', style: 'flow', items, contentStart, end, properties: undefined };
  }

  /** Steps over members, their commas and the closing bracket; returns the offset behind it. */
  #parseMembers(bracket: string, parseMember: () => boolean): number | undefined {
    this.#position = skipJsonBlanks(this.#text, this.#position + 1);
    if (this.#text[this.#position] === bracket) return (this.#position += 1);
    for (;;) {
      this.#position = skipJsonBlanks(this.#text, this.#position);
      if (!parseMember()) return undefined;
      this.#position = skipJsonBlanks(this.#text, this.#position) + 1;
      const mark = this.#text[this.#position - 1];
      if (mark === bracket) return this.#position;
      if (mark !== ',') return undefined;
    }
  }

  #parseString(): ScalarNode | undefined {
    const written = this.#match(stringPattern);
    if (written === undefined) return undefined;
    const text = (JSON.parse(written) as string).replace(loneSurrogates, '\ufffd');
    return this.#scalar('double', text, written.length);
  }

  #parsePlain(): ScalarNode | undefined {
    const written = this.#match(plainPattern);
    return written === undefined ? undefined : this.#scalar('plain', written, written.length);
  }

  #scalar(style: 'double' | 'plain', text: string, length: number): ScalarNode {
    const contentStart = this.#position;
    this.#position += length;
    return { kind: 'scalar', style, text, contentStart, end: this.#position, properties: undefined };
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#position;
    return pattern.exec(this.#text)?.[0];
  }
}
