import type { JsonValue } from './json';

/** One operation of a JSON Patch (RFC 6902). The path is a JSON pointer (RFC 6901). */
export type JsonPatchOperation =
  | { readonly op: 'test' | 'add' | 'replace'; readonly path: string; readonly value: JsonValue }
  | { readonly op: 'remove'; readonly path: string };
