/** A node of a YAML text. Offsets are UTF-16, 0-based, `end` behind the last character. */
export type YamlNode = ScalarNode | AliasNode | MapNode | ListNode;

interface NodeBase {
  /** Where the content begins, behind an anchor and a tag. */
  contentStart: number;
  end: number;
  /** Few nodes have some: a large text has very many nodes, which have to be small. */
  properties: NodeProperties | undefined;
}

/** The anchor and the tag of a node; at least one of them is there. */
export interface NodeProperties {
  start: number;
  end: number;
  anchor: string | undefined;
  /** The tag in full, e.g. `tag:yaml.org,2002:str`; `!` for the non-specific one. */
  tag: string | undefined;
}

export type ScalarStyle = 'plain' | 'single' | 'double' | 'literal' | 'folded';

/** A scalar; an absent node is a plain one without characters. A block scalar ends with its last line's text. */
export interface ScalarNode extends NodeBase {
  kind: 'scalar';
  style: ScalarStyle;
  /** The content with line ends folded and escapes resolved. */
  text: string;
}

export interface AliasNode extends NodeBase {
  kind: 'alias';
  name: string;
}

export interface MapNode extends NodeBase {
  kind: 'map';
  /** `pair` is a map without braces inside a flow list: `[a: b]`. */
  style: 'block' | 'flow' | 'pair';
  entries: MapEntry[];
}

export interface MapEntry {
  /** Where the key begins, or the `?` before it. */
  start: number;
  key: YamlNode;
  /** Where the colon stands; undefined where there is none. */
  colon: number | undefined;
  value: YamlNode;
}

export interface ListNode extends NodeBase {
  kind: 'list';
  style: 'block' | 'flow';
  items: ListItem[];
}

export interface ListItem {
  /** Where the dash stands; in flow lists where the value begins. */
  start: number;
  value: YamlNode;
}

/** Where a node begins, its anchor and tag included. */
export function startOf({ properties, contentStart }: YamlNode): number {
  return properties?.start ?? contentStart;
}
