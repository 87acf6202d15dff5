import { randomBytes } from 'node:crypto';

const userNames = ['admin', 'limited', 'none', 'kube-controller-manager', 'kube-scheduler', 'kwok'] as const;

/** The users that a control plane knows. The components are users of their own for the audit log's sake. */
export type UserName = (typeof userNames)[number];

/** The bearer token of each user. */
export type Tokens = Readonly<Record<UserName, string>>;

/** The one namespace in which the user `limited` has rights. */
export const limitedNamespace = 'shop';

/** A fresh secret token for every user. */
export function makeTokens(): Tokens {
  const entries = userNames.map((user) => [user, randomBytes(16).toString('hex')]);
  return Object.fromEntries(entries) as Tokens;
}

/** The API server's token file: lines of `token,user,uid,"groups"`. Every user but two may do everything. */
export function formatTokenFile(tokens: Tokens): string {
  return userNames
    .map((user) => {
      const groups = user === 'limited' || user === 'none' ? '' : ',"system:masters"';
      return `${tokens[user]},${user},${user}${groups}\n`;
    })
    .join('');
}

/** The namespace, and what `limited` may do there: read and update, but neither watch nor create nor delete. */
export const limitedAccess = `
apiVersion: v1
kind: Namespace
metadata:
  name: ${limitedNamespace}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata:
  name: limited
  namespace: ${limitedNamespace}
rules:
  - apiGroups: ['']
    resources: [configmaps]
    verbs: [get, list, update]
  - apiGroups: [apps]
    resources: [deployments]
    verbs: [get, list, update]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata:
  name: limited
  namespace: ${limitedNamespace}
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: Role
  name: limited
subjects:
  - apiGroup: rbac.authorization.k8s.io
    kind: User
    name: limited
`;
