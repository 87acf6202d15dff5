import type { FeatureContext } from './features/context';
import { fileDiagnostics } from './features/fileDiagnostics';
import { fileHints } from './features/fileHints';
import { fileLenses } from './features/fileLenses';
import { nextFileChange } from './features/fileNextChange';
import type { FileView } from './files/fileView';
import type { Subject } from './publisher';

/** A manifest file as what is published of it. */
export function fileSubject(view: () => FileView, context: () => FeatureContext): Subject {
  return {
    get state() {
      return view();
    },
    isSilentSince: () => false,
    goesBy: () => false,
    isProvisional: () => isBeingFound(view()),
    diagnostics: () => fileDiagnostics(view(), context()),
    status: () => undefined,
    lenses: () => fileLenses(view(), context()),
    hints: () => fileHints(view(), context()),
    nextChange: () => nextFileChange(view(), context()),
  };
}

/** Whether it is being found out where a file goes, or how its objects are there. */
function isBeingFound({ binding, objects }: FileView): boolean {
  return binding.kind === 'binding' || objects.some(({ state }) => state.kind === 'locating');
}
