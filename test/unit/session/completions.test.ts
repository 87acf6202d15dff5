import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { JsonObject } from '../../../server/src/merge/json';
import type { LiveDocument } from '../../../server/src/session/liveDocument';
import { readOurs } from '../../../server/src/session/ours';
import { makePlan } from '../../../server/src/session/plan';
import { takeSnapshot, type Snapshot } from '../../../server/src/session/snapshot';
import { receiveLive, receiveSettled, receiveText } from '../../../server/src/session/transitions';
import { builtinTopology, type ListTopology } from '../../../server/src/merge/topology';
import { pathTopology } from '../merge/pathTopology';
import { open, textOf } from './documents';

const web: JsonObject = { name: 'web', image: 'web:1' };
const added: JsonObject = { name: 'log', image: 'log:1' };
const completedLog: JsonObject = { ...added, imagePullPolicy: 'IfNotPresent' };

function pod(resourceVersion: string, ...containers: JsonObject[]): Snapshot {
  const metadata = { name: 'web', namespace: 'demo', uid: 'uid-1', resourceVersion };
  return takeSnapshot({ apiVersion: 'v1', kind: 'Pod', metadata, spec: { containers } });
}

/** A document whose user has added a container and saved it: the editor does not show yet what the server has filled in. */
function savedWithAdded(topology: ListTopology): LiveDocument {
  const opened = pod('500', web);
  const [ours, answer] = [pod('501', web, added), pod('501', web, completedLog)];
  const text = textOf(ours);
  const dirty = receiveText({ ...open(opened), topology }, text).document;
  return receiveSettled(dirty, {
    text,
    before: opened.object,
    ours: ours.object,
    completedOurs: answer.object,
    live: answer,
    ignored: [],
    overtaken: false,
    notes: [],
  }).document;
}

/** What a save of the text of these containers would do. */
function planWith(document: LiveDocument, ...containers: JsonObject[]): ReturnType<typeof makePlan> {
  const typed = receiveText(document, textOf(pod('501', ...containers))).document;
  const ours = readOurs(typed, typed.text);
  assert.ok(ours.kind === 'read' && typed.live.kind === 'present');
  return makePlan(typed, ours.visible, typed.live.snapshot);
}

const keyed = pathTopology({ '/spec/containers': { list: 'map', keys: ['name'] } });

for (const [name, topology] of Object.entries({ keyed, 'of an unknown kind': builtinTopology }))
  suite(`what the API server has filled in of what we wrote, in a list that is ${name}`, () => {
    test('does not keep an element from being taken out again', () => {
      const plan = planWith(savedWithAdded(topology), web);
      assert.ok(plan.kind === 'plan');
      assert.deepEqual(plan.object['spec'], { containers: [web] });
    });

    test('is a question once others have changed the element', () => {
      for (const theirs of [{ image: 'log:2' }, { imagePullPolicy: 'Always' }, { tty: true }]) {
        const moved = pod('502', web, { ...completedLog, ...theirs });
        const plan = planWith(receiveLive(savedWithAdded(topology), moved).document, web);
        assert.equal(plan.kind, 'conflicted', JSON.stringify(theirs));
      }
    });
  });

suite('what the API server has filled in, and what others have changed beside it', () => {
  const moved = pod('502', { ...web, image: 'web:2' }, completedLog);
  const document = receiveLive(savedWithAdded(keyed), moved).document;

  test('an element is taken out, and the change of others is kept', () => {
    const plan = planWith(document, web);
    assert.ok(plan.kind === 'plan');
    assert.deepEqual(plan.object['spec'], { containers: [{ ...web, image: 'web:2' }] });
  });

  test('another conflict is a conflict still', () => {
    const plan = planWith(document, { ...web, image: 'web:3' });
    assert.ok(plan.kind === 'conflicted');
    assert.deepEqual(
      plan.conflicts.map(({ kind, path }) => [kind, path]),
      [['both-changed', ['spec', 'containers', { name: 'web' }, 'image']]],
    );
  });
});
