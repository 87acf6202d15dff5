import type { CancellationToken } from 'vscode';
import { objectsRequest } from '../../../server/src/protocol/messages';
import type { ObjectPage, Problem } from '../../../server/src/protocol/messages';
import type { GroupVersionResource } from '../../../server/src/protocol/objectRef';
import type { CommandServices } from './services';

/** What to list: the objects of one namespace, or of all where none is given. */
export interface ListQuery {
  context: string;
  resource: GroupVersionResource;
  namespace?: string;
}

/** The objects of a page, how many were listed by then and what follows; or what stood in the way. */
export type Listed =
  | { kind: 'page'; objects: ObjectPage['objects']; listed: number; follow: boolean; remaining?: number }
  | { kind: 'truncated'; listed: number }
  | { kind: 'problem'; problem: Problem };

const objectsInPage = 500;

/** A list in which nobody finds anything by scrolling, and which the picker still filters without delay. */
const objectsAtMost = 10_000;

/** Lists objects page by page until the end, a problem, or the most that a picker is given; ends when cancelled. */
export async function* listPages(
  services: CommandServices,
  query: ListQuery,
  token: CancellationToken,
): AsyncGenerator<Listed> {
  const client = await services.client();
  const { group, version, resource } = query.resource;
  let listed = 0;
  let continueToken: string | undefined;
  do {
    const answer = await client.sendRequest(
      objectsRequest,
      {
        ...query,
        resource: { group, version, resource },
        limit: objectsInPage,
        ...(continueToken === undefined ? {} : { continueToken }),
      },
      token,
    );
    if (answer.kind === 'problem') {
      yield answer;
      return;
    }
    const { objects, remaining } = answer.value;
    continueToken = answer.value.continueToken;
    listed += objects.length;
    const follow = continueToken !== undefined;
    yield { kind: 'page', objects, listed, follow, ...(remaining === undefined ? {} : { remaining }) };
    if (follow && listed >= objectsAtMost) {
      yield { kind: 'truncated', listed };
      return;
    }
  } while (continueToken !== undefined && !token.isCancellationRequested);
}
