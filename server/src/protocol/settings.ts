/** The section of the settings; a setting's full name is `kubernetesLiveEdit.<name>`. */
export const settingsSection = 'kubernetesLiveEdit';

/** The settings as the server uses them. Names and defaults stand in package.json; a test holds the two together. */
export interface Settings {
  kubeconfig: string;
  hiddenFields: string[];
  requestTimeoutSeconds: number;
  pollIntervalSeconds: number;
}

export const defaultSettings: Settings = {
  kubeconfig: '',
  hiddenFields: [
    'metadata.managedFields',
    'metadata.resourceVersion',
    'metadata.generation',
    'metadata.annotations[kubectl.kubernetes.io/last-applied-configuration]',
    'status',
  ],
  requestTimeoutSeconds: 30,
  pollIntervalSeconds: 15,
};
