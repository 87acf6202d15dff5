import type { Edit } from './compareList';
import type { Table } from './samples';

/** Why two managers cannot write a list. Nothing else may be left out, and nothing of this may become possible. */
export interface Limit {
  /** `noRoute`: nothing can be applied there; `dropped`: the field is not kept; `refused`: no second element is taken. */
  kind: 'noRoute' | 'dropped' | 'refused';
  reason: string;
}

const isOff = (gate: string): Limit => ({ kind: 'dropped', reason: `the feature gate ${gate} is off` });
const neverChanges: Limit = { kind: 'refused', reason: 'an ephemeral container never changes' };
const hasNoPorts: Limit = { kind: 'refused', reason: 'an ephemeral container has no ports' };

/** The lists of Kubernetes 1.37 that no two managers can write. */
export const unwritableLists: Table<Limit> = {
  'batch.v1.JobSchedulingConfiguration.resourceClaims': isOff('WorkloadWithJob'),
  'certificates.v1.PodCertificateRequestStatus.conditions': {
    kind: 'refused',
    reason: 'there is no more than one condition',
  },
  'core.v1.ComponentStatus.conditions': { kind: 'noRoute', reason: 'it is only read' },
  'core.v1.EphemeralContainer.env': neverChanges,
  'core.v1.EphemeralContainer.ports': hasNoPorts,
  'core.v1.EphemeralContainer.volumeDevices': neverChanges,
  'core.v1.EphemeralContainer.volumeMounts': neverChanges,
  'core.v1.NodeAllocatableResourceClaimStatus.containers': isOff('DRANodeAllocatableResources'),
  'core.v1.NodeAllocatableResourceClaimStatus.mapping': isOff('DRANodeAllocatableResources'),
  'core.v1.NodeAllocatableResourceClaimStatus.overhead': isOff('DRANodeAllocatableResources'),
  'core.v1.NodePodPreemptionPolicy.disableResizePreemption': isOff(
    'InPlacePodVerticalScalingSchedulerPreemption',
  ),
  'core.v1.NodeSpec.podCIDRs': { kind: 'refused', reason: 'it never changes once it is there' },
  'core.v1.PodSpec.evictionResponders': isOff('EvictionRequestAPI'),
  'core.v1.PodStatus.nodeAllocatableResourceClaimStatuses': isOff('DRANodeAllocatableResources'),
  'core.v1.PodStatus.volumeHealth': isOff('CSIVolumeHealth'),
  'core.v1.PodVolumeHealth.healthConditions': isOff('CSIVolumeHealth'),
  'core.v1.VolumeHealthStatus.healthConditions': isOff('CSIVolumeHealth'),
  'core.v1.VolumeMount.bindMountOptions': isOff('VolumeBindMountOptions'),
  'resource.v1.DeviceRequestAllocationResult.skipNodeOperations': isOff('DRAOptionalNodeOperations'),
  'resource.v1.ResourceSliceSpec.skipNodeOperations': isOff('DRAOptionalNodeOperations'),
  'storage.v1.CSIDriverSpec.volumeLifecycleModes': { kind: 'refused', reason: 'it never changes' },
  'storage.v1.CSINodeStatus.storageHealth': isOff('CSIVolumeHealth'),
};

/** The atomic maps of Kubernetes 1.37 that nobody can write. */
export const unwritableMaps: Table<Limit> = {
  'core.v1.EvictionResponder': isOff('EvictionRequestAPI'),
};

/** Edits that cannot be compared, of lists that can otherwise. */
export const unwritableEdits: Table<{ edit: Edit; kind: 'refused' | 'different'; reason: string }> = {
  'certificates.v1.CertificateSigningRequestStatus.conditions': {
    edit: 'removed',
    kind: 'different',
    reason: 'the kind keeps no managedFields, so what a manager no longer applies stays',
  },
  'core.v1.PodSpec.ephemeralContainers': {
    edit: 'removed',
    kind: 'refused',
    reason: 'an ephemeral container is never removed',
  },
  'core.v1.PodStatus.podIPs': {
    edit: 'prepended',
    kind: 'different',
    reason: 'the first address is that of podIP; where another one comes first, the server drops the list',
  },
};
