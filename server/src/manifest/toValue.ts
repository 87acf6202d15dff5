import { setField, type JsonObject, type JsonValue } from '../merge/json';
import { keyText } from './keyText';
import { isMergeKey, resolveScalarNode } from './scalarNode';
import type { AliasTargets, ManifestProblemKind } from './reading';
import type { AliasNode, ListNode, MapNode, ScalarNode, YamlNode } from './syntax/nodes';

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
export function toValue(root: YamlNode, aliases: AliasTargets): { value: JsonValue; findings: Finding[] } {
  const reader = new ValueReader(aliases);
  const value = reader.read(root);
  return { value, findings: reader.findings };
}

class ValueReader {
  readonly findings: Finding[] = [];
  readonly #aliases: AliasTargets;
  readonly #open = new Set<YamlNode>();
  readonly #checked = new Set<YamlNode>();
  #reads = 1; // the document counts too
  #readsOfAliases = 0;
  #exhausted = false;

  constructor(aliases: AliasTargets) {
    this.#aliases = aliases;
  }

  read(node: YamlNode): JsonValue {
    if (!this.#count(node)) return null;
    switch (node.kind) {
      case 'alias':
        return this.#throughAlias(node, (target) => this.read(target)) ?? null;
      case 'scalar':
        return this.#readScalar(node);
      case 'list':
        return this.#readList(node);
      case 'map': {
        const object: JsonObject = {};
        this.#fill(object, node);
        return object;
      }
    }
  }

  #readList({ items }: ListNode): JsonValue {
    const list: JsonValue[] = [];
    for (const { value } of items) list.push(this.read(value)); // deep lists need small stack frames
    return list;
  }

  #readScalar(node: ScalarNode): JsonValue {
    const scalar = resolveScalarNode(node);
    if (scalar === undefined) {
      this.#report(node, 'tag', `This content does not fit the tag ${shortTag(node.properties?.tag)}.`);
      return null;
    }
    switch (scalar.kind) {
      case 'null':
        return null;
      case 'bytes':
        this.#report(node, 'binary', 'These bytes are no text, so JSON cannot hold them.');
        return null;
      case 'integer':
        return exactInteger(scalar.value);
      case 'float':
        return this.#readFloat(node, scalar.value);
      default:
        return scalar.value;
    }
  }

  /** Sets the map's members in the order of the text: a merge key overrides what stands before it, as in go-yaml. */
  #fill(object: JsonObject, map: MapNode): void {
    const own = new Map<string, YamlNode>();
    const isFirstVisit = !this.#checked.has(map);
    this.#checked.add(map);
    for (const { key, value } of map.entries) {
      if (this.#exhausted) return;
      if (isMergeKey(key)) {
        const merged: JsonObject = {};
        this.#merge(merged, value);
        for (const [name, member] of Object.entries(merged)) {
          const first = own.get(name);
          if (first !== undefined && isFirstVisit) this.#warnOfOverride(name, first, key);
          setField(object, name, member);
        }
        continue;
      }
      const name = this.#readKey(key);
      const member = this.read(value);
      if (name === undefined) continue;
      const first = own.get(name);
      if (first !== undefined && isFirstVisit) this.#reportDuplicate(name, first, key);
      own.set(name, key);
      setField(object, name, member);
    }
  }

  #readKey(key: YamlNode): string | undefined {
    if (!this.#count(key)) return undefined;
    if (key.kind === 'alias') return this.#throughAlias(key, (target) => this.#readKey(target));
    if (key.kind !== 'scalar') {
      this.#report(key, 'key', 'A map or a list cannot be a key.');
      return undefined;
    }
    const scalar = resolveScalarNode(key);
    const name = scalar && keyText(scalar);
    if (scalar === undefined)
      this.#report(key, 'tag', `This content does not fit the tag ${shortTag(key.properties?.tag)}.`);
    else if (name === undefined)
      this.#report(key, 'key', 'A key must be a text here; put it in quotes if it is meant as one.');
    return name;
  }

  #merge(object: JsonObject, value: YamlNode): void {
    if (value.kind !== 'list') this.#mergeMap(object, value);
    // Earlier maps win, so they are laid over later ones.
    else for (const item of value.items.toReversed()) this.#mergeMap(object, item.value);
  }

  #mergeMap(object: JsonObject, value: YamlNode): void {
    const target = value.kind === 'alias' ? this.#aliases.get(value) : value;
    if (target?.kind !== 'map') {
      this.#report(value, 'mergeKey', 'What << merges must be a map or a list of maps.');
    } else if (this.#count(value)) {
      if (value.kind !== 'alias') this.#fill(object, target);
      else
        this.#throughAlias(value, () => {
          if (this.#count(target)) this.#fill(object, target);
        });
    }
  }

  #throughAlias<T>(alias: AliasNode, readTarget: (target: YamlNode) => T): T | undefined {
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
  #count(node: YamlNode): boolean {
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

  #readFloat(node: YamlNode, value: number): JsonValue {
    if (Number.isFinite(value)) return exactFloat(value);
    this.#report(
      node,
      'number',
      'JSON has no infinity and no NaN; put it in quotes if it is meant as a text.',
    );
    return null;
  }

  #reportDuplicate(name: string, first: YamlNode, second: YamlNode): void {
    this.findings.push({
      kind: 'duplicateKey',
      severity: 'error',
      message: `The key ${JSON.stringify(name)} stands here twice.`,
      span: spanOf(second),
      related: spanOf(first),
    });
  }

  #warnOfOverride(name: string, own: YamlNode, mergeKey: YamlNode): void {
    this.findings.push({
      kind: 'mergeKey',
      severity: 'warning',
      message: `kubectl lets << below override ${JSON.stringify(name)}; write << first to keep this value.`,
      span: spanOf(own),
      related: spanOf(mergeKey),
    });
  }

  #report(node: YamlNode, kind: ManifestProblemKind, message: string): void {
    this.findings.push({ kind, severity: 'error', message, span: spanOf(node) });
  }
}

function spanOf({ contentStart, end }: YamlNode): [number, number] {
  return [contentStart, end];
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
