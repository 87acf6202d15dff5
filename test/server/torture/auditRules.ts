import { isJsonObject, type JsonValue } from '../../../server/src/merge/json';
import type { FollowedEvent } from './auditFollower';
import type { Journal } from './journal';
import { pathOf, type TargetObject, targetObjects } from './objects';
import { itemsOf, valueAt } from './places';

/** What the audit log says of the requests of the server under test. */
export interface AuditRules {
  /**
   * Takes the next events; reports every write without a precondition and every blind repetition of one. An API server
   * that was frozen answers in any order, so that a read may stand before the write that it followed.
   */
  take: (events: readonly FollowedEvent[], options: { isInOrder: boolean }) => void;
  /** How many writes there were, and how many of them the API server answered with 409. */
  readonly writes: { all: number; moved: number; patches: number };
}

/** The rules that hold for each editor and object on its own. */
export function createAuditRules(journal: Journal): AuditRules {
  const writes = { all: 0, moved: 0, patches: 0 };
  /** The last write of an editor to an object, as long as no read has followed. */
  const unread = new Map<string, { resourceVersion: string; code: number }>();

  function takeWrite(
    event: FollowedEvent,
    { target, by, isInOrder }: { target: TargetObject; by: string; isInOrder: boolean },
  ): void {
    const code = event.responseStatus?.code ?? 0;
    writes.all += 1;
    if (code === 409) writes.moved += 1;
    if (event.verb === 'patch') writes.patches += 1;
    // The body of a write is not in the log where the API server could not read it to its end: nothing was written.
    const isUnread = event.requestObject === undefined && code >= 400;
    const wrong = isUnread ? undefined : problemOf(event);
    if (isUnread)
      journal.remark(target, `${by}: a write whose body did not arrive was answered with ${code}`);
    if (wrong !== undefined) journal.report({ kind: 'rule', target, what: `${by}: ${wrong}` });
    const resourceVersion = versionIn(event) ?? '';
    const before = unread.get(by);
    // A refusal of the content leaves the object as it was: the corrected text goes over the same version. So does a
    // write after one that has changed nothing (an undo to a text without what the server fills in again): both succeed.
    const isBlind =
      before !== undefined &&
      before.resourceVersion === resourceVersion &&
      !(before.code < 400 && code < 400) &&
      (before.code < 400 || before.code === 409 || before.code >= 500);
    if (isBlind && isInOrder && resourceVersion !== '')
      journal.report({
        kind: 'rule',
        target,
        what: `${by}: a second write over version ${resourceVersion} (${before.code}) without a read`,
      });
    unread.set(by, { resourceVersion, code });
  }

  return {
    writes,
    take(events, { isInOrder }) {
      unread.clear();
      for (const event of events) {
        const editor = event.impersonatedUser?.username;
        if (editor === undefined || event.stage === 'ResponseStarted') continue;
        const path = event.requestURI.split('?')[0];
        const target = targetObjects.find((one) => pathOf(one) === path);
        if (target === undefined) continue;
        const by = `${editor} on ${target.name}`;
        if (event.verb === 'get') unread.delete(by);
        else takeWrite(event, { target, by, isInOrder });
      }
    },
  };
}

function problemOf({ verb, requestObject, requestURI }: FollowedEvent): string | undefined {
  const body = requestObject as JsonValue | undefined;
  if (!requestURI.includes('fieldManager=kubernetes-live-edit')) return 'a write without our field manager';
  if (verb === 'update')
    return isJsonObject(body) &&
      typeof valueAt(body, ['metadata', 'uid']) === 'string' &&
      versionOf(body) !== ''
      ? undefined
      : 'an update without uid and resourceVersion';
  if (verb !== 'patch') return `a ${verb}`;
  const tests = itemsOf(body).some(
    (operation) =>
      isJsonObject(operation) && operation['op'] === 'test' && operation['path'] === '/metadata/uid',
  );
  return tests ? undefined : 'a patch that does not test the uid';
}

function versionIn({ verb, requestObject }: FollowedEvent): string | undefined {
  return verb === 'update' ? versionOf(requestObject as JsonValue) : undefined;
}

function versionOf(body: JsonValue): string {
  const version = valueAt(body, ['metadata', 'resourceVersion']);
  return typeof version === 'string' ? version : '';
}
