import type { ScalarStyle } from './nodes';

/** A token as YAML 1.1's scanner sees them; the block marks stand where indentation begins and ends. */
export type Token =
  | { kind: MarkKind; start: number; end: number }
  | { kind: 'alias' | 'anchor'; start: number; end: number; name: string }
  | { kind: 'tag'; start: number; end: number; handle: string; suffix: string }
  | { kind: 'tagDirective'; start: number; end: number; handle: string; prefix: string }
  | { kind: 'scalar'; start: number; end: number; style: ScalarStyle; text: string };

/** The tokens that are no more than what they are. */
export type MarkKind =
  | 'streamEnd'
  | 'versionDirective'
  | 'documentStart'
  | 'documentEnd'
  | 'blockListStart'
  | 'blockMapStart'
  | 'blockEnd'
  | 'flowListStart'
  | 'flowListEnd'
  | 'flowMapStart'
  | 'flowMapEnd'
  | 'item'
  | 'comma'
  | 'key'
  | 'value';
