import type { Range } from 'vscode-languageserver-types';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { JsonValue } from '../merge/json';
import type { YamlNode } from './syntax/nodes';

/** Why a text cannot be read as kubectl and the API server would read it, or what in it deserves a warning. */
export type ManifestProblemKind =
  | 'syntax'
  | 'character'
  | 'duplicateKey'
  | 'key'
  | 'mergeKey'
  | 'number'
  | 'tag'
  | 'binary'
  | 'alias'
  | 'aliasLimit'
  | 'depthLimit'
  | 'multipleDocuments'
  | 'empty'
  | 'notAnObject';

/** A problem of a text. Only one of severity `warning` leaves the text readable. */
export interface ManifestProblem {
  kind: ManifestProblemKind;
  severity: 'error' | 'warning';
  /** One sentence for the user. */
  message: string;
  /** 0-based lines, UTF-16 characters. */
  range: Range;
  /** Where the first of two equal keys stands. */
  related?: Range;
}

/** What a text says. `value` is there if and only if no problem is an error. */
export interface ManifestReading {
  text: string;
  value: JsonValue | undefined;
  problems: ManifestProblem[];
  /** The parsed text, for `ranges` and `edit`; of no use elsewhere. */
  parsed: ParsedManifest;
}

/** One parsed document of a text. Opaque outside this folder. */
export interface ParsedManifest {
  /** The whole text with every CRLF made LF: lines and characters are those of the text, offsets are not. */
  source: TextDocument;
  lineEnd: '\n' | '\r\n';
  /** The document's content; undefined where it is empty or broken beyond repair. */
  root: YamlNode | undefined;
  /** What each alias stands for. */
  aliases: AliasTargets;
  /** The document's part of `source`, 0-based offsets. */
  start: number;
  end: number;
}

/** The node that each alias stands for: the last one before it that carries the anchor. */
export type AliasTargets = ReadonlyMap<YamlNode, YamlNode>;
