import { getField, isJsonObject, type JsonValue } from '../merge/json';
import { textAt } from './fileObjects';

/** Where a file stands, as far as it says what the file is for. */
export interface FilePlace {
  /** Its path, with `/` or `\`. */
  readonly path: string;
  /** Whether a Chart.yaml stands in the same folder. */
  readonly isNextToChart: boolean;
}

/** What tool's own file a document belongs to, which is not to be applied as it is. */
export type ToolFile = 'kustomization' | 'helmChart' | 'compose';

const kustomizationNames = ['kustomization.yaml', 'kustomization.yml', 'kustomization'];
const chartNames = ['chart.yaml', 'chart.yml', 'chart.lock', 'requirements.yaml', 'requirements.lock'];
const composeName = /^(?:docker-)?compose(?:[.-][\w.-]*)?\.ya?ml$/;
const valuesName = /^values(?:[.-][\w.-]*)?\.ya?ml$/;

/**
 * Whether a document is part of a file that Kustomize, Helm or Compose read by its name or by its content; an object
 * of Kubernetes in a file with such a name is an object all the same. What stands in a chart's `templates` is not
 * decided by that.
 */
export function findToolFile(value: JsonValue | undefined, place: FilePlace): ToolFile | undefined {
  if (value !== undefined && (textAt(value, ['apiVersion'])?.startsWith('kustomize.config.k8s.io/') ?? false))
    return 'kustomization';
  const isObject =
    value !== undefined &&
    textAt(value, ['apiVersion']) !== undefined &&
    textAt(value, ['kind']) !== undefined;
  const name = place.path.replace(/^.*[/\\]/, '').toLowerCase();
  if (place.isNextToChart && (chartNames.includes(name) || valuesName.test(name))) return 'helmChart';
  if (isObject) return undefined;
  if (kustomizationNames.includes(name)) return 'kustomization';
  if (name === 'chart.yaml' || name === 'chart.yml') return 'helmChart';
  if (composeName.test(name) || isCompose(value)) return 'compose';
  return undefined;
}

/** Services of which each says what it is made from (the Compose specification). */
function isCompose(value: JsonValue | undefined): boolean {
  const services = isJsonObject(value) ? getField(value, 'services') : undefined;
  if (!isJsonObject(services) || Object.keys(services).length === 0) return false;
  return Object.values(services).every(
    (service) =>
      isJsonObject(service) && ['image', 'build', 'extends'].some((key) => Object.hasOwn(service, key)),
  );
}
