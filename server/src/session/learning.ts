import type { Entry } from './entry';
import { judgeDocument } from './judged';
import type { LiveDocument } from './liveDocument';
import { seeLive, seeOlder, seeOwn, type SeeingOptions } from './seeing';
import type { Snapshot } from './snapshot';

/** What a document has learnt from the versions of its object. */
export type Learnt = Pick<LiveDocument, 'seen' | 'judged'>;

/** One step of learning, over what was learnt before it. */
export type Lesson = (learnt: Learnt) => Learnt;

/** Has the document of an entry learn its live object, as it is now, when it is looked at: no answer waits for that. */
export function learnLive(entry: Entry, options: SeeingOptions): void {
  learnLater(entry, (document) => judgeDocument(seeLive(document, options), options.now));
}

/** The same of a version that is older than the live object: a write of ours came between. */
export function learnOlder(entry: Entry, older: Snapshot, options: SeeingOptions): void {
  learnLater(entry, (document) => seeOlder(document, older, options));
}

/** The same of that we have written this version. */
export function learnOwn(entry: Entry, written: Snapshot): void {
  learnLater(entry, (document) => seeOwn(document, written));
}

/** The document of an entry with all that there is to learn. */
export function learntDocument(entry: Entry): LiveDocument {
  const lessons = entry.lessons.splice(0);
  if (lessons.length > 0) {
    const { seen, judged } = lessons.reduce<Learnt>((learnt, lesson) => lesson(learnt), entry.document);
    entry.document = { ...entry.document, seen, judged };
  }
  return entry.document;
}

/** The steps are taken in their order, each on the document as it is now. */
function learnLater(entry: Entry, step: (document: LiveDocument) => LiveDocument): void {
  const { document } = entry;
  entry.lessons.push(({ seen, judged }) => step({ ...document, seen, judged }));
  if (entry.lessons.length > mostLessons) learntDocument(entry);
}

/** Where nobody looks, as while a save goes on, many versions may come, each with a whole object. */
const mostLessons = 20;
