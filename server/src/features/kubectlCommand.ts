import { formatResource, type ObjectRef } from '../protocol/objectRef';

/**
 * The kubectl command that reads an object or subresource, quoted for a POSIX shell. The resource is named in full
 * (`deployments.v1.apps`, `pods.v1.`), so that kubectl does not choose among groups.
 */
export function kubectlCommand(ref: ObjectRef, { kubeconfig }: { kubeconfig: string }): string {
  const resource = ref.group === '' ? `${formatResource(ref)}.` : formatResource(ref);
  const words = [
    ...(kubeconfig === '' ? [] : [`KUBECONFIG=${quote(kubeconfig)}`]),
    'kubectl',
    '--context',
    quote(ref.context),
    ...(ref.namespace === undefined ? [] : ['--namespace', quote(ref.namespace)]),
    'get',
    resource,
    quote(ref.name),
    ...(ref.subresource === undefined ? [] : [`--subresource=${ref.subresource}`]),
    '--output=yaml',
  ];
  return words.join(' ');
}

function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
