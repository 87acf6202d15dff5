import { randomBytes } from 'node:crypto';

/** The users that a control plane knows by their tokens. */
export type UserName = 'admin' | 'limited' | 'none' | 'kube-controller-manager' | 'kube-scheduler' | 'kwok';

export type Tokens = Readonly<Record<UserName, string>>;

/** The one namespace in which the user `limited` has rights. */
export const limitedNamespace = 'shop';

/** A fresh secret token for every user. */
export function makeTokens(): Tokens {
  const token = () => randomBytes(16).toString('hex');
  return {
    admin: token(),
    limited: token(),
    none: token(),
    'kube-controller-manager': token(),
    'kube-scheduler': token(),
    kwok: token(),
  };
}

/** The API server's token file: `token,user,uid,"groups"` lines. The components are users of their own for the audit log's sake. */
export function formatTokenFile(tokens: Tokens): string {
  return Object.entries(tokens)
    .map(([user, token]) => {
      const groups = user === 'limited' || user === 'none' ? '' : ',"system:masters"';
      return `${token},${user},${user}${groups}\n`;
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
