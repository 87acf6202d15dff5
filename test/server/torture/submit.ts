import type { JsonObject } from '../../../server/src/merge/json';
import type { ControlPlane } from '../../cluster/controlPlane';
import type { Api } from './api';
import { editObject } from './jsonEdits';
import { namespace, pathOf, type TargetObject } from './objects';
import { patchOf } from './patches';
import type { Mark, WriterName } from './places';
import type { MarkEdit } from './typing';

/** What became of a write. */
export type Outcome = 'written' | 'moved' | 'refused' | 'noAnswer';

/** One way to write changes of an object that was just read. `marks` are the writer's own, with the changes made. */
export type Submit = (change: {
  target: TargetObject;
  writer: WriterName;
  /** The object as it was read, and with the changes made. */
  read: JsonObject;
  object: JsonObject;
  edits: readonly MarkEdit[];
  marks: readonly Mark[];
}) => Promise<{ outcome: Outcome; words: string }>;

/** GET-modify-PUT, as scripts and controllers do. */
export function replaceOverApi(api: Api): Submit {
  return ({ target, object, writer }) =>
    send(api, { method: 'PUT', path: `${pathOf(target)}?fieldManager=${writer.name}`, body: object });
}

/** A patch, by the API itself. */
export function patchOverApi(api: Api): Submit {
  return ({ target, edits, read, writer }) => {
    const { type, body } = patchOf(target, { edits, read, writer });
    return send(api, {
      method: 'PATCH',
      path: `${pathOf(target)}?fieldManager=${writer.name}`,
      type: `application/${type}-patch+json`,
      body,
    });
  };
}

/** Server-side apply of all that the writer wants to have. */
export function applyOverApi(api: Api): Submit {
  return ({ target, marks, writer }) =>
    send(api, {
      method: 'PATCH',
      path: `${pathOf(target)}?fieldManager=${writer.name}&force=true`,
      type: 'application/apply-patch+yaml',
      body: configurationOf(target, marks, writer),
    });
}

/** kubectl itself: `patch` and `replace` by turns, or `apply --server-side`. */
export function runKubectl(controlPlane: ControlPlane, verb: 'apply' | 'patchOrReplace'): Submit {
  let turn = 0;
  return async ({ target, read, object, edits, marks, writer }) => {
    const [resource = ''] = target.resource.split('.');
    const own = [`--field-manager=${writer.name}`, '-n', namespace];
    turn += 1;
    const run = () => {
      if (verb === 'apply') {
        const stdin = JSON.stringify(configurationOf(target, marks, writer));
        return controlPlane.kubectl(['apply', '--server-side', '--force-conflicts', ...own, '-f', '-'], {
          stdin,
        });
      }
      if (turn % 2 === 0)
        return controlPlane.kubectl(['replace', ...own, '-f', '-'], { stdin: JSON.stringify(object) });
      const { type, body } = patchOf(target, { edits, read, writer });
      const kind = type === 'strategic-merge' ? 'strategic' : type === 'json' ? 'json' : 'merge';
      return controlPlane.kubectl([
        'patch',
        resource,
        target.name,
        ...own,
        `--type=${kind}`,
        '-p',
        JSON.stringify(body),
      ]);
    };
    const { code, stderr } = await run();
    return {
      outcome: code === 0 ? 'written' : stderr.includes('(Conflict)') ? 'moved' : 'noAnswer',
      words: stderr.slice(0, 200),
    };
  };
}

async function send(api: Api, request: Parameters<Api['send']>[0]): ReturnType<Submit> {
  try {
    const { status, object } = await api.send(request);
    if (status < 300) return { outcome: 'written', words: '' };
    return {
      outcome: status === 409 ? 'moved' : status >= 500 ? 'noAnswer' : 'refused',
      words: JSON.stringify(object).slice(0, 300),
    };
  } catch (error) {
    return { outcome: 'noAnswer', words: String(error) };
  }
}

/** A configuration for server-side apply: what the writer wants, and nothing else. */
function configurationOf(
  { initial, name, places }: TargetObject,
  marks: readonly Mark[],
  writer: WriterName,
): JsonObject {
  const { apiVersion, kind } = initial;
  const object: JsonObject = { apiVersion: apiVersion!, kind: kind!, metadata: { name, namespace } };
  for (const { place, key, value } of marks)
    editObject(object, { place: places.find((one) => one.name === place)!, key, value }, writer);
  return object;
}
