import { findCopiedFields } from '../manifest/copiedFields';
import type { Failure } from '../session/ports';
import { viewBinding } from './binding';
import type { FileObjectState, FileObjectView, FileView } from './fileView';
import { judgeStated, type StatedJudgement } from './judgeStated';
import { contentOf, openConflicts, type OpenFile, trackedAt } from './openFile';
import type { Place } from './places';
import { isSecretObject, type StatedObject, statedValue } from './statedObjects';
import type { Tracked } from './tracked';

export interface ViewOptions {
  /** Under which name files are applied. */
  manager: string;
  /** How many objects of a file are followed. */
  mostTracked: number;
  /** Milliseconds since 1970. */
  now: number;
}

/** What is known of a file at this time. What has not changed since the last view is not found out again. Never throws. */
export function viewFile(file: OpenFile, options: ViewOptions): FileView {
  if (file.view !== undefined) return file.view;
  const { objects, leftAlone, tooLong } = contentOf(file);
  const judgements = new Map<string, StatedJudgement>();
  const view: FileView = {
    uri: file.uri,
    binding: viewBinding(file.binding),
    objects: objects.map((stated, index) => {
      const isBeyond = index >= options.mostTracked;
      return viewObject(stated, { file, options, isBeyond, judgements });
    }),
    leftAlone: [...leftAlone],
    ...(tooLong && { tooLong }),
  };
  file.judgements.clear();
  for (const [key, judgement] of judgements) file.judgements.set(key, judgement);
  file.view = view;
  return view;
}

interface Viewing {
  file: OpenFile;
  options: ViewOptions;
  isBeyond: boolean;
  judgements: Map<string, StatedJudgement>;
}

function viewObject(stated: StatedObject, viewing: Viewing): FileObjectView {
  const { file } = viewing;
  const { key, recognized, document } = stated;
  const { identity, path } = recognized;
  const place = file.tracking?.tracker.placeOf(identity);
  const told = file.told.get(key);
  const status = place?.kind === 'place' ? place.status : 'ignored';
  return {
    key,
    recognized,
    document,
    ref: place?.kind === 'place' ? place.ref : undefined,
    secret: isSecretObject(identity),
    state: stateOf(stated, place, viewing),
    copied: findCopiedFields({ document, path, status }),
    ownershipConflicts: openConflicts(file, stated).map(({ conflict }) => conflict),
    notes: told?.content === document.content ? told.notes : [],
  };
}

function stateOf(stated: StatedObject, place: Place | undefined, viewing: Viewing): FileObjectState {
  const { file, options, isBeyond } = viewing;
  const { recognized } = stated;
  if (recognized.identity.name === undefined) return { kind: 'generated' };
  if (isBeyond) return { kind: 'untracked', mostTracked: options.mostTracked };
  if (file.binding.kind === 'unbound') return unknown(stated, file.binding.failure, viewing);
  const problem = file.tracking?.tracker.problem();
  if (place?.kind === 'nowhere') return unknown(stated, place.failure, viewing);
  file.unknownSince.delete(stated.key);
  const tracked = trackedAt(file, place);
  if (tracked === undefined) return problem ? { kind: 'unknown', ...problem } : { kind: 'locating' };
  const { finding, health } = tracked;
  if (finding.kind === 'absent') return { kind: 'absent', health };
  if (finding.kind !== 'present') return finding;
  const judgement = judge(stated, tracked, viewing);
  return judgement === undefined ? { kind: 'locating' } : { ...judgement.state, health };
}

function unknown({ key }: StatedObject, failure: Failure, { file, options }: Viewing): FileObjectState {
  const since = file.unknownSince.get(key) ?? options.now;
  file.unknownSince.set(key, since);
  return { kind: 'unknown', failure, since };
}

function judge(
  stated: StatedObject,
  tracked: Tracked,
  { file, options, judgements }: Viewing,
): StatedJudgement | undefined {
  const { finding } = tracked;
  const value = statedValue(stated);
  if (finding.kind !== 'present' || value === undefined) return undefined;
  const { content } = stated.document;
  const judgement = judgeStated(
    {
      stated: value,
      content,
      live: finding,
      tracked,
      manager: options.manager,
      now: options.now,
    },
    file.judgements.get(stated.key),
  );
  judgements.set(stated.key, judgement);
  return judgement;
}
