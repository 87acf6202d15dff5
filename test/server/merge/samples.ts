import type { JsonObject, JsonValue } from '../../../server/src/merge/json';

/** By the name of a schema, a list or a kind. */
export type Table<Value> = Readonly<Record<string, Value>>;

/** A certificate signing request for CN=shop, whose key nobody has kept. */
const certificateRequestBody =
  'MIGOMEICAQAwDzENMAsGA1UEAwwEc2hvcDAqMAUGAytlcAMhAIbsE4K/RaZ0q2FNlRW6iDPaDnTEPegBLsiiLISOGOWwoAAwBQYDK2VwA0EAPp+lYAHVbeOcsQ6TGl0jVy4vWwofQS3jw4ydxBRPAhEe2yeutqSNKJLXORaJ3zrJHnrjW1DqQJhnI9J3NK/SBg==';
const certificateRequest = Buffer.from(
  `-----BEGIN CERTIFICATE REQUEST-----\n${certificateRequestBody}\n-----END CERTIFICATE REQUEST-----\n`,
).toString('base64');
const labels = { app: 'shop' };
const devices = Object.fromEntries([1, 2, 3].map((number) => [`example.dev/k${number}`, '1']));
const podSpec: JsonObject = {
  containers: [{ name: 'main', image: 'shop:1', restartPolicy: 'Always', resources: { limits: devices } }],
  volumes: [
    { name: 'text', emptyDir: {} },
    ...[1, 2, 3].map((number) => ({ name: `k${number}`, persistentVolumeClaim: { claimName: 'disk' } })),
  ],
  resourceClaims: ['k1', 'k2', 'k3'].map((name) => ({ name, resourceClaimName: name })),
};
const selectedPods = { selector: { matchLabels: labels }, template: { metadata: { labels }, spec: podSpec } };
const resourceRule = { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods'] };
const matchConstraints = { resourceRules: [resourceRule] };
const nodeSelectorTerm = { matchFields: [{ key: 'metadata.name', operator: 'In', values: ['text'] }] };

/** What a value of these types has to say beyond what its schema requires. */
export const samplesOfTypes: Table<JsonValue> = {
  'api.resource.Quantity': '1',
  'util.intstr.IntOrString': 1,
  'meta.v1.MicroTime': '2026-01-02T03:04:05.000000Z',
  'meta.v1.Condition': { status: 'True' },
  'meta.v1.LabelSelector': { matchLabels: labels },
  'core.v1.PodTemplateSpec': { metadata: { labels }, spec: podSpec },
  'core.v1.PodSpec': podSpec,
  'core.v1.Container': { name: 'main', image: 'shop:1', restartPolicy: 'Always' },
  'core.v1.ContainerRestartRule': { action: 'Restart' },
  'core.v1.ContainerRestartRuleOnExitCodes': { operator: 'In' },
  'core.v1.EphemeralContainer': { name: 'debug', image: 'shop:1' },
  'core.v1.CephFSPersistentVolumeSource': { monitors: ['text'] },
  'core.v1.ConfigMapKeySelector': { name: 'text' },
  'core.v1.SecretKeySelector': { name: 'text' },
  'core.v1.ObjectFieldSelector': { fieldPath: 'metadata.name' },
  'core.v1.ResourceFieldSelector': { resource: 'limits.cpu' },
  'core.v1.EndpointSubset': { addresses: [{ ip: '10.0.0.1' }] },
  'core.v1.EndpointAddress': { ip: '10.0.0.1' },
  'core.v1.NodeSelectorTerm': nodeSelectorTerm,
  'core.v1.NodeSelector': { nodeSelectorTerms: [nodeSelectorTerm] },
  'core.v1.TopologySelectorTerm': { matchLabelExpressions: [{ key: 'text', values: ['text'] }] },
  'core.v1.TypedLocalObjectReference': { kind: 'PersistentVolumeClaim' },
  'networking.v1.ServiceBackendPort': { number: 80 },
  'rbac.v1.RoleRef': { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole' },
  'rbac.v1.Subject': { kind: 'ServiceAccount', namespace: 'default' },
  'core.v1.ContainerStatus': { name: 'main' },
  'core.v1.ResourceStatus': { name: 'example.dev/k1' },
  'core.v1.ResourceHealth': { health: 'Healthy' },
  'certificates.v1.CertificateSigningRequestCondition': {
    status: 'True',
    lastUpdateTime: '2026-01-02T03:04:05Z',
    lastTransitionTime: '2026-01-02T03:04:05Z',
  },
  'apiregistration.v1.APIServiceCondition': { status: 'True' },
  'resource.v1.ResourceClaimStatus': {
    allocation: {
      devices: {
        results: ['text', 'k1', 'k2', 'k3'].map((driver) => ({
          request: 'text',
          driver,
          pool: 'text',
          device: 'text',
        })),
      },
    },
  },
  'batch.v1.JobTemplateSpec': { spec: { template: { spec: { ...podSpec, restartPolicy: 'Never' } } } },
  'batch.v1.PodFailurePolicyRule': { action: 'FailJob' },
  'batch.v1.PodFailurePolicyOnExitCodesRequirement': { operator: 'In' },
  'admissionregistration.v1.NamedRuleWithOperations': resourceRule,
  'admissionregistration.v1.ParamKind': { apiVersion: 'v1', kind: 'ConfigMap' },
  'admissionregistration.v1.ParamRef': { name: 'text', parameterNotFoundAction: 'Deny' },
  'admissionregistration.v1.MatchCondition': { expression: 'true' },
  'admissionregistration.v1.Variable': { expression: 'true' },
  'admissionregistration.v1.MutatingWebhook': {
    name: 'k1.example.dev',
    clientConfig: { url: 'https://example.dev' },
    admissionReviewVersions: ['v1'],
    sideEffects: 'None',
  },
  'admissionregistration.v1.ValidatingWebhook': {
    name: 'k1.example.dev',
    clientConfig: { url: 'https://example.dev' },
    admissionReviewVersions: ['v1'],
    sideEffects: 'None',
  },
  'flowcontrol.v1.PolicyRulesWithSubjects': { subjects: [{ kind: 'Group', group: { name: 'g' } }] },
  'flowcontrol.v1.NonResourcePolicyRule': { verbs: ['get'], nonResourceURLs: ['/k1'] },
  'flowcontrol.v1.ResourcePolicyRule': {
    verbs: ['get'],
    apiGroups: [''],
    resources: ['pods'],
    namespaces: ['default'],
  },
};

/** What an object of these kinds has to have beyond what its schema requires; the argument is its name. */
export const objectsOfKinds: Table<(name: string) => JsonObject> = {
  APIService: (name) => ({
    spec: { group: `${name}.example.dev`, version: 'v1', groupPriorityMinimum: 1, versionPriority: 1 },
  }),
  CertificateSigningRequest: () => ({
    spec: { request: certificateRequest, signerName: 'example.dev/signer', usages: ['client auth'] },
  }),
  CronJob: () => ({
    spec: { schedule: '0 0 * * *', jobTemplate: samplesOfTypes['batch.v1.JobTemplateSpec']! },
  }),
  CSINode: () => ({ spec: { drivers: [] } }),
  CustomResourceDefinition: (name) => ({
    spec: {
      group: 'example.dev',
      scope: 'Cluster',
      names: { plural: `${name}s`, singular: name, kind: 'Thing', listKind: 'ThingList' },
      versions: [
        { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } },
      ],
    },
  }),
  DaemonSet: () => ({ spec: selectedPods }),
  Deployment: () => ({ spec: selectedPods }),
  EndpointSlice: () => ({ addressType: 'IPv4', endpoints: [{ addresses: ['10.0.0.1'] }] }),
  HorizontalPodAutoscaler: () => ({
    spec: { maxReplicas: 2, scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'shop' } },
  }),
  Job: () => ({ spec: { template: { spec: { ...podSpec, restartPolicy: 'Never' } } } }),
  MutatingAdmissionPolicy: () => ({
    spec: {
      matchConstraints,
      reinvocationPolicy: 'Never',
      mutations: [
        { patchType: 'JSONPatch', jsonPatch: { expression: '[JSONPatch{op: "remove", path: "/x"}]' } },
      ],
    },
  }),
  MutatingAdmissionPolicyBinding: () => ({ spec: { policyName: 'text' } }),
  PersistentVolume: () => ({ spec: { accessModes: ['ReadWriteOnce'], capacity: { storage: '1Gi' } } }),
  PersistentVolumeClaim: () => ({
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
  }),
  Pod: () => ({ spec: podSpec }),
  PodDisruptionBudget: () => ({ spec: { selector: { matchLabels: labels } } }),
  PodCertificateRequest: () => ({
    spec: {
      signerName: 'example.dev/signer',
      podName: 'pod',
      podUID: 'k1',
      serviceAccountName: 'default',
      serviceAccountUID: 'k1',
      nodeName: 'node',
      nodeUID: 'k1',
      stubPKCS10Request: certificateRequestBody,
    },
  }),
  PriorityLevelConfiguration: () => ({
    spec: { type: 'Limited', limited: { limitResponse: { type: 'Reject' } } },
  }),
  ReplicaSet: () => ({ spec: selectedPods }),
  ReplicationController: () => ({ spec: { ...selectedPods, selector: labels } }),
  ResourceClaim: () => ({
    spec: { devices: { requests: [{ name: 'text', exactly: { deviceClassName: 'gpu.example.dev' } }] } },
  }),
  ResourceSlice: () => ({
    spec: {
      driver: 'gpu.example.dev',
      nodeSelector: { nodeSelectorTerms: [nodeSelectorTerm] },
      pool: { name: 'pool', generation: 1, resourceSliceCount: 1 },
    },
  }),
  Service: () => ({ spec: { ports: [{ name: 'http', port: 80 }] } }),
  ServiceCIDR: () => ({ spec: { cidrs: ['10.9.0.0/24'] } }),
  StatefulSet: () => ({ spec: selectedPods }),
  StorageVersionMigration: () => ({ spec: { resource: { group: '', resource: 'pods' } } }),
  ValidatingAdmissionPolicy: () => ({ spec: { matchConstraints, validations: [{ expression: 'true' }] } }),
};

/** The names of objects whose kinds demand a form. */
export const namesOfObjects: Table<(name: string) => string> = {
  APIService: (name) => `v1.${name}.example.dev`,
  CustomResourceDefinition: (name) => `${name}s.example.dev`,
};
