import { emptyScalar, readProperties, type TagHandles } from './nodeStart';
import type { ListItem, MapEntry, NodeProperties, YamlNode } from './nodes';
import type { TokenStream } from './tokenStream';
import type { Token } from './tokens';

/** Turns the tokens of flow collections into nodes. After a problem the tokens end, and so does every loop here. */
export class FlowParser {
  readonly #tokens: TokenStream;
  readonly #handles: TagHandles;

  constructor(tokens: TokenStream, handles: TagHandles) {
    this.#tokens = tokens;
    this.#handles = handles;
  }

  /**
   * An alias, a scalar or a flow collection at the next token; behind an anchor or a tag it may be left out, and is no
   * alias.
   */
  parseContent(properties: NodeProperties | undefined): YamlNode {
    const token = this.#tokens.peek();
    const { start: contentStart } = token;
    if (token.kind === 'scalar') {
      this.#tokens.skip();
      const { style, text, end } = token;
      return { kind: 'scalar', style, text, contentStart, end, properties };
    }
    if (token.kind === 'flowListStart' || token.kind === 'flowMapStart') {
      this.#tokens.enter(token);
      this.#tokens.skip();
      const node =
        token.kind === 'flowListStart'
          ? this.#parseList(contentStart, properties)
          : this.#parseMap(contentStart, properties);
      this.#tokens.leave();
      return node;
    }
    if (properties !== undefined) return emptyScalar(properties.end, properties);
    if (token.kind === 'alias') {
      this.#tokens.skip();
      return { kind: 'alias', name: token.name, contentStart, end: token.end, properties };
    }
    this.#fail('A value must stand here.');
    return emptyScalar(contentStart);
  }

  #parseNode(): YamlNode {
    return this.parseContent(readProperties(this.#tokens, this.#handles, 'flow'));
  }

  #parseList(contentStart: number, properties: NodeProperties | undefined): YamlNode {
    const items: ListItem[] = [];
    while (!this.#isAtEnd('flowListEnd', items.length > 0)) {
      const first = this.#tokens.peek();
      const entry = this.#parseEntry('flowListEnd');
      const isPair = first.kind === 'key' || entry.colon !== undefined;
      items.push({ start: first.start, value: isPair ? makePair(entry) : entry.key });
    }
    const end = this.#end('flowListEnd', ']');
    return { kind: 'list', style: 'flow', items, contentStart, end, properties };
  }

  #parseMap(contentStart: number, properties: NodeProperties | undefined): YamlNode {
    const entries: MapEntry[] = [];
    while (!this.#isAtEnd('flowMapEnd', entries.length > 0)) entries.push(this.#parseEntry('flowMapEnd'));
    const end = this.#end('flowMapEnd', '}');
    return { kind: 'map', style: 'flow', entries, contentStart, end, properties };
  }

  /** A comma is read behind an item, also behind the last. */
  #isAtEnd(close: 'flowListEnd' | 'flowMapEnd', hasItems: boolean): boolean {
    const { kind } = this.#tokens.peek();
    if (kind === close || kind === 'streamEnd') return true;
    if (!hasItems) return false;
    if (kind === 'comma') this.#tokens.skip();
    else this.#fail(`A comma or ${close === 'flowListEnd' ? ']' : '}'} must stand here.`);
    const next = this.#tokens.peek().kind;
    return next === close || next === 'streamEnd';
  }

  #end(close: 'flowListEnd' | 'flowMapEnd', bracket: string): number {
    const { kind, end } = this.#tokens.peek();
    if (kind === close) this.#tokens.skip();
    else this.#fail(`A comma or ${bracket} must stand here.`);
    return end;
  }

  #parseEntry(close: 'flowListEnd' | 'flowMapEnd'): MapEntry {
    const first = this.#tokens.peek();
    const isExplicit = first.kind === 'key';
    if (isExplicit) this.#tokens.skip();
    const isEmpty = isExplicit && this.#endsPart(close, 'value');
    const key = isEmpty ? emptyScalar(first.end) : this.#parseNode();
    const token = this.#tokens.peek();
    if (token.kind !== 'value' || !(isExplicit || this.#tokens.isColonOf(first)))
      return { start: first.start, key, colon: undefined, value: emptyScalar(key.end) };
    this.#tokens.skip();
    const value = this.#endsPart(close) ? emptyScalar(token.end) : this.#parseNode();
    return { start: first.start, key, colon: token.start, value };
  }

  #endsPart(...kinds: Token['kind'][]): boolean {
    const { kind } = this.#tokens.peek();
    return kind === 'comma' || kinds.includes(kind);
  }

  #fail(message: string): void {
    const { start, end } = this.#tokens.peek();
    this.#tokens.fail(message, start, Math.max(end, start + 1));
  }
}

/** `key: value` in a flow list: a map of its own. */
function makePair(entry: MapEntry): YamlNode {
  const { start: contentStart, value } = entry;
  return {
    kind: 'map',
    style: 'pair',
    entries: [entry],
    contentStart,
    end: value.end,
    properties: undefined,
  };
}
