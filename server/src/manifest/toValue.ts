import { isAlias, isMap, isNode, isScalar, isSeq, type Node, type YAMLMap } from 'yaml';
import type { JsonObject, JsonValue } from '../merge/json';
import { keyText } from './keyText';
import { isMergeKey, nodeSpan, resolveScalarNode } from './nodeText';
import type { AliasTargets, ManifestProblemKind } from './reading';

/** A problem in offsets of the parsed source. */
export interface Finding {
  kind: ManifestProblemKind;
  severity: 'error' | 'warning';
  message: string;
  span: [number, number];
  related?: [number, number];
}

/**
 * The value of a node as sigs.k8s.io/yaml (go-yaml v2) reads it, with aliases expanded and merge keys merged.
 * Where a problem is an error, the value is of no use. Expansion stops at go-yaml's bound, about 400,000 nodes.
 */
export function toValue(root: Node, aliases: AliasTargets): { value: JsonValue; findings: Finding[] } {
  const reader = new ValueReader(aliases);
  const value = reader.read(root);
  return { value, findings: reader.findings };
}

class ValueReader {
  readonly findings: Finding[] = [];
  readonly #aliases: AliasTargets;
  readonly #open = new Set<Node>();
  readonly #checked = new Set<Node>();
  #reads = 1; // the document counts too
  #readsOfAliases = 0;
  #exhausted = false;

  constructor(aliases: AliasTargets) {
    this.#aliases = aliases;
  }

  read(node: unknown): JsonValue {
    if (!this.#count(node)) return null;
    if (isAlias(node)) return this.#throughAlias(node, (target) => this.read(target)) ?? null;
    if (isScalar(node)) {
      const scalar = resolveScalarNode(node);
      if (scalar === undefined) {
        this.#report(node, 'tag', `This content does not fit the tag ${shortTag(node.tag)}.`);
        return null;
      }
      if (scalar.kind === 'null') return null;
      if (scalar.kind === 'integer') return exactInteger(scalar.value);
      return scalar.kind === 'float' ? this.#readFloat(node, scalar.value) : scalar.value;
    }
    if (isSeq(node)) return node.items.map((item) => this.read(item));
    if (isMap(node)) {
      const object: JsonObject = {};
      this.#fill(object, node);
      return object;
    }
    return null; // no node at all: `? key` without a value
  }

  /** Sets the map's members in the order of the text: a merge key overrides what stands before it, as in go-yaml. */
  #fill(object: JsonObject, map: YAMLMap): void {
    const own = new Map<string, Node>();
    const isFirstVisit = !this.#checked.has(map);
    this.#checked.add(map);
    for (const { key, value } of map.items as { key: Node; value: unknown }[]) {
      if (this.#exhausted) return;
      if (isMergeKey(key)) {
        const merged: JsonObject = {};
        this.#merge(merged, key, value);
        for (const [name, member] of Object.entries(merged)) {
          const first = own.get(name);
          if (first !== undefined && isFirstVisit) this.#warnOfOverride(name, first, key);
          setMember(object, name, member);
        }
        continue;
      }
      const name = this.#readKey(key);
      const member = this.read(value);
      if (name === undefined) continue;
      const first = own.get(name);
      if (first !== undefined && isFirstVisit) this.#reportDuplicate(name, first, key);
      own.set(name, key);
      setMember(object, name, member);
    }
  }

  #readKey(key: unknown): string | undefined {
    if (!this.#count(key)) return undefined;
    if (isAlias(key)) return this.#throughAlias(key, (target) => this.#readKey(target));
    if (!isScalar(key)) {
      this.#report(key, 'key', 'A map or a list cannot be a key.');
      return undefined;
    }
    const scalar = resolveScalarNode(key);
    const name = scalar && keyText(scalar);
    if (scalar === undefined)
      this.#report(key, 'tag', `This content does not fit the tag ${shortTag(key.tag)}.`);
    else if (name === undefined)
      this.#report(key, 'key', 'A key must be a text here; put it in quotes if it is meant as one.');
    return name;
  }

  #merge(object: JsonObject, key: Node, value: unknown): void {
    if (isSeq(value)) {
      // Earlier maps win, so they are laid over later ones.
      if (this.#count(value)) for (const item of value.items.toReversed()) this.#mergeMap(object, key, item);
    } else this.#mergeMap(object, key, value);
  }

  #mergeMap(object: JsonObject, key: Node, value: unknown): void {
    const target = isAlias(value) ? this.#aliases.get(value) : value;
    if (isAlias(value) && target === undefined) return; // reported as an unknown alias
    if (!isMap(target)) {
      this.#report(value ?? key, 'mergeKey', 'What << merges must be a map or a list of maps.');
    } else if (this.#count(value)) {
      if (!isAlias(value)) this.#fill(object, target);
      else
        this.#throughAlias(value, () => {
          if (this.#count(target)) this.#fill(object, target);
        });
    }
  }

  #throughAlias<T>(alias: Node, readTarget: (target: Node) => T): T | undefined {
    const target = this.#aliases.get(alias);
    if (target === undefined) return undefined;
    if (this.#open.has(alias)) {
      this.#report(alias, 'alias', 'This alias stands inside the very node that it repeats.');
      this.#exhausted = true;
      return undefined;
    }
    this.#open.add(alias);
    const result = readTarget(target);
    this.#open.delete(alias);
    return result;
  }

  /** go-yaml's rule against alias bombs: the larger a document, the smaller the part that aliases may add. */
  #count(node: unknown): boolean {
    if (this.#exhausted) return false;
    this.#reads += 1;
    if (this.#open.size > 0) this.#readsOfAliases += 1;
    const allowed = 0.99 - 0.89 * Math.min(1, Math.max(0, (this.#reads - 400_000) / 3_600_000));
    if (this.#readsOfAliases > 100 && this.#reads > 1000 && this.#readsOfAliases / this.#reads > allowed) {
      this.#exhausted = true;
      this.#report(node, 'aliasLimit', 'The aliases of this document repeat too much; write it out instead.');
    }
    return !this.#exhausted;
  }

  #readFloat(node: Node, value: number): JsonValue {
    if (Number.isFinite(value)) return exactFloat(value);
    this.#report(
      node,
      'number',
      'JSON has no infinity and no NaN; put it in quotes if it is meant as a text.',
    );
    return null;
  }

  #reportDuplicate(name: string, first: Node, second: Node): void {
    this.findings.push({
      kind: 'duplicateKey',
      severity: 'error',
      message: `The key ${JSON.stringify(name)} stands here twice.`,
      span: nodeSpan(second),
      related: nodeSpan(first),
    });
  }

  #warnOfOverride(name: string, own: Node, mergeKey: Node): void {
    this.findings.push({
      kind: 'mergeKey',
      severity: 'warning',
      message: `kubectl lets << below override ${JSON.stringify(name)}; write << first to keep this value.`,
      span: nodeSpan(own),
      related: nodeSpan(mergeKey),
    });
  }

  #report(node: unknown, kind: ManifestProblemKind, message: string): void {
    const span: [number, number] = isNode(node) ? nodeSpan(node) : [0, 0];
    this.findings.push({ kind, severity: 'error', message, span });
  }
}

function shortTag(tag: string | undefined): string {
  return (tag ?? '').replace(/^tag:yaml\.org,2002:/, '!!');
}

function exactInteger(value: bigint): JsonValue {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

/** A float in the form in which its JSON comes back: integers below 10^21 are written with all their digits. */
function exactFloat(value: number): JsonValue {
  if (value === 0) return 0; // JSON readers differ about −0
  if (Number.isInteger(value) && !Number.isSafeInteger(value) && Math.abs(value) < 1e21)
    return BigInt(String(value));
  return value;
}

/** Sets a member of the object itself, whatever the key: `__proto__` is a key like any other. */
function setMember(object: JsonObject, key: string, value: JsonValue): void {
  if (key !== '__proto__') object[key] = value;
  else Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
}
