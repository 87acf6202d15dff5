/** Objects of several kinds and namespaces, one of which is not in the cluster. */
export const fiveObjects = `# What the shop needs.
apiVersion: v1
kind: ConfigMap
metadata:
  name: web-config
data:
  MAINTENANCE: 'no'
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  namespace: shop
spec:
  replicas: 3
  minReadySeconds: 2
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: invoices
  namespace: billing
data:
  currency: EUR
---
apiVersion: v1
kind: Namespace
metadata:
  name: billing
---
apiVersion: v1
kind: Service
metadata:
  name: web-canary
spec:
  ports:
    - port: 80
`;

/** Objects beside documents that are none: one that does not parse, one of Helm, one of a kind that nobody serves. */
export const mixedFile = `apiVersion: v1
kind: ConfigMap
metadata:
  name: web-config
data:
  MAINTENANCE: 'no'
---
apiVersion: v1
kind: ConfigMap
metadata: { name: broken
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: {{ .Release.Name }}-settings
---
apiVersion: mon.example.dev/v1
kind: Monitor
metadata:
  name: m
spec: {}
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  minReadySeconds: 2
`;
