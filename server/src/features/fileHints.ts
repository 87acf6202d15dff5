import type { InlayHint } from 'vscode-languageserver-types';
import type { FileView } from '../files/fileView';
import type { FeatureContext } from './context';
import { statusOf } from './fileObject';
import { inlayHints } from './inlayHints';

/** What the state of the live objects says of single fields of a file. */
export function fileHints(view: FileView, context: FeatureContext): InlayHint[] {
  if (!context.settings.inlayHints) return [];
  return view.objects.flatMap((object) => {
    const status = statusOf(object);
    return status === undefined ? [] : inlayHints(status, context);
  });
}
