import type { InlayHint, Range } from 'vscode-languageserver-types';
import type { FileView } from '../files/fileView';
import type { FeatureContext } from './context';
import { statusOf } from './fileObject';
import { inlayHints } from './inlayHints';

/** What the state of the live objects says of single fields of a file, of the part of it that is asked for. */
export function fileHints(view: FileView, range: Range | undefined, context: FeatureContext): InlayHint[] {
  if (!context.settings.inlayHints) return [];
  return view.objects.flatMap((object) => {
    const { start, end } = object.recognized.range;
    if (range !== undefined && (end.line < range.start.line || start.line > range.end.line)) return [];
    const status = statusOf(object);
    return status === undefined ? [] : inlayHints(status, context, range);
  });
}
