import type {
  ContextSummary,
  ObjectPage,
  Problem,
  ResourceSummary,
} from '../../../server/src/protocol/messages';
import { formatResource } from '../../../server/src/protocol/objectRef';
import type { RecentObject } from './recentObjects';

/** A line of a picker: a heading between lines, or something to choose. Labels may hold `$(icon)`. */
export type Choice<T> = { kind: 'separator'; label: string } | ValueChoice<T>;

/** A line that stands for a value. `pinned` lines stay in sight whatever is typed; `forgettable` ones have a button. */
export interface ValueChoice<T> {
  kind: 'value';
  label: string;
  description?: string;
  detail?: string;
  pinned?: true;
  forgettable?: true;
  value: T;
}

/** The recently opened objects, in the given order, below a separator; nothing where there are none. */
export function describeRecentObjects(
  recentObjects: RecentObject[],
): Choice<{ kind: 'recent'; recent: RecentObject }>[] {
  const choices = recentObjects.map((recent) => ({
    kind: 'value' as const,
    label: recent.ref.name,
    description: [recent.objectKind ?? formatResource(recent.ref), recent.ref.namespace, recent.ref.context]
      .filter((part) => part !== undefined)
      .join(' · '),
    forgettable: true as const,
    value: { kind: 'recent' as const, recent },
  }));
  return choices.length === 0 ? [] : [{ kind: 'separator', label: 'recently opened' }, ...choices];
}

/** The contexts with their servers, the current one first, the rest in the given order. */
export function describeContexts(
  contexts: ContextSummary[],
): Choice<{ kind: 'context'; context: ContextSummary }>[] {
  const ordered = [...contexts].sort((left, right) => Number(right.current) - Number(left.current));
  return [
    { kind: 'separator', label: 'contexts' },
    ...ordered.map((context) => ({
      kind: 'value' as const,
      label: context.name,
      description: context.current ? `current · ${context.server}` : context.server,
      value: { kind: 'context' as const, context },
    })),
  ];
}

/**
 * The resources by kind: those of `recentResources` (as `formatResource` writes them) first, in that order, then the
 * rest by the alphabet; equal kinds keep the server's order, which has the core group and preferred versions first.
 */
export function describeResources(
  resources: ResourceSummary[],
  recentResources: string[],
): Choice<{ kind: 'resource'; resource: ResourceSummary }>[] {
  const recent = recentResources.flatMap((name) => resources.filter((it) => formatResource(it) === name));
  const rest = resources
    .filter((resource) => !recent.includes(resource))
    .sort((left, right) => compareKinds(left.kind, right.kind));
  return [
    ...(recent.length === 0 ? [] : [{ kind: 'separator' as const, label: 'recently used' }]),
    ...recent.map(describeResource),
    { kind: 'separator', label: 'kinds' },
    ...rest.map(describeResource),
  ];
}

function describeResource(
  resource: ResourceSummary,
): ValueChoice<{ kind: 'resource'; resource: ResourceSummary }> {
  const names = [resource.resource, ...resource.shortNames].join(', ');
  const groupVersion = resource.group === '' ? resource.version : `${resource.group}/${resource.version}`;
  return {
    kind: 'value',
    label: resource.kind,
    description: `${names} · ${groupVersion}`,
    value: { kind: 'resource', resource },
  };
}

/** By code units, so that the order is the same in every locale. */
function compareKinds(left: string, right: string): number {
  return left < right ? -1 : Number(left > right);
}

/** The objects of a page in its order; each says its namespace where those of all namespaces are listed. */
export function describeObjects(
  objects: ObjectPage['objects'],
  listedNamespace: string | undefined,
): ValueChoice<{ kind: 'object'; name: string; namespace?: string }>[] {
  return objects.map((object) => {
    const { name, namespace = listedNamespace } = object;
    return {
      kind: 'value',
      label: name,
      ...(namespace === undefined || namespace === listedNamespace ? {} : { description: namespace }),
      value: { kind: 'object', name, ...(namespace === undefined ? {} : { namespace }) },
    };
  });
}

/** Lines that say what failed and why; choosing one tries again. */
export function describeProblem(what: string, problem: Problem): ValueChoice<{ kind: 'again' }>[] {
  const [first = '', ...rest] = wrapWords(problem.message);
  const line = { kind: 'value' as const, pinned: true as const, value: { kind: 'again' as const } };
  return [
    { ...line, label: `$(error) ${what}`, description: 'choose to try again', detail: first },
    ...rest.map((label) => ({ ...line, label })),
  ];
}

/** A line that says that there is nothing; choosing it looks again. */
export function describeNothing(what: string): ValueChoice<{ kind: 'again' }> {
  return {
    kind: 'value',
    label: `$(info) ${what}`,
    description: 'choose to look again',
    pinned: true,
    value: { kind: 'again' },
  };
}

/** What fits into a line of VS Code's picker at its usual width and font. Characters. */
const lineWidth = 80;

/** Breaks a text between words: VS Code cuts a line that is too long, and the advice stands at the end. */
function wrapWords(text: string): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const line = lines.at(-1);
    if (line === undefined || line.length + 1 + word.length > lineWidth) lines.push(word);
    else lines[lines.length - 1] = `${line} ${word}`;
  }
  return lines;
}
