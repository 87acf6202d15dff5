import type { ListItem, MapEntry, ScalarNode, YamlNode } from './nodes';
import type { Scanner } from './scanner';
import type { MarkKind, Token } from './tokens';

/** How deep collections may be nested. Objects of Kubernetes stay below 100. */
export const depthLimit = 1200;

/** What may stand here: behind a key also a list at the key's own column. */
type Place = 'block' | 'blockValue' | 'flow';

/** Turns tokens into nodes. After a problem the tokens end, and so does every loop here. */
export class NodeParser {
  readonly #scanner: Scanner;
  readonly #handles: ReadonlyMap<string, string>;
  #depth = 0;

  constructor(scanner: Scanner, handles: ReadonlyMap<string, string>) {
    this.#scanner = scanner;
    this.#handles = handles;
  }

  /** The node that begins at the scanner's next token. */
  parse(): YamlNode {
    return this.#parseNode('block');
  }

  #parseNode(place: Place): YamlNode {
    const first = this.#peek();
    if (first.kind === 'alias') {
      this.#scanner.skip();
      return { kind: 'alias', name: first.name, ...bareNode(first.start), end: first.end };
    }
    const hasProperties = first.kind === 'anchor' || first.kind === 'tag';
    const base = hasProperties ? this.#parseProperties() : bareNode(first.start);
    const token = this.#peek();
    base.contentStart = token.start;
    if (token.kind === 'scalar') {
      this.#scanner.skip();
      return { kind: 'scalar', style: token.style, text: token.text, ...base, end: token.end };
    }
    if (token.kind === 'flowListStart' || token.kind === 'flowMapStart' || isBlockStart(token.kind, place))
      return this.#parseCollection(token, base);
    if (!hasProperties)
      this.#fail(place === 'flow' ? 'A value must stand here.' : 'Nothing of this kind can stand here.');
    return emptyScalar(base.propertiesEnd, base);
  }

  /** An anchor and a tag, in either order. */
  #parseProperties(): NodeStart {
    const base = bareNode(this.#peek().start);
    for (;;) {
      const token = this.#peek();
      if (token.kind === 'anchor' && base.anchor === undefined) base.anchor = token.name;
      else if (token.kind === 'tag' && base.tag === undefined) base.tag = this.#resolveTag(token);
      else return base;
      base.propertiesEnd = token.end;
      this.#scanner.skip();
    }
  }

  #resolveTag({ handle, suffix, start, end }: Extract<Token, { kind: 'tag' }>): string {
    if (handle === '') return suffix;
    const prefix = this.#handles.get(handle);
    // The handle is left out: it may be part of a password that begins with an exclamation mark.
    if (prefix === undefined)
      this.#fail(
        'Nothing declares the handle of this tag; a text that begins with ! needs quotes.',
        start,
        end,
      );
    return `${prefix ?? ''}${suffix}`;
  }

  #parseCollection(token: Token, base: NodeStart): YamlNode {
    this.#depth += 1;
    if (this.#depth > depthLimit) {
      const message = `More than ${depthLimit} maps and lists stand inside one another.`;
      this.#scanner.cursor.fail(message, token.start, token.start + 1, 'depthLimit');
    }
    const collection =
      token.kind === 'flowListStart'
        ? this.#parseFlowList(base)
        : token.kind === 'flowMapStart'
          ? this.#parseFlowMap(base)
          : token.kind === 'blockMapStart'
            ? this.#parseBlockMap(base)
            : this.#parseBlockList(base);
    this.#depth -= 1;
    return collection;
  }

  /** A block list, which has a start and an end unless it stands at the column of its key. */
  #parseBlockList(base: NodeStart): YamlNode {
    const isIndented = this.#peek().kind === 'blockListStart';
    if (isIndented) this.#scanner.skip();
    const items: ListItem[] = [];
    let end = this.#peek().start;
    while (this.#peek().kind === 'item') {
      const dash = this.#peek();
      this.#scanner.skip();
      const isEmpty = isIndented
        ? isOneOf(this.#peek(), ['item', 'blockEnd'])
        : isOneOf(this.#peek(), ['item', 'key', 'value', 'blockEnd']);
      const value = isEmpty ? emptyScalar(dash.end) : this.#parseNode('block');
      items.push({ start: dash.start, value });
      ({ end } = value);
    }
    if (isIndented) this.#expect('blockEnd', 'A dash must begin each item of this list, in one column.');
    return { kind: 'list', style: 'block', items, ...base, end };
  }

  #parseBlockMap(base: NodeStart): YamlNode {
    this.#scanner.skip();
    const entries: MapEntry[] = [];
    let end = this.#peek().start;
    while (this.#peek().kind === 'key') {
      const mark = this.#peek();
      this.#scanner.skip();
      const key = this.#parseBlockPart(mark.end);
      const colon = this.#peek().kind === 'value' ? this.#peek() : undefined;
      if (colon !== undefined) this.#scanner.skip();
      const value = colon === undefined ? emptyScalar(key.end) : this.#parseBlockPart(colon.end);
      const isExplicit = mark.end > mark.start;
      entries.push({ start: mark.start, isExplicit, key, colon: colon?.start, value });
      ({ end } = value);
    }
    this.#expect('blockEnd', 'A key must stand here, in the column of the keys above.');
    return { kind: 'map', style: 'block', entries, ...base, end };
  }

  #parseBlockPart(emptyAt: number): YamlNode {
    return isOneOf(this.#peek(), ['key', 'value', 'blockEnd'])
      ? emptyScalar(emptyAt)
      : this.#parseNode('blockValue');
  }

  #parseFlowList(base: NodeStart): YamlNode {
    this.#scanner.skip();
    const items: ListItem[] = [];
    while (!isOneOf(this.#peek(), ['flowListEnd', 'streamEnd'])) {
      if (items.length > 0) {
        this.#expect('comma', 'A comma or ] must stand here.');
        if (this.#peek().kind === 'flowListEnd') break;
      }
      const { start } = this.#peek();
      items.push({ start, value: this.#peek().kind === 'key' ? this.#parsePair() : this.#parseNode('flow') });
    }
    const { end } = this.#peek();
    this.#expect('flowListEnd', 'A comma or ] must stand here.');
    return { kind: 'list', style: 'flow', items, ...base, end };
  }

  /** `key: value` in a flow list: a map of its own. */
  #parsePair(): YamlNode {
    const { start } = this.#peek();
    const entry = this.#parseFlowEntry('flowListEnd');
    const { end } = entry.value;
    return { kind: 'map', style: 'pair', entries: [entry], ...bareNode(start), end };
  }

  #parseFlowMap(base: NodeStart): YamlNode {
    this.#scanner.skip();
    const entries: MapEntry[] = [];
    while (!isOneOf(this.#peek(), ['flowMapEnd', 'streamEnd'])) {
      if (entries.length > 0) {
        this.#expect('comma', 'A comma or } must stand here.');
        if (this.#peek().kind === 'flowMapEnd') break;
      }
      if (this.#peek().kind === 'key') entries.push(this.#parseFlowEntry('flowMapEnd'));
      else {
        const key = this.#parseNode('flow');
        entries.push({
          start: key.start,
          isExplicit: false,
          key,
          colon: undefined,
          value: emptyScalar(key.end),
        });
      }
    }
    const { end } = this.#peek();
    this.#expect('flowMapEnd', 'A comma or } must stand here.');
    return { kind: 'map', style: 'flow', entries, ...base, end };
  }

  #parseFlowEntry(close: 'flowListEnd' | 'flowMapEnd'): MapEntry {
    const mark = this.#peek();
    this.#scanner.skip();
    const isKeyEmpty = isOneOf(this.#peek(), ['value', 'comma', close]);
    const key = isKeyEmpty ? emptyScalar(mark.end) : this.#parseNode('flow');
    let value: YamlNode = emptyScalar(key.end);
    const colon = this.#peek().kind === 'value' ? this.#peek() : undefined;
    if (colon !== undefined) {
      this.#scanner.skip();
      value = isOneOf(this.#peek(), ['comma', close]) ? emptyScalar(colon.end) : this.#parseNode('flow');
    }
    return { start: mark.start, isExplicit: mark.end > mark.start, key, colon: colon?.start, value };
  }

  #peek(): Token {
    return this.#scanner.peek();
  }

  #expect(kind: MarkKind, message: string): void {
    if (this.#peek().kind === kind) this.#scanner.skip();
    else this.#fail(message);
  }

  #fail(message: string, start = this.#peek().start, end = this.#peek().end): void {
    this.#scanner.cursor.fail(message, start, Math.max(end, start + 1));
  }
}

/** What is known of a node before its content. */
type NodeStart = Pick<YamlNode, 'start' | 'propertiesEnd' | 'contentStart' | 'anchor' | 'tag'>;

function bareNode(at: number): NodeStart {
  return { start: at, propertiesEnd: at, contentStart: at, anchor: undefined, tag: undefined };
}

function emptyScalar(at: number, base: NodeStart = bareNode(at)): ScalarNode {
  return { kind: 'scalar', style: 'plain', text: '', ...base, contentStart: at, end: at };
}

function isOneOf(token: Token, kinds: Token['kind'][]): boolean {
  return kinds.includes(token.kind);
}

function isBlockStart(kind: Token['kind'], place: Place): boolean {
  if (kind === 'blockListStart' || kind === 'blockMapStart') return place !== 'flow';
  return kind === 'item' && place === 'blockValue';
}
