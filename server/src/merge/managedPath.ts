import type { FieldPath, FieldPathStep } from './fieldPath';
import { isJsonObject, type JsonValue } from './json';

/**
 * The path of a field as server-side apply names it in its conflicts (String of fieldpath.Path in
 * structured-merge-diff): `.spec.containers[name="web"].image`, `.metadata.finalizers[="a/b"]`, `.spec.list[0]`. Names
 * stand there as they are, dots and brackets in them too: the object that was applied says where they end. Undefined
 * where it is no such path.
 */
export function parseManagedPath(text: string, object: JsonValue): FieldPath | undefined {
  const path: FieldPathStep[] = [];
  let rest = text;
  let value: JsonValue | undefined = object;
  while (rest !== '') {
    const next = rest.startsWith('.') ? readName(rest, value) : readSelector(rest);
    if (next === undefined) return undefined;
    path.push(next.step);
    value = childOf(value, next.step);
    rest = rest.slice(next.length);
  }
  return path.length === 0 ? undefined : path;
}

interface Read {
  step: FieldPathStep;
  /** How many characters of the text it takes. */
  length: number;
}

/** The longest field of the map that the text can name; where it has none such, the name ends at a dot or a bracket. */
function readName(text: string, value: JsonValue | undefined): Read | undefined {
  const names = isJsonObject(value) ? Object.keys(value) : [];
  const fitting = names.filter((name) => {
    const after = text[name.length + 1];
    return text.startsWith(name, 1) && (after === undefined || after === '.' || after === '[');
  });
  const longest = fitting.reduce((best, name) => (name.length > best.length ? name : best), '');
  const name = longest !== '' ? longest : /^\.([^.[]+)/.exec(text)?.[1];
  return name === undefined ? undefined : { step: name, length: name.length + 1 };
}

const scalar = String.raw`"(?:[^"\\]|\\.)*"|[^",\]\s]+`;
const indexPattern = /^\[(\d+)\]/;
const memberPattern = new RegExp(String.raw`^\[=(${scalar})\]`);
const keysPattern = new RegExp(String.raw`^\[((?:[^=,\]"]+=(?:${scalar}),?)+)\]`);
const keyPattern = new RegExp(String.raw`([^=,\]"]+)=(${scalar})`, 'g');

function readSelector(text: string): Read | undefined {
  const index = indexPattern.exec(text);
  if (index?.[1] !== undefined) return { step: Number(index[1]), length: index[0].length };
  const member = memberPattern.exec(text);
  if (member?.[1] !== undefined) return { step: { '': readScalar(member[1]) }, length: member[0].length };
  const keys = keysPattern.exec(text);
  if (keys?.[1] === undefined) return undefined;
  const found = [...keys[1].matchAll(keyPattern)].map(([, key = '', value = '']) => [key, readScalar(value)]);
  return { step: Object.fromEntries(found) as FieldPathStep, length: keys[0].length };
}

function readScalar(text: string): string | number | bigint | boolean {
  if (text.startsWith('"')) return unquote(text.slice(1, -1));
  if (text === 'true' || text === 'false') return text === 'true';
  const number = Number(text);
  if (Number.isNaN(number)) return text;
  return /^-?\d+$/.test(text) && !Number.isSafeInteger(number) ? BigInt(text) : number;
}

/** A text as Go's %q writes it. */
function unquote(text: string): string {
  return text.replace(/\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|.)/g, (escape) => {
    const digits = escape.slice(2);
    if (digits === '') return escapes.get(escape.slice(1)) ?? escape.slice(1);
    const code = Number.parseInt(digits, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : '\uFFFD';
  });
}

const escapes: ReadonlyMap<string, string> = new Map([
  ['a', '\u0007'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['v', '\v'],
]);

function childOf(value: JsonValue | undefined, step: FieldPathStep): JsonValue | undefined {
  if (typeof step === 'string')
    return isJsonObject(value) && Object.hasOwn(value, step) ? value[step] : undefined;
  if (!Array.isArray(value)) return undefined;
  if (typeof step === 'number') return value[step];
  return value.find(
    (element) =>
      isJsonObject(element) && Object.entries(step).every(([key, own]) => (element[key] ?? own) === own),
  );
}
