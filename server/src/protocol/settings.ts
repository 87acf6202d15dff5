/** The section of the settings; a setting's full name is `kubernetesLiveEdit.<name>`. */
export const settingsSection = 'kubernetesLiveEdit';

/** The settings as the server uses them. Names and defaults stand in package.json; a test holds the two together. */
export interface Settings {
  kubeconfig: string;
  hiddenFields: string[];
  requestTimeoutSeconds: number;
  pollIntervalSeconds: number;
  retryLimit: number;
  confirmBeforeSave: boolean;
  mergeOnSave: 'auto' | 'ask';
  notificationLevel: 'all' | 'warnings' | 'none';
  historyLimit: number;
  /** Whether a clean document shows what moved by itself, or when the user wants it. */
  followLive: 'follow' | 'offer';
  saveProgress: boolean;
  /** Whether there are code lenses, inlay hints and hovers. */
  codeLens: boolean;
  inlayHints: boolean;
  hovers: boolean;
  /** Whether manifests in files are compared with their live objects. */
  trackManifests: boolean;
  /** The name under which files are applied. */
  fieldManager: string;
}

/**
 * The settings out of what the editor sent: a value of another type, or out of its bounds, counts as not set, as it
 * does in the editor itself.
 */
export function readSettings(sent: unknown): Settings {
  const values: Partial<Record<keyof Settings, unknown>> =
    typeof sent === 'object' && sent !== null ? sent : {};
  const { kubeconfig, hiddenFields, requestTimeoutSeconds, pollIntervalSeconds } = values;
  const { retryLimit, confirmBeforeSave, mergeOnSave, notificationLevel, historyLimit } = values;
  const { followLive, saveProgress, codeLens, inlayHints, hovers, trackManifests, fieldManager } = values;
  const seconds = (value: unknown, unset: number): number =>
    typeof value === 'number' && value >= 1 && value <= longestSeconds ? value : unset;
  const whole = (value: unknown, { from, to, unset }: { from: number; to: number; unset: number }): number =>
    typeof value === 'number' && Number.isInteger(value) && value >= from && value <= to ? value : unset;
  return {
    kubeconfig: typeof kubeconfig === 'string' ? kubeconfig : defaultSettings.kubeconfig,
    hiddenFields: isTexts(hiddenFields) ? hiddenFields : defaultSettings.hiddenFields,
    requestTimeoutSeconds: seconds(requestTimeoutSeconds, defaultSettings.requestTimeoutSeconds),
    pollIntervalSeconds: seconds(pollIntervalSeconds, defaultSettings.pollIntervalSeconds),
    retryLimit: whole(retryLimit, { from: 0, to: mostRetries, unset: defaultSettings.retryLimit }),
    confirmBeforeSave: confirmBeforeSave === true,
    mergeOnSave: mergeOnSave === 'ask' ? 'ask' : 'auto',
    notificationLevel:
      notificationLevel === 'warnings' || notificationLevel === 'none' ? notificationLevel : 'all',
    historyLimit: whole(historyLimit, { from: 2, to: mostVersions, unset: defaultSettings.historyLimit }),
    followLive: followLive === 'offer' ? 'offer' : 'follow',
    saveProgress: saveProgress !== false,
    codeLens: codeLens !== false,
    inlayHints: inlayHints !== false,
    hovers: hovers !== false,
    trackManifests: trackManifests !== false,
    fieldManager: isFieldManager(fieldManager) ? fieldManager : defaultSettings.fieldManager,
  };
}

/** The largest maximum of the settings in package.json. */
const longestSeconds = 3_600;
const mostRetries = 20;
const mostVersions = 500;

/** A name that the API server takes (ValidateFieldManager of apimachinery): printable, at most 128 bytes. */
function isFieldManager(value: unknown): value is string {
  return typeof value === 'string' && /^[\x20-\x7e]{1,128}$/.test(value);
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((text) => typeof text === 'string');
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
  retryLimit: 5,
  confirmBeforeSave: false,
  mergeOnSave: 'auto',
  notificationLevel: 'all',
  historyLimit: 50,
  followLive: 'follow',
  saveProgress: true,
  codeLens: true,
  inlayHints: true,
  hovers: true,
  trackManifests: true,
  fieldManager: 'kubernetes-live-edit',
};

/** The settings that each folder of a workspace may have otherwise. */
export interface FolderSettings {
  /** Where the objects of manifest files go; empty: the current context and its namespace. */
  manifestContext: string;
  manifestNamespace: string;
  /** Whether a file is applied when its user saves it. */
  applyOnSave: boolean;
}

/** The settings of a folder out of what the editor sent, as `readSettings`. */
export function readFolderSettings(sent: unknown): FolderSettings {
  const values: Partial<Record<keyof FolderSettings, unknown>> =
    typeof sent === 'object' && sent !== null ? sent : {};
  const { manifestContext, manifestNamespace, applyOnSave } = values;
  return {
    manifestContext: typeof manifestContext === 'string' ? manifestContext : '',
    manifestNamespace: typeof manifestNamespace === 'string' ? manifestNamespace : '',
    applyOnSave: applyOnSave === true,
  };
}

export const defaultFolderSettings: FolderSettings = readFolderSettings(undefined);
