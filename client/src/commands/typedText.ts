import { liveScheme, parseUri } from '../../../server/src/protocol/objectRef';

/** What was typed, read; or a sentence that says what is wrong with it. */
export type Typed<T> = { kind: 'ok'; value: T } | { kind: 'problem'; message: string };

/** The object's place within its context. */
export interface TypedName {
  namespace?: string;
  name: string;
}

/**
 * Reads a name, or `namespace/name` of a namespaced resource; the namespace is needed where none is chosen.
 * Names are not checked any further: the API server knows what it has.
 */
export function readTypedName(
  text: string,
  { namespaced, namespace }: { namespaced: boolean; namespace?: string },
): Typed<TypedName> {
  const parts = text.trim().split('/');
  const [first = '', second] = parts;
  if (first === '' || second === '') return { kind: 'problem', message: 'Type the name of the object.' };
  if (!namespaced) {
    return second === undefined
      ? { kind: 'ok', value: { name: first } }
      : { kind: 'problem', message: 'These objects have no namespace: type the name alone.' };
  }
  if (parts.length > 2) return { kind: 'problem', message: 'Type the name, or namespace/name.' };
  if (second !== undefined) return { kind: 'ok', value: { namespace: first, name: second } };
  return namespace === undefined
    ? { kind: 'problem', message: 'No namespace is chosen: type namespace/name.' }
    : { kind: 'ok', value: { namespace, name: first } };
}

/** Reads the name of a namespace. */
export function readTypedNamespace(text: string): Typed<string> {
  const namespace = text.trim();
  return namespace === '' || namespace.includes('/')
    ? { kind: 'problem', message: 'Type the name of a namespace.' }
    : { kind: 'ok', value: namespace };
}

/** The first of the texts that is a link to a live object and nothing else, trimmed. */
export function findLink(texts: string[]): string | undefined {
  return texts
    .map((text) => text.trim())
    .find((text) => text.startsWith(`${liveScheme}:`) && !/\s/.test(text) && parseUri(text) !== undefined);
}
