import type { ScalarNode, YamlNode } from './nodes';
import type { TokenStream } from './tokenStream';
import type { Token } from './tokens';

/** What is known of a node before its content. */
export type NodeStart = Pick<YamlNode, 'start' | 'propertiesEnd' | 'contentStart' | 'anchor' | 'tag'>;

/** The handles of tags and what they stand for. */
export type TagHandles = ReadonlyMap<string, string>;

/** The start of a node without anchor and tag. */
export function bareNode(at: number): NodeStart {
  return { start: at, propertiesEnd: at, contentStart: at, anchor: undefined, tag: undefined };
}

/** A node that is not written, at an offset or behind an anchor and a tag. */
export function emptyScalar(at: number, base: NodeStart = bareNode(at)): ScalarNode {
  return { kind: 'scalar', style: 'plain', text: '', ...base, contentStart: at, end: at };
}

/** Reads an anchor and a tag, in either order; undefined where there is none. In block style they stand on one line. */
export function readProperties(
  tokens: TokenStream,
  handles: TagHandles,
  place: 'block' | 'flow',
): NodeStart | undefined {
  let base: NodeStart | undefined;
  for (;;) {
    const token = tokens.peek();
    if (
      token.kind === 'anchor' ? base?.anchor !== undefined : token.kind !== 'tag' || base?.tag !== undefined
    )
      return base;
    if (base !== undefined && token.isFirst && place === 'block') return base;
    base ??= bareNode(token.start);
    if (token.kind === 'anchor') base.anchor = token.name;
    else if (token.kind === 'tag') base.tag = resolveTag(token, tokens, handles);
    base.propertiesEnd = token.end;
    tokens.skip();
  }
}

function resolveTag(
  { handle, suffix, start, end }: Extract<Token, { kind: 'tag' }>,
  tokens: TokenStream,
  handles: TagHandles,
): string {
  if (handle === '') return suffix;
  const prefix = handles.get(handle);
  // The handle is left out: it may be part of a password that begins with an exclamation mark.
  if (prefix === undefined)
    tokens.fail(
      'Nothing declares the handle of this tag; a text that begins with ! needs quotes.',
      start,
      end,
    );
  return `${prefix ?? ''}${suffix}`;
}
