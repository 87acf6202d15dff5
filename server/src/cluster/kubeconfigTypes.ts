import type { JsonValue } from './json';

/** The kubeconfig as kubectl would see it: all files merged, paths absolute. Names map to their first definition. */
export interface Kubeconfig {
  readonly currentContext: string;
  readonly contexts: ReadonlyMap<string, ContextEntry>;
  readonly clusters: ReadonlyMap<string, ClusterEntry>;
  readonly users: ReadonlyMap<string, UserEntry>;
}

/** Empty texts where the kubeconfig says nothing. */
export interface ContextEntry {
  readonly cluster: string;
  readonly user: string;
  readonly namespace: string;
}

/** Something that stands in the kubeconfig itself (base64) or in a file of its own. */
export type DataOrFile = { readonly data: string } | { readonly file: string };

export interface ClusterEntry {
  readonly server: string;
  readonly certificateAuthority?: DataOrFile;
  readonly insecureSkipTlsVerify: boolean;
  readonly tlsServerName?: string;
  readonly proxyUrl?: string;
  /** The extension `client.authentication.k8s.io/exec`, which a credential plugin is given. */
  readonly execConfig?: JsonValue;
}

export interface UserEntry {
  readonly clientCertificate?: DataOrFile;
  readonly clientKey?: DataOrFile;
  readonly token?: string;
  readonly tokenFile?: string;
  readonly username?: string;
  readonly password?: string;
  readonly impersonate?: Impersonation;
  readonly exec?: ExecEntry;
  readonly authProvider?: { readonly name: string; readonly config: Readonly<Record<string, string>> };
}

export interface Impersonation {
  readonly user: string;
  readonly groups: readonly string[];
  readonly uid?: string;
  readonly extra: Readonly<Record<string, readonly string[]>>;
}

/** A credential plugin. `command` is absolute, or a bare name that is looked up on the PATH. */
export interface ExecEntry {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: readonly { readonly name: string; readonly value: string }[];
  readonly apiVersion: string;
  readonly installHint?: string;
  readonly provideClusterInfo: boolean;
  readonly interactiveMode: string;
}
