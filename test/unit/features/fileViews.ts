import type {
  FileObjectState,
  FileObjectView,
  FileView,
  PresentState,
} from '../../../server/src/files/fileView';
import { findCopiedFields } from '../../../server/src/manifest/copiedFields';
import { readFile } from '../../../server/src/manifest/documents';
import { type LeftAlone, recognizeFile } from '../../../server/src/manifest/recognize';
import { reconcileState } from '../../../server/src/reconcile/reconcileState';

/** What a test says of each object, by its name. */
export type Known = Record<string, Partial<FileObjectView>>;

/** A view of a file whose objects are bound to `demo` by the user, and in the cluster as the file says. */
export function fileView(text: string, known: Known = {}, change: Partial<FileView> = {}): FileView {
  const { entries } = recognizeFile(readFile(text), { path: 'objects.yaml', isNextToChart: false });
  const objects = entries.flatMap(({ document, recognized }): FileObjectView[] => {
    if (recognized.kind !== 'object') return [];
    const { kind, name = '', namespace = 'shop' } = recognized.identity;
    const resource = `${kind.toLowerCase()}s`;
    return [
      {
        key: `${kind}/${name}`,
        recognized,
        document,
        ref: {
          context: 'demo',
          namespace,
          group: kind === 'Deployment' ? 'apps' : '',
          version: 'v1',
          resource,
          name,
        },
        secret: kind === 'Secret',
        state: present(),
        copied: findCopiedFields({ document, path: recognized.path, status: 'ignored' }),
        ownershipConflicts: [],
        notes: [],
        ...known[name],
      },
    ];
  });
  const leftAlone = entries.flatMap(({ document, recognized }) =>
    recognized.kind === 'object' || recognized.kind === 'empty'
      ? []
      : [{ ...(recognized satisfies LeftAlone), document }],
  );
  const binding = { kind: 'bound', context: 'demo', namespace: 'shop', by: 'user' } as const;
  return { uri: 'file:///objects.yaml', binding, objects, leftAlone, ...change };
}

/** The state of an object that is in the cluster and watched. */
export function present(change: Partial<PresentState> = {}): FileObjectState {
  return {
    kind: 'present',
    health: { kind: 'watching' },
    resourceVersion: '5',
    drifts: [],
    owned: [],
    changed: [],
    termination: undefined,
    reconcile: quiet,
    unobservedSince: undefined,
    appliedByUs: true,
    ...change,
  };
}

const quiet = reconcileState({});
