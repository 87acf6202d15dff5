import type { FeatureContext } from '../../../server/src/features/context';
import { defaultSettings } from '../../../server/src/protocol/settings';
import type { JsonObject } from '../../../server/src/merge/json';
import type { LiveDocument } from '../../../server/src/session/liveDocument';
import type { Snapshot } from '../../../server/src/session/snapshot';
import { receiveText } from '../../../server/src/session/transitions';
import { type DocumentView, viewDocument } from '../../../server/src/session/view';
import { open, settings } from '../session/documents';

export const opened: Snapshot = settings('500', { mode: 'fast', color: 'red' });

/** A view of a watched document on these data, with what the test changes in it. */
export function view(change: Partial<LiveDocument> = {}, text?: (text: string) => string): DocumentView {
  const document: LiveDocument = { ...open(opened), health: { kind: 'watching' }, ...change };
  return viewDocument(
    text === undefined ? document : receiveText(document, text(document.text)).document,
    context.now,
  );
}

/** The live object at another version with these data. */
export function live(data: JsonObject, metadata: JsonObject = {}): LiveDocument['live'] {
  return { kind: 'present', snapshot: settings('501', data, metadata) };
}

/** The time and the settings that words are made with. */
export const context: FeatureContext = { now: Date.UTC(2026, 0, 2, 12), settings: defaultSettings };
