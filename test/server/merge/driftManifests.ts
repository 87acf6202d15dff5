/** Manifests as people write them: few fields stated, defaults left to the server, values in other forms than its own. */
export const commonManifests = `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  labels: {app: web, tier: ""}
  annotations: {example.dev/note: "as stated"}
spec:
  replicas: 2
  selector: {matchLabels: {app: web}}
  strategy: {}
  minReadySeconds: null
  revisionHistoryLimit: null
  paused: false
  template:
    metadata: {labels: {app: web}}
    spec:
      hostNetwork: false
      nodeSelector: {disk: ssd}
      tolerations: [{key: a, operator: Exists}, {key: b, operator: Equal, value: "1", effect: NoSchedule}]
      affinity: {}
      initContainers:
      - {name: first, image: "registry.example/init:1"}
      - {name: second, image: "registry.example/init:2"}
      containers:
      - name: app
        image: registry.example/app:1
        args: [--verbose, --level=2]
        env:
        - {name: A, value: ""}
        - {name: B, value: "2"}
        - name: C
          valueFrom: {secretKeyRef: {name: s, key: k}}
        ports: [{containerPort: 8080}, {containerPort: 8080, protocol: UDP, name: udp}]
        resources: {limits: {cpu: 1, memory: 1024Mi}, requests: {cpu: 0.5, memory: 512Mi}}
        readinessProbe: {httpGet: {path: /, port: 8080}, periodSeconds: 5}
        volumeMounts: [{name: data, mountPath: /data, readOnly: false}, {name: conf, mountPath: /conf, subPath: ""}]
        securityContext: {}
      - {name: side, image: "registry.example/side:1", stdin: false, command: []}
      volumes:
      - {name: data, emptyDir: {}}
      - {name: conf, configMap: {name: conf, defaultMode: 0644}}
---
apiVersion: apps/v1
kind: StatefulSet
metadata: {name: db}
spec:
  serviceName: db
  selector: {matchLabels: {app: db}}
  template:
    metadata: {labels: {app: db}}
    spec: {containers: [{name: db, image: "registry.example/db:1"}]}
  volumeClaimTemplates:
  - metadata: {name: data}
    spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1024Mi}}}
---
apiVersion: apps/v1
kind: DaemonSet
metadata: {name: agent, labels: {}}
spec:
  selector: {matchLabels: {app: agent}, matchExpressions: []}
  template:
    metadata: {labels: {app: agent}}
    spec:
      tolerations: []
      imagePullSecrets: [{name: one}, {name: two}]
      topologySpreadConstraints:
      - {maxSkew: 1, topologyKey: zone, whenUnsatisfiable: ScheduleAnyway}
      containers: [{name: agent, image: "registry.example/agent:1", livenessProbe: {tcpSocket: {port: 80}}}]
---
apiVersion: batch/v1
kind: CronJob
metadata: {name: nightly}
spec:
  schedule: "0 3 * * *"
  suspend: false
  jobTemplate:
    spec:
      backoffLimit: 0
      template:
        spec:
          restartPolicy: Never
          containers: [{name: job, image: "registry.example/job:1", args: [run]}]
---
apiVersion: v1
kind: Service
metadata: {name: web}
spec:
  selector: {app: web}
  ports: [{port: 80, targetPort: 8080, name: http}, {port: 80, protocol: UDP, name: dns}, {port: 443, targetPort: tls, name: tls}]
---
apiVersion: v1
kind: Service
metadata: {name: headless}
spec: {clusterIP: None, type: ClusterIP, ports: [{port: 5432}], publishNotReadyAddresses: false}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: conf, annotations: {}}
data: {a: "1", b: "two\\nlines\\n", c: ""}
binaryData:
  bytes: |
    AAEC
    AwQF
---
apiVersion: v1
kind: Secret
metadata: {name: cred}
type: Opaque
stringData: {user: admin, pass: "pässword", empty: ""}
data:
  cert: |
    LS0tLS1CRUdJTiBD
    RVJUSUZJQ0FURS0t
  raw: /wD+
`;
