import type { DocumentView } from '../session/view';

/** Something that the user can do about a document: the title of a lens, and the command without our prefix. */
export interface ObjectAction {
  readonly title: string;
  readonly command: string;
}

/** What can be done about a document as a whole, as it stands to the live object. The first is the likeliest. */
export function objectActions(view: DocumentView): ObjectAction[] {
  const { ref, staleness, health, moved, clean, restored } = view;
  switch (staleness) {
    case 'current':
      return [];
    case 'stale':
      return clean ? [showWhatChanged, reload] : [compare];
    case 'conflicting':
      return [
        { title: 'Keep All Yours', command: 'keepAllYours' },
        { title: 'Take All Live', command: 'takeAllLive' },
        { title: 'Open Merge View', command: 'openMergeView' },
      ];
    case 'terminating':
      return moved.length > 0 && !clean ? [showLiveObject, compare] : [showLiveObject];
    case 'deleted':
      // What is a part of an object comes back with the object alone.
      return ref.subresource === undefined
        ? [{ title: 'Create Anew', command: 'createAnew' }, discard]
        : [discard];
    case 'replaced':
      return [{ title: 'Compare with the New Object', command: 'compare' }, discard];
    case 'forbidden':
      return [tryAgain, showLog];
    case 'otherCluster':
      return [tryAgain, { title: 'Reload from the Other Cluster', command: 'reload' }];
    case 'unknown':
      if (health.kind === 'unknown') return [tryAgain, showLog];
      return restored ? [compare, reload] : [];
  }
}

const compare: ObjectAction = { title: 'Compare', command: 'compare' };
const discard: ObjectAction = { title: 'Discard', command: 'discard' };
const reload: ObjectAction = { title: 'Reload', command: 'reload' };
const showLiveObject: ObjectAction = { title: 'Show Live Object', command: 'showLiveObject' };
const showLog: ObjectAction = { title: 'Show Log', command: 'showLog' };
const showWhatChanged: ObjectAction = { title: 'Show What Changed', command: 'showWhatChanged' };
const tryAgain: ObjectAction = { title: 'Try Again', command: 'tryAgain' };
