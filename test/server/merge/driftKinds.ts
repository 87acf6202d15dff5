/** A custom kind whose schema has a default, a nullable field, a set, a keyed list, an atomic one, and what it does not describe. */
export const definition = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.drift.example.dev}
spec:
  group: drift.example.dev
  scope: Namespaced
  names: {plural: widgets, singular: widget, kind: Widget}
  versions:
  - name: v1
    served: true
    storage: true
    subresources: {status: {}}
    schema:
      openAPIV3Schema:
        type: object
        properties:
          status: {type: object, x-kubernetes-preserve-unknown-fields: true}
          spec:
            type: object
            properties:
              size: {type: integer, default: 3}
              note: {type: string, nullable: true}
              enabled: {type: boolean}
              text: {type: string}
              port: {x-kubernetes-int-or-string: true}
              tags: {type: array, x-kubernetes-list-type: set, items: {type: string}}
              parts:
                type: array
                x-kubernetes-list-type: map
                x-kubernetes-list-map-keys: [id]
                items:
                  type: object
                  required: [id]
                  properties: {id: {type: string}, mode: {type: string, default: slow}, weight: {type: integer}}
              steps:
                type: array
                items: {type: object, properties: {run: {type: string}, retries: {type: integer, default: 2}}}
              pair: {type: object, x-kubernetes-map-type: atomic, properties: {a: {type: string}, b: {type: string}}}
              any: {type: object, x-kubernetes-preserve-unknown-fields: true}
`;

/** Manifests of many kinds, as those of `commonManifests`. */
export const manifestsOfKinds = `
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: {name: web}
spec:
  rules:
  - host: a.example
    http: {paths: [{path: /, pathType: Prefix, backend: {service: {name: web, port: {number: 80}}}}]}
  - host: b.example
    http: {paths: [{path: /, pathType: Exact, backend: {service: {name: web, port: {name: http}}}}]}
  tls: [{hosts: [a.example], secretName: tls}]
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: {name: allow}
spec:
  podSelector: {}
  policyTypes: [Ingress, Egress]
  egress: []
  ingress:
  - from: [{namespaceSelector: {}}, {podSelector: {matchLabels: {app: web}}}]
    ports: [{port: 80}, {port: 53, protocol: UDP}]
---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: {name: web}
spec:
  minReplicas: 1
  maxReplicas: 5
  scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: nothing}
  metrics:
  - {type: Resource, resource: {name: cpu, target: {type: Utilization, averageUtilization: 80}}}
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: {name: web}
spec: {minAvailable: 50%, selector: {matchLabels: {app: web}}}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: {name: reader}
rules:
- {apiGroups: [""], resources: [pods, services], verbs: [get, list]}
- {apiGroups: [apps], resources: [deployments], verbs: [get]}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: {name: readers}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: reader}
subjects: [{kind: User, name: jane}, {kind: ServiceAccount, name: default, namespace: default}]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: drift-all}
rules: []
---
apiVersion: v1
kind: ServiceAccount
metadata: {name: robot}
automountServiceAccountToken: true
imagePullSecrets: [{name: registry}]
---
apiVersion: v1
kind: LimitRange
metadata: {name: limits}
spec:
  limits:
  - {type: Container, default: {cpu: 1, memory: 512Mi}, max: {cpu: 2000m}}
---
apiVersion: v1
kind: ResourceQuota
metadata: {name: quota}
spec: {hard: {pods: 10, requests.cpu: "4", requests.memory: 8192Mi}}
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: claim}
spec: {accessModes: [ReadWriteOnce], storageClassName: "", resources: {requests: {storage: 1024Mi}}}
---
apiVersion: v1
kind: PersistentVolume
metadata: {name: drift-volume}
spec:
  capacity: {storage: 1024Mi}
  accessModes: [ReadWriteOnce]
  hostPath: {path: /tmp/drift, type: ""}
---
apiVersion: storage.k8s.io/v1
kind: StorageClass
metadata: {name: drift-class}
provisioner: example.dev/none
parameters: {type: fast}
allowVolumeExpansion: false
---
apiVersion: scheduling.k8s.io/v1
kind: PriorityClass
metadata: {name: drift-priority}
value: 1000
globalDefault: false
description: ""
---
apiVersion: coordination.k8s.io/v1
kind: Lease
metadata: {name: lease}
spec: {holderIdentity: me, leaseDurationSeconds: 15, acquireTime: "2024-01-01T01:00:00.000000+01:00"}
---
apiVersion: discovery.k8s.io/v1
kind: EndpointSlice
metadata: {name: slice, labels: {kubernetes.io/service-name: web}}
addressType: IPv4
ports: [{port: 80, name: http}]
endpoints: [{addresses: [10.1.2.3]}, {addresses: [10.1.2.4], conditions: {ready: true}}]
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata: {name: drift-hook}
webhooks:
- name: a.example.dev
  admissionReviewVersions: [v1]
  sideEffects: None
  failurePolicy: Ignore
  clientConfig: {service: {name: hook, namespace: drift}}
  rules: [{apiGroups: [drift.example.dev], apiVersions: [v1], operations: [DELETE], resources: [nothing]}]
---
apiVersion: v1
kind: Namespace
metadata: {name: drift-space, labels: {team: shop}, finalizers: []}
---
apiVersion: v1
kind: Pod
metadata: {name: pod}
spec:
  containers: [{name: app, image: "registry.example/app:1", resources: {limits: {cpu: 500m}}}]
  nodeName: nowhere
---
apiVersion: drift.example.dev/v1
kind: Widget
metadata: {name: one, finalizers: [example.dev/b, example.dev/a]}
spec:
  enabled: false
  note: null
  text: ""
  port: "80"
  tags: [b, a]
  parts: [{id: first, weight: 1}, {id: second}]
  steps: [{run: a}, {run: b, retries: 5}]
  pair: {a: "1"}
  any: {list: [1, 2, {a: b}], map: {k: {v: 1.5}}}
---
apiVersion: drift.example.dev/v1
kind: Widget
metadata: {name: two}
spec: {size: 3, tags: [], steps: [], any: {}, port: 80}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: copied, creationTimestamp: null, generation: 3}
data: {k: v}
`;
