import type { NodeProperties, ScalarNode } from './nodes';
import type { TokenStream } from './tokenStream';
import type { Token } from './tokens';

/** The handles of tags and what they stand for. */
export type TagHandles = ReadonlyMap<string, string>;

/** A node that is not written, at an offset or behind an anchor and a tag. */
export function emptyScalar(at: number, properties?: NodeProperties): ScalarNode {
  return { kind: 'scalar', style: 'plain', text: '', contentStart: at, end: at, properties };
}

/** Reads an anchor and a tag, in either order; undefined where there is none. In block style they stand on one line. */
export function readProperties(
  tokens: TokenStream,
  handles: TagHandles,
  place: 'block' | 'flow',
): NodeProperties | undefined {
  let properties: NodeProperties | undefined;
  for (;;) {
    const token = tokens.peek();
    if (
      token.kind === 'anchor'
        ? properties?.anchor !== undefined
        : token.kind !== 'tag' || properties?.tag !== undefined
    )
      return properties;
    if (properties !== undefined && token.isFirst && place === 'block') return properties;
    properties ??= { start: token.start, end: token.end, anchor: undefined, tag: undefined };
    if (token.kind === 'anchor') properties.anchor = token.name;
    else if (token.kind === 'tag') properties.tag = resolveTag(token, tokens, handles);
    properties.end = token.end;
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
