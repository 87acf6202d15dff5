import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { isJsonObject, type JsonObject } from '../../../server/src/merge/json';
import { reloadRequest } from '../../../server/src/protocol/messages';
import { writeKubeconfig } from '../../cluster/kubeconfig';
import { startEditor } from '../editor/editor';
import { startFaultProxy } from '../faultProxy';
import type { Random } from '../merge/random';
import { seededRandom } from '../merge/random';
import { chooseEdits, describeEdits } from './choose';
import { compare, type Torture, type Writer } from './context';
import {
  type EditedDocument,
  marksInText,
  resolveConflicts,
  saveAndVerify,
  typeCounter,
  valueOfText,
} from './editedDocument';
import { createTrouble } from './faults';
import { acknowledge } from './ledger';
import {
  counterOf,
  incremented,
  namespace,
  pathOf,
  targetObjects,
  type TargetObject,
  tallyOf,
  visiblePart,
} from './objects';
import { itemsOf, valueAt, type WriterName } from './places';
import { typeComments, typeMark, typeScalar } from './typing';

export interface EditorWriterOptions {
  name: WriterName;
  share: number;
  /** How many of a hundred rounds have a fault on their way. */
  faults: number;
}

/** An editor of ours behind a proxy of its own: types, saves, resolves, undoes, reloads, closes and opens again. */
export async function createEditorWriter(torture: Torture, options: EditorWriterOptions): Promise<Writer> {
  const { name } = options;
  const { controlPlane, journal, counts } = torture;
  const proxy = await startFaultProxy(controlPlane);
  const trouble = createTrouble(torture, proxy);
  const kubeconfig = join(controlPlane.folder, `${name.name}.yaml`);
  const user = { token: controlPlane.tokens.admin, as: name.name, 'as-groups': ['system:masters'] };
  await writeKubeconfig(kubeconfig, [
    controlPlane.contextOf('admin', { context: name.name, server: proxy.server, user }),
  ]);
  const editor = await startEditor({
    kubeconfig,
    settings: { requestTimeoutSeconds: 1, pollIntervalSeconds: 1 },
  });
  const open = new Map<TargetObject, EditedDocument>();
  let last = 0;
  const sequence = (): number => ++last;

  async function openDocument(target: TargetObject): Promise<EditedDocument> {
    const uri = `k8slive:/${name.name}/${namespace}/${target.resource}/${target.name}.yaml`;
    const document = await untilItSucceeds(() => editor.open(uri));
    const edited: EditedDocument = { target, document, comments: [] };
    open.set(target, edited);
    takeFromCluster(edited);
    writeComments(edited);
    return edited;
  }

  /** The text is what the cluster has: that settles what was in doubt. */
  function takeFromCluster(edited: EditedDocument): void {
    const found = marksInText(edited, name);
    compare(torture, { target: edited.target, writer: name, told: { kind: 'nothing' }, found });
    acknowledge(torture.account(edited.target, name), found);
  }

  function writeComments(edited: EditedDocument): void {
    const number = sequence();
    const comments = ['above all', 'above the field', 'behind it'].map(
      (where) => `# ${name.name} says ${number}: ${where}`,
    );
    edited.document.type((text) => typeComments(text, comments as [string, string, string]));
    edited.comments = comments;
  }

  function type(edited: EditedDocument, random: Random): void {
    const { target, document } = edited;
    const edits = chooseEdits(random, { target, writer: name, marks: marksInText(edited, name), sequence });
    for (const edit of edits) document.type((text) => typeMark(text, edit, { writer: name, random }));
    const isCounting = random.below(3) === 0;
    if (isCounting) {
      const value = valueOfText(document.text());
      const counter = incremented(counterOf(target, value), name);
      typeCounter(edited, { counter, tally: tallyOf(value, name) + 1, writer: name, random });
    }
    const shared = `${target.name}.${name.name}.shared.0.${sequence()}`;
    const isOverwriting = random.below(10) === 0;
    if (isOverwriting) document.type((text) => typeScalar(text, target.sharedPath, shared));
    const more = `${isCounting ? ' and counts' : ''}${isOverwriting ? ` and ${shared}` : ''}`;
    journal.note(target, `${name.name}: types ${describeEdits(edits)}${more}`);
  }

  /** The counter stays as it was: what it says belongs to all, and an undo goes back only in what is one's own. */
  function undo(edited: EditedDocument, random: Random): void {
    const { document, target } = edited;
    const before = valueOfText(document.text());
    const steps = 1 + random.below(3);
    for (let step = 0; step < steps; step++) document.undo();
    if (random.below(4) === 0) document.redo();
    for (let step = 0; step <= steps && !hasComments(edited); step++) document.redo();
    counts.undos += 1;
    journal.note(target, `${name.name}: undoes ${steps} steps`);
    const [counter, tally] = [counterOf(target, before), tallyOf(before, name)];
    const after = valueOfText(document.text());
    if (counterOf(target, after) !== counter || tallyOf(after, name) !== tally)
      typeCounter(edited, { counter, tally, writer: name, random });
  }

  async function reload(edited: EditedDocument): Promise<void> {
    const { document, target } = edited;
    const answer = await editor.connection.sendRequest(reloadRequest, { uri: document.uri });
    journal.note(target, `${name.name}: reloads: ${answer.kind}`);
    if (answer.kind === 'problem') return;
    document.type(() => answer.value.text);
    counts.reloads += 1;
    takeFromCluster(edited);
    if (!hasComments(edited)) writeComments(edited);
  }

  async function save(edited: EditedDocument, random: Random, attempts: number): Promise<boolean> {
    for (let attempt = 0; attempt < attempts; attempt++) {
      const typesOn = random.below(12) === 0 && attempts === fewAttempts;
      const meanwhile = async (): Promise<void> => {
        await wait(random.below(15));
        type(edited, random);
      };
      const answer = await saveAndVerify(torture, edited, { writer: name, ...(typesOn && { meanwhile }) });
      if (answer.kind !== 'problem' && !typesOn) return true;
      if (answer.kind !== 'problem') continue;
      if (answer.problem.reason === 'conflict')
        await resolveConflicts(torture, edited, {
          writer: name,
          random,
          countsOn: attempts === fewAttempts && random.below(2) === 0,
          message: answer.problem.message,
        });
      else if (attempts === fewAttempts) return false;
      else await wait(100);
    }
    return false;
  }

  async function round(random: Random): Promise<void> {
    const target = random.pick(targetObjects)!;
    const edited = open.get(target) ?? (await openDocument(target));
    const isTroubled = random.below(100) < options.faults;
    if (isTroubled) journal.note(target, `${name.name}: trouble: ${trouble.begin(random, target)}`);
    const action = random.below(100);
    if (action < 10) undo(edited, random);
    else if (action < 13) await reload(edited);
    else if (action < 16) {
      edited.document.close();
      open.delete(target);
      journal.note(target, `${name.name}: closes the document`);
    } else if (action < 97) type(edited, random);
    if (action >= 16 || action < 13) await save(edited, random, fewAttempts);
    trouble.end();
  }

  async function settle(): Promise<void> {
    const random = seededRandom(torture.seed + name.number);
    for (const edited of open.values()) {
      const { target, document } = edited;
      if (!(await save(edited, random, manyAttempts))) {
        journal.report({ kind: 'rule', target, what: `${name.name}: cannot be saved even at rest` });
        continue;
      }
      if (!hasComments(edited))
        journal.report({
          kind: 'lost',
          target,
          what: `${name.name}: a comment is lost in:\n${document.text()}`,
        });
    }
    trouble.end();
  }

  return {
    name,
    share: options.share,
    round,
    settle,
    checkTexts: async () => {
      for (const { target, document } of open.values()) await checkText(torture, { target, document, name });
    },
    close: async () => {
      await editor.close();
      await proxy.close();
    },
  };
}

/** At rest the text says what the cluster has; a port's protocol may stay unsaid, as the user has left it. */
async function checkText(
  { api, journal }: Torture,
  { target, document, name }: Pick<EditedDocument, 'target' | 'document'> & { name: WriterName },
): Promise<void> {
  const live = visiblePart(await api.read(pathOf(target)));
  const says = (): JsonObject => withProtocols(target, valueOfText(document.text()));
  const deadline = Date.now() + 20_000;
  while (!isDeepStrictEqual(says(), live)) {
    if (Date.now() > deadline) {
      const state = `${JSON.stringify(document.status()?.health)}, ${document.isDirty() ? 'dirty' : 'clean'}`;
      const what = `${name.name}: the text does not say what the cluster has (${state}):\n${document.text()}\n${JSON.stringify(live)}`;
      return journal.report({ kind: 'rule', target, what });
    }
    await wait(20);
  }
}

function withProtocols({ places }: TargetObject, value: JsonObject): JsonObject {
  const ports = places.find(({ shape }) => shape === 'ports');
  for (const port of ports === undefined ? [] : itemsOf(valueAt(value, ports.path)))
    if (isJsonObject(port)) port['protocol'] ??= 'TCP';
  return value;
}

function hasComments({ document, comments }: EditedDocument): boolean {
  const text = document.text();
  return comments.every((comment) => text.split(comment).length === 2);
}

async function untilItSucceeds<T>(attempt: () => Promise<T>): Promise<T> {
  for (let left = 200; ; left--) {
    try {
      return await attempt();
    } catch (error) {
      if (left === 0) throw error;
      await wait(100);
    }
  }
}

/** Of a user in a hurry, and of one who wants everything saved. */
const fewAttempts = 5;
const manyAttempts = 40;
