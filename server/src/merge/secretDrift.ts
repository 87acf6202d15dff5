import { decodeText, encodeText } from './base64';
import type { Drift, StatedVersions } from './drift';
import { fieldAt } from './fieldAt';
import { getField, isJsonObject, type JsonObject, type JsonValue } from './json';

/** Whether an object is a Secret. */
export function isSecret(object: JsonValue): boolean {
  return fieldAt(object, ['apiVersion']) === 'v1' && fieldAt(object, ['kind']) === 'Secret';
}

/** What a file's stringData says otherwise than the live data; what is live there is given as a text, if it is one. */
export function findSecretDrift({ file, live }: StatedVersions): Drift[] {
  const texts = mapAt(file, 'stringData');
  const data = mapAt(live, 'data');
  return Object.keys(texts).flatMap((key): Drift[] => {
    const [text, found] = [getField(texts, key) ?? null, getField(data, key) ?? undefined];
    const base = { path: ['stringData', key], isSecret: true, file: text };
    if (text === null || (typeof text === 'string' && found === encodeText(text))) return [];
    if (found === undefined) return [{ ...base, kind: 'missing', live: undefined }];
    return [{ ...base, kind: 'changed', live: decoded(found) ?? found }];
  });
}

/** The text that base64 stands for; undefined where it stands for none. */
export function decoded(value: JsonValue): string | undefined {
  return typeof value === 'string' ? decodeText(value) : undefined;
}

/** The map in a field of an object; an empty one where there is none. */
export function mapAt(object: JsonValue, key: string): JsonObject {
  const map = fieldAt(object, [key]);
  return isJsonObject(map) ? map : {};
}
