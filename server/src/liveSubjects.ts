import { codeLenses } from './features/codeLenses';
import type { FeatureContext } from './features/context';
import { diagnostics } from './features/diagnostics';
import { inlayHints } from './features/inlayHints';
import { nextChange } from './features/nextChange';
import { documentStatus } from './features/status';
import type { Subject } from './publisher';
import type { LiveDocument } from './session/liveDocument';
import { hasMovedSilently } from './session/silent';
import { type DocumentView, viewDocument } from './session/view';

/** Live documents as what is published of them. */
export interface LiveSubjects {
  find(uri: string): Subject | undefined;
  view(uri: string): DocumentView | undefined;
}

/** The subjects over the live documents that an editor has. */
export function createLiveSubjects(options: {
  find: (uri: string) => LiveDocument | undefined;
  context: () => FeatureContext;
}): LiveSubjects {
  const { find, context } = options;
  /** Lenses, hints and marks of one document are mostly made one after the other. */
  let last: { document: LiveDocument; view: DocumentView } | undefined;

  function viewOf(document: LiveDocument): DocumentView {
    // A document does not change; only who fights over it, and how long a text has been on its way, goes by with time.
    if (last?.document !== document || goesBy(last.view))
      last = { document, view: viewDocument(document, context().now) };
    return last.view;
  }

  return {
    find(uri) {
      const document = find(uri);
      return (
        document && {
          state: document,
          isSilentSince: (before) => hasMovedSilently(before as LiveDocument, document),
          goesBy: () => goesBy(viewOf(document)),
          isProvisional: () => false,
          diagnostics: () => diagnostics(viewOf(document), context()),
          status: () => documentStatus(viewOf(document), context()),
          lenses: () => codeLenses(viewOf(document), context()),
          hints: () => inlayHints(viewOf(document), context()),
          nextChange: () => nextChange(viewOf(document), context()),
        }
      );
    },
    view(uri) {
      const document = find(uri);
      return document && viewOf(document);
    },
  };
}

/** Whether what counts as problem of a document goes by with time. */
function goesBy({ foughtOver, arrivesBy }: DocumentView): boolean {
  return foughtOver !== undefined || arrivesBy !== undefined;
}
