import { setTimeout as wait } from 'node:timers/promises';
import { withoutSubresource } from '../protocol/objectRef';
import { type KubernetesObject, statusCode, type WatchItem, type WatchOptions } from '../session/ports';
import type { Connection } from './connection';
import { versionOf } from './follower';
import { createItemQueue } from './itemQueue';
import { getObject } from './objects';
import { withScaleWriters } from './scaleWriters';
import type { Watches } from './watches';

/** Changes of an object that one reading of its scale is to follow. */
interface Changes {
  kind: 'ADDED' | 'MODIFIED' | 'READ';
  versions: string[];
  /** Whether the watch stands once the reading is told. */
  isStart: boolean;
}

/**
 * Follows the scale of an object, which cannot be watched itself: when the object has changed its scale is read and
 * told in its place. One reading is under way at a time, and changes that come meanwhile share the next one, so that a
 * busy object is read a few times a second. A reading is at least as new as the changes that it follows: their versions
 * are told as `PASSED` before it. Who has written the number it gets from the object.
 */
export async function* followScale(
  options: WatchOptions,
  { connection, watches }: { connection: Connection; watches: Watches },
): AsyncGenerator<WatchItem, void> {
  const { ref } = options;
  const queue = createItemQueue<WatchItem>();
  const ending = new AbortController();
  const signal = AbortSignal.any([ending.signal, options.signal]);
  /** What is to be read next, and what is being read. */
  let next: Changes | undefined;
  let asked: Changes | undefined;
  let isReading = false;
  /** The object as it was told last. */
  let object: KubernetesObject = {};

  function take(item: WatchItem): void {
    switch (item.kind) {
      case 'ADDED':
      case 'MODIFIED':
      case 'READ': {
        const { versions = [], isStart = false, kind } = next ?? {};
        object = item.object;
        const version = versionOf(object);
        next = { kind: kind === 'READ' ? kind : item.kind, versions: [...versions, version], isStart };
        return void readNext();
      }
      case 'started': {
        const last = next ?? asked;
        if (last !== undefined) last.isStart = true;
        else queue.push(item);
        return;
      }
      case 'BOOKMARK':
        // What has changed up to there is not told yet while it is read.
        if (next === undefined && asked === undefined) queue.push(item);
        return;
      default:
        next = undefined;
        asked = undefined;
        queue.push(item);
    }
  }

  async function readNext(): Promise<void> {
    if (isReading) return;
    isReading = true;
    while (next !== undefined && !signal.aborted) {
      const mine = next;
      asked = mine;
      next = undefined;
      const answer = await getObject(connection, ref, signal);
      if (asked !== mine) continue; // the object is gone
      asked = undefined;
      if (answer.kind === 'ok') {
        for (const resourceVersion of mine.versions) queue.push({ kind: 'PASSED', resourceVersion });
        queue.push({ kind: mine.kind, object: withScaleWriters(answer.value, object) });
      } else if (statusCode(answer.failure) !== 404) {
        queue.push(answer);
        queue.end();
        return;
      }
      // Of an object that is not there any more the watch tells next.
      if (mine.isStart) queue.push({ kind: 'started' });
      await wait(millisecondsBetweenReadings, undefined, { signal }).catch(() => undefined);
    }
    isReading = false;
  }

  async function takeAll(): Promise<void> {
    for await (const item of watches.follow({ ...options, ref: withoutSubresource(ref), signal })) take(item);
    // What was not read yet comes again to whoever goes on from what was told.
    queue.end();
  }

  void takeAll();
  try {
    yield* queue.items();
  } finally {
    ending.abort();
  }
}

const millisecondsBetweenReadings = 200;
