import { FlowParser } from './flowParser';
import { emptyScalar, readProperties, type TagHandles } from './nodeStart';
import type { ListItem, MapEntry, NodeProperties, YamlNode } from './nodes';
import type { TokenStream } from './tokenStream';
import { endsDocument, type Token } from './tokens';

/** Turns the tokens of a document into nodes. After a problem the tokens end, and so does every loop here. */
export class BlockParser {
  readonly #tokens: TokenStream;
  readonly #handles: TagHandles;
  readonly #flow: FlowParser;

  constructor(tokens: TokenStream, handles: TagHandles) {
    this.#tokens = tokens;
    this.#handles = handles;
    this.#flow = new FlowParser(tokens, handles);
  }

  /** The node that begins at the next token. A list in it must begin at this column or behind it. */
  parseNode(listColumn: number): YamlNode {
    let properties: NodeProperties | undefined;
    for (;;) {
      const first = this.#tokens.peek();
      if (properties !== undefined && this.#isBelow(first, listColumn))
        return emptyScalar(properties.end, properties);
      if (first.kind === 'item') return this.#parseList(first, properties);
      if (first.kind === 'key') return this.#parseMap(first, undefined, properties);
      const own = readProperties(this.#tokens, this.#handles, 'block');
      if (own !== undefined && this.#tokens.peek().isFirst) {
        properties = this.#join(properties, own, first);
        continue;
      }
      const node = this.#flow.parseContent(own);
      if (first.mayStartKey && this.#tokens.isColonOf(first)) return this.#parseMap(first, node, properties);
      if (properties === undefined) return node;
      if (node.kind === 'alias') this.#fail('An anchor or a tag cannot belong to an alias.', first);
      return { ...node, properties: own === undefined ? properties : this.#join(properties, own, first) };
    }
  }

  /** An anchor and a tag that stand on two lines. */
  #join(first: NodeProperties | undefined, second: NodeProperties, at: Token): NodeProperties {
    if (first === undefined) return second;
    const isDouble = first.anchor !== undefined && second.anchor !== undefined;
    if (isDouble || (first.tag !== undefined && second.tag !== undefined))
      this.#fail('There may be one anchor and one tag.', at);
    const { start } = first;
    return { start, end: second.end, anchor: first.anchor ?? second.anchor, tag: first.tag ?? second.tag };
  }

  /** A value, a key or an item, which may be left out. */
  #parsePart(emptyAt: number, listColumn: number): YamlNode {
    if (this.#isBelow(this.#tokens.peek(), listColumn)) return emptyScalar(emptyAt);
    return this.parseNode(listColumn);
  }

  /** Whether a token is not indented enough to belong to the innermost collection's part, or ends the document. */
  #isBelow(token: Token, listColumn: number): boolean {
    if (endsDocument(token.kind)) return true;
    const { indent } = this.#tokens;
    // go-yaml lets a block text begin where a key would: it can be none.
    const isBlockText = token.kind === 'scalar' && (token.style === 'literal' || token.style === 'folded');
    return (
      token.isFirst && token.column < (token.kind === 'item' ? listColumn : isBlockText ? indent : indent + 1)
    );
  }

  #parseList(first: Token, properties: NodeProperties | undefined): YamlNode {
    if (!first.mayStartKey) this.#fail('A list must begin on a line of its own.', first);
    const outer = this.#tokens.indent;
    this.#tokens.enter(first);
    this.#tokens.indent = first.column;
    const items: ListItem[] = [];
    let token = first;
    while (token.kind === 'item' && token.column === first.column && token.mayStartKey) {
      this.#tokens.skip();
      const value = this.#parsePart(token.end, first.column + 1);
      items.push({ start: token.start, value });
      token = this.#tokens.peek();
    }
    // A list at the column of its key ends where a key comes.
    if (!this.#endsAt(token, outer === first.column ? first.column + 1 : first.column))
      this.#fail('A dash must begin each item of this list, in one column.', token);
    this.#tokens.indent = outer;
    this.#tokens.leave();
    const end = items.at(-1)?.value.end ?? first.end;
    return { kind: 'list', style: 'block', items: items.slice(), contentStart: first.start, end, properties };
  }

  #parseMap(first: Token, firstKey: YamlNode | undefined, properties: NodeProperties | undefined): YamlNode {
    if (!first.mayStartKey) this.#fail('A key must begin on a line of its own.', first);
    const outer = this.#tokens.indent;
    this.#tokens.enter(first);
    this.#tokens.indent = first.column;
    const entries: MapEntry[] = [];
    let token = first;
    let key = firstKey;
    while (
      entries.length === 0 ||
      (token.isFirst && token.column === first.column && !endsDocument(token.kind))
    ) {
      entries.push(token.kind === 'key' ? this.#parseExplicit(token) : this.#parseImplicit(token, key));
      key = undefined;
      token = this.#tokens.peek();
    }
    if (!this.#endsAt(token, first.column))
      this.#fail('A key must stand here, in the column of the keys above.', token);
    this.#tokens.indent = outer;
    this.#tokens.leave();
    const end = entries.at(-1)?.value.end ?? first.end;
    // An array that grew has room for more; its copy has none.
    return {
      kind: 'map',
      style: 'block',
      entries: entries.slice(),
      contentStart: first.start,
      end,
      properties,
    };
  }

  #endsAt({ kind, isFirst, column }: Token, below: number): boolean {
    return endsDocument(kind) || (isFirst && column < below);
  }

  #parseExplicit(mark: Token): MapEntry {
    this.#tokens.skip();
    const { column } = mark;
    const key = this.#parsePart(mark.end, column);
    const colon = this.#tokens.peek();
    if (colon.kind !== 'value' || !colon.isFirst || colon.column !== column)
      return { start: mark.start, key, colon: undefined, value: emptyScalar(key.end) };
    this.#tokens.skip();
    const value = this.#parsePart(colon.end, column);
    return { start: mark.start, key, colon: colon.start, value };
  }

  #parseImplicit(first: Token, readKey: YamlNode | undefined): MapEntry {
    const key = readKey ?? this.#flow.parseContent(readProperties(this.#tokens, this.#handles, 'block'));
    if (!this.#tokens.isColonOf(first)) this.#fail('A colon must follow this key.', first);
    const colon = this.#tokens.peek();
    this.#tokens.skip();
    const value = this.#parsePart(colon.end, first.column);
    return { start: first.start, key, colon: colon.start, value };
  }

  #fail(message: string, { start, end }: Token): void {
    this.#tokens.fail(message, start, Math.max(end, start + 1));
  }
}
