import type { ContextSummary, ResourceSummary } from '../../../server/src/protocol/messages';
import type { Subresource } from '../../../server/src/protocol/objectRef';

/** Where the user is in the picker. `onlyContext`: the kubeconfig has no other, so that there was no step for it. */
export interface Place {
  context: ContextSummary;
  onlyContext: boolean;
}

/** A place and the resource whose objects are looked at. */
export interface Target extends Place {
  resource: ResourceSummary;
}

/** The title bar and the input of a picker. Steps count from 1. */
export interface Heading {
  title: string;
  placeholder: string;
  step?: number;
  totalSteps?: number;
}

/** The heading of the first step, on the way to an object or to this subresource of one. */
export function headStart({ subresource }: { subresource?: Subresource } = {}): Heading {
  const part = { scale: 'Scale of ', status: 'Status of ', whole: '' }[subresource ?? 'whole'];
  return { title: `Open ${part}Live Object`, placeholder: 'Recently opened object, or context' };
}

/** The heading of the contexts, once it is known that there is a choice. */
export function headContexts(to: { subresource?: Subresource } = {}): Heading {
  return { ...headStart(to), step: 1, totalSteps: 3 };
}

/** The heading of the resources: names the context and its server, as every later heading does. */
export function headResources(place: Place): Heading {
  return {
    title: withServer(place.context, [place.context.name]),
    placeholder: 'Kind, resource, short name or group, e.g. Deployment, deploy, apps',
    ...countSteps(place, 2),
  };
}

/** The heading of the objects of a namespace, or of all where none is given. `progress` tells how many are listed. */
export function headObjects(
  target: Target,
  { namespace, progress }: { namespace?: string; progress?: string },
): Heading {
  const counted = progress === undefined ? target.resource.kind : `${target.resource.kind} (${progress})`;
  const parts = [target.context.name, ...nameNamespace(target, namespace), counted];
  return {
    title: withServer(target.context, parts),
    placeholder: `Name of a ${target.resource.kind}`,
    ...countSteps(target, 3),
  };
}

/** The heading of the choice of a namespace. */
export function headNamespaces(target: Target): Heading {
  return {
    title: withServer(target.context, [target.context.name, `${target.resource.kind} in which namespace?`]),
    placeholder: 'Namespace',
    ...countSteps(target, 3),
  };
}

/** `1,500 of 5,000` while more follow, `5,000` at the end, `1,500 so far` where the server does not tell how many. */
export function describeProgress(listed: number, more: { follow: boolean; remaining?: number }): string {
  const count = formatCount(listed);
  if (!more.follow) return count;
  return more.remaining === undefined
    ? `${count} so far`
    : `${count} of ${formatCount(listed + more.remaining)}`;
}

/** `5,000`: the interface speaks English whatever the locale is. */
export function formatCount(count: number): string {
  return count.toLocaleString('en-US');
}

/** The words for a set of objects within a sentence: `deployments in namespace shop`. */
export function describeSet(target: Target, namespace: string | undefined): string {
  if (!target.resource.namespaced) return target.resource.resource;
  return namespace === undefined
    ? `${target.resource.resource} in all namespaces`
    : `${target.resource.resource} in namespace ${namespace}`;
}

function nameNamespace(target: Target, namespace: string | undefined): string[] {
  return target.resource.namespaced ? [namespace ?? 'all namespaces'] : [];
}

/** The server comes last: a title that is too long loses its end first. */
function withServer(context: ContextSummary, parts: string[]): string {
  return `${parts.join(' · ')} — ${context.server.replace(/^https?:\/\//, '')}`;
}

function countSteps(place: Place, step: number): { step: number; totalSteps: number } {
  return place.onlyContext ? { step: step - 1, totalSteps: 2 } : { step, totalSteps: 3 };
}
