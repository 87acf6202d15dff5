import type { JsonObject, JsonValue } from '../../../server/src/merge/json';
import { samplesOfTypes, type Table } from './samples';

function each(make: (number: number) => JsonValue): [JsonValue, JsonValue, JsonValue] {
  return [make(1), make(2), make(3)];
}

const webhook = samplesOfTypes['admissionregistration.v1.MutatingWebhook'] as JsonObject;

/** Three elements with different keys, of lists whose elements have to say more than their schema requires. */
export const elementsOfLists: Table<readonly [JsonValue, JsonValue, JsonValue]> = {
  'admissionregistration.v1.MutatingWebhookConfiguration.webhooks': each((number) => ({
    ...webhook,
    name: `k${number}.example.dev`,
  })),
  'admissionregistration.v1.ValidatingWebhookConfiguration.webhooks': each((number) => ({
    ...webhook,
    name: `k${number}.example.dev`,
  })),
  // The server takes no more than two of them together.
  'admissionregistration.v1.ValidatingAdmissionPolicyBindingSpec.validationActions': [
    'Deny',
    'Audit',
    'Audit',
  ],
  'apiextensions.v1.JSONSchemaProps.x-kubernetes-validations': each((number) => ({
    rule: `${number} == ${number}`,
  })),
  'certificates.v1.PodCertificateRequestStatus.conditions': each((number) => ({
    type: ['Denied', 'Failed', 'Issued'][number - 1]!,
    status: 'True',
    reason: 'Reason',
    message: 'text',
    lastTransitionTime: '2026-01-02T03:04:05Z',
  })),
  'core.v1.EphemeralContainer.volumeDevices': each((number) => ({
    name: `k${number}`,
    devicePath: `/dev/k${number}`,
  })),
  'core.v1.Container.volumeDevices': each((number) => ({
    name: `k${number}`,
    devicePath: `/dev/k${number}`,
  })),
  'core.v1.ContainerStatus.allocatedResourcesStatus': each((number) => ({ name: `example.dev/k${number}` })),
  'core.v1.NodeSpec.podCIDRs': ['10.9.8.0/24', 'fd00::/64', 'fd00::/64'],
  'core.v1.PodSpec.hostAliases': each((number) => ({ ip: `10.0.0.${number}`, hostnames: ['a'] })),
  'core.v1.PodSpec.resourceClaims': each((number) => ({ name: `k${number}`, resourceClaimName: 'claim' })),
  'core.v1.ServiceSpec.ports': each((number) => ({ name: `k${number}`, port: 80 + number, targetPort: 80 })),
  'core.v1.PodStatus.podIPs': [{ ip: '10.0.0.1' }, { ip: 'fd00::1' }, { ip: 'fd00::1' }],
  'discovery.v1.Endpoint.addresses': each((number) => `10.0.0.${number}`),
  'flowcontrol.v1.NonResourcePolicyRule.nonResourceURLs': each((number) => `/k${number}`),
  'flowcontrol.v1.NonResourcePolicyRule.verbs': ['get', 'list', 'watch'],
  'flowcontrol.v1.ResourcePolicyRule.verbs': ['get', 'list', 'watch'],
  'meta.v1.ObjectMeta.finalizers': each((number) => `example.dev/k${number}`),
  'storage.v1.CSIDriverSpec.volumeLifecycleModes': ['Persistent', 'Ephemeral', 'Ephemeral'],
};

const isFalse = { expression: 'false' };

/** What may change in an element; a condition has another message. */
export const changesOfElements: Table<JsonObject> = {
  'admissionregistration.v1.MutatingAdmissionPolicySpec.matchConditions': isFalse,
  'admissionregistration.v1.MutatingWebhook.matchConditions': isFalse,
  'admissionregistration.v1.ValidatingAdmissionPolicySpec.matchConditions': isFalse,
  'admissionregistration.v1.ValidatingWebhook.matchConditions': isFalse,
  'admissionregistration.v1.MutatingWebhookConfiguration.webhooks': { timeoutSeconds: 7 },
  'admissionregistration.v1.ValidatingAdmissionPolicySpec.variables': isFalse,
  'admissionregistration.v1.ValidatingWebhookConfiguration.webhooks': { timeoutSeconds: 7 },
  'core.v1.Container.env': { value: 'changed' },
  'core.v1.Container.ports': { name: 'changed' },
  'core.v1.Container.volumeMounts': { readOnly: true },
  'core.v1.NodeStatus.addresses': { address: 'changed' },
  'core.v1.PodStatus.resourceClaimStatuses': { resourceClaimName: 'changed' },
  'core.v1.PodSpec.containers': { image: 'changed' },
  'core.v1.PodSpec.hostAliases': { hostnames: ['changed'] },
  'core.v1.PodSpec.initContainers': { image: 'changed' },
  'core.v1.PodSpec.resourceClaims': { resourceClaimName: 'changed' },
  'core.v1.PodSpec.topologySpreadConstraints': { maxSkew: 7 },
  'core.v1.PodSpec.volumes': { emptyDir: { medium: 'Memory' } },
  'core.v1.ServiceAccount.secrets': { namespace: 'changed' },
  'core.v1.ServiceSpec.ports': { targetPort: 8080 },
  'meta.v1.ObjectMeta.ownerReferences': { name: 'changed' },
  'resource.v1.ResourceClaimStatus.devices': { data: { changed: true } },
  'resource.v1.ResourceClaimStatus.reservedFor': { name: 'changed' },
};
