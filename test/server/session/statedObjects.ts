import type { JsonObject } from '../../../server/src/merge/json';
import { customDefinition } from '../../cluster/customDefinition';

/** Objects as their users write them: with nothing that the API server would fill in by itself. */
export const statedObjects: readonly JsonObject[] = [
  {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: 'stated', labels: { team: 'shop' } },
  },
  {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'web', namespace: 'default', annotations: { 'example.dev/owner': 'ann' } },
    spec: {
      replicas: 3,
      selector: { matchLabels: { app: 'web' } },
      strategy: { rollingUpdate: { maxSurge: 0 } },
      template: {
        metadata: { labels: { app: 'web' } },
        spec: {
          containers: [
            {
              name: 'app',
              image: 'registry.example/web:1.2',
              env: [
                { name: 'MODE', value: 'fast' },
                { name: 'POD', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } },
              ],
              ports: [{ containerPort: 8080 }, { containerPort: 53, protocol: 'UDP' }],
              livenessProbe: { httpGet: { port: 8080 }, periodSeconds: 20 },
              resources: { requests: { cpu: '100m' } },
              volumeMounts: [{ name: 'scratch', mountPath: '/scratch' }],
            },
          ],
          volumes: [{ name: 'scratch', emptyDir: { medium: 'Memory' } }],
        },
      },
    },
  },
  {
    apiVersion: 'apps/v1',
    kind: 'StatefulSet',
    metadata: { name: 'db', namespace: 'default' },
    spec: {
      serviceName: 'db',
      selector: { matchLabels: { app: 'db' } },
      template: {
        metadata: { labels: { app: 'db' } },
        spec: { containers: [{ name: 'db', image: 'registry.example/db' }] },
      },
      volumeClaimTemplates: [
        {
          metadata: { name: 'data' },
          spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
        },
      ],
    },
  },
  {
    apiVersion: 'apps/v1',
    kind: 'DaemonSet',
    metadata: { name: 'agent', namespace: 'default' },
    spec: {
      selector: { matchLabels: { app: 'agent' } },
      updateStrategy: { type: 'OnDelete' },
      template: {
        metadata: { labels: { app: 'agent' } },
        spec: {
          hostNetwork: true,
          containers: [
            { name: 'agent', image: 'registry.example/agent:2', ports: [{ containerPort: 9100 }] },
          ],
        },
      },
    },
  },
  {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 'web', namespace: 'default' },
    spec: { selector: { app: 'web' }, ports: [{ port: 80 }] },
  },
  {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 'headless', namespace: 'default' },
    spec: {
      clusterIP: 'None',
      selector: { app: 'db' },
      ports: [{ name: 'sql', port: 5432, targetPort: 'sql' }],
    },
  },
  {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 'outside', namespace: 'default' },
    spec: { type: 'LoadBalancer', sessionAffinity: 'ClientIP', ports: [{ port: 443, targetPort: 8443 }] },
  },
  {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 'fixed', namespace: 'default' },
    spec: { type: 'NodePort', clusterIP: '10.0.0.77', ports: [{ port: 80, nodePort: 30777 }] },
  },
  {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'settings', namespace: 'default' },
    data: { mode: 'fast', 'app.conf': 'one\ntwo\n' },
  },
  {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 'keys', namespace: 'default' },
    data: { password: 'c2VjcmV0' },
  },
  {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'Ingress',
    metadata: { name: 'web', namespace: 'default' },
    spec: {
      rules: [
        {
          host: 'shop.example',
          http: {
            paths: [
              { path: '/', pathType: 'Prefix', backend: { service: { name: 'web', port: { number: 80 } } } },
            ],
          },
        },
      ],
    },
  },
  {
    apiVersion: 'autoscaling/v2',
    kind: 'HorizontalPodAutoscaler',
    metadata: { name: 'web', namespace: 'default' },
    spec: {
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'elsewhere' },
      maxReplicas: 9,
      metrics: [
        {
          type: 'Resource',
          resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 60 } },
        },
      ],
      behavior: { scaleDown: { stabilizationWindowSeconds: 60 } },
    },
  },
  {
    apiVersion: 'batch/v1',
    kind: 'CronJob',
    metadata: { name: 'report', namespace: 'default' },
    spec: {
      schedule: '0 3 * * *',
      jobTemplate: {
        spec: {
          template: {
            spec: {
              restartPolicy: 'OnFailure',
              containers: [{ name: 'run', image: 'registry.example/report:1' }],
            },
          },
        },
      },
    },
  },
  {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name: 'once', namespace: 'default' },
    spec: {
      template: {
        metadata: { labels: { app: 'once' } },
        spec: { restartPolicy: 'Never', containers: [{ name: 'run', image: 'registry.example/once:1' }] },
      },
    },
  },
  {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name: 'data', namespace: 'default' },
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
  },
  {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'Role',
    metadata: { name: 'reader', namespace: 'default' },
    rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get', 'list'] }],
  },
  {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'RoleBinding',
    metadata: { name: 'readers', namespace: 'default' },
    roleRef: { kind: 'Role', name: 'reader' },
    subjects: [{ kind: 'ServiceAccount', name: 'robot', namespace: 'default' }],
  },
  {
    apiVersion: 'v1',
    kind: 'ServiceAccount',
    metadata: { name: 'robot', namespace: 'default' },
  },
  {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    metadata: { name: 'inward', namespace: 'default' },
    spec: { ingress: [{ from: [{ podSelector: {} }], ports: [{ port: 80 }] }] },
  },
  customDefinition({
    group: 'stated.example',
    names: { kind: 'Gadget', plural: 'gadgets', shortNames: ['gd'] },
    version: { subresources: { status: {} } },
    properties: {
      spec: {
        type: 'object',
        required: ['size'],
        properties: {
          size: { type: 'integer' },
          mode: { type: 'string', default: 'auto' },
          limits: {
            type: 'object',
            default: {},
            properties: { cpu: { type: 'string', default: '1' }, memory: { type: 'string' } },
          },
        },
      },
      status: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
    },
  }),
  {
    apiVersion: 'stated.example/v1',
    kind: 'Gadget',
    metadata: { name: 'small', namespace: 'default' },
    spec: { size: 3, limits: { memory: '1Gi' } },
  },
];
