import { formatFieldPath } from '../merge/fieldPath';
import type { Problem, SaveQuestion } from '../protocol/messages';
import { nameObject, type ObjectRef, withoutSubresource } from '../protocol/objectRef';
import type { FileEdits } from '../files/intoFile';
import type { LiveManifest } from '../session/liveManifest';
import { describeFailure, problem } from './problems';

/** What a manifest of a live object leaves out and why, in sentences without values. */
export function describeLiveManifest(
  { controllerFields, untried, keptBecause }: LiveManifest,
  { ref, edits }: { ref: ObjectRef; edits: Extract<FileEdits, { kind: 'edited' }> },
): { message: string; details: string[] } {
  const name = `${ref.resource} "${ref.name}"`;
  const details = [
    ...controllerFields.map(
      ({ path, manager }) => `Left out: ${formatFieldPath(path)}, which ${manager} writes by itself.`,
    ),
    ...untried.map(
      (path) =>
        `Stated: ${formatFieldPath(path)}. Whether it has to be could not be tried: no two objects may have it.`,
    ),
  ];
  const kept =
    keptBecause === undefined
      ? ''
      : ' Defaults are stated too: the API server could not be asked which they are, as the log says.';
  if (keptBecause !== undefined) details.push(describeFailure(keptBecause, 'apply').message);
  const done = {
    new: `A manifest of ${name}, not saved yet.`,
    appended: `${name} was added at the end of the file, which is not saved yet.`,
    changed:
      edits.edits.length === 0
        ? `The file states ${name} as it is in the cluster already.`
        : `The file states ${name} as it is in the cluster now. It is not saved yet.`,
  }[edits.how];
  return { message: `${done}${kept}`, details };
}

/** Why a file was left as it is. */
export function describeFileRefusal(because: Extract<FileEdits, { kind: 'refused' }>['because']): Problem {
  const words = {
    json: 'The file is JSON and does not state this object; nothing can be added to it. Choose a YAML file or a new one.',
    template:
      'The file is a template: what it states is not known before it is rendered. Choose another file.',
    broken:
      'The file states this object in a text that cannot be edited in place. Mend it, or choose another file.',
  };
  return problem('unparsable', words[because]);
}

/** Why a subresource is not saved as a manifest. */
export function describePartManifest(ref: ObjectRef): Problem {
  const whole = nameObject(withoutSubresource(ref));
  return problem(
    'rejected',
    `${nameObject(ref)} is a part of an object, which no manifest states by itself. Open ${whole}, and save that as a manifest.`,
  );
}

/** What is asked before the values of a Secret go into a file. */
export function describeSecretManifest({ uri, ref }: { uri: string; ref: ObjectRef }): SaveQuestion {
  return {
    uri,
    message: `Write the values of ${ref.resource} "${ref.name}" into a file?`,
    detail:
      'A manifest of a Secret holds its values in base64, which anybody can read. Keep the file out of version control.',
    yes: 'Write Them',
  };
}
