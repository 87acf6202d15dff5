import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hover } from '../../../server/src/features/hovers';
import { escapeMarkdown } from '../../../server/src/features/markdown';
import { createFieldWriters } from '../../../server/src/session/fieldManagers';
import { condition, make, type Sketch, status } from '../reconcile/objects';
import { ago, deployment, type Shown, statusView } from './statusViews';
import { context } from './views';

/** What the hover says on the first line that holds these words; escapes taken away. */
function said(type: string, sketch: Sketch, words: string, shown: Shown = {}): string | undefined {
  return markdown(type, sketch, words, shown)?.replace(/\\(?=[!-/:-@[-`{-~])/g, '');
}

function markdown(type: string, sketch: Sketch, words: string, shown: Shown = {}): string | undefined {
  const view = statusView(type, sketch, shown);
  const lines = view.reading.text.split('\n');
  const line = lines.findIndex((text) => text.includes(words));
  assert.notEqual(line, -1, view.reading.text);
  const position = { line, character: (lines[line] ?? '').indexOf(words) + 1 };
  const found = hover(view, position, { ...context, findWriter: createFieldWriters(make(type, sketch)) });
  assert.ok(found === undefined || (typeof found.contents === 'object' && 'kind' in found.contents));
  return found === undefined ? undefined : (found.contents as { value: string }).value;
}

const managedFields = [
  {
    manager: 'web-controller',
    operation: 'Update',
    subresource: 'status',
    time: ago(30),
    fieldsV1: { 'f:status': { 'f:conditions': { 'k:{"type":"Ready"}': { '.': {}, 'f:status': {} } } } },
  },
];
const widget: Sketch = {
  generation: 7,
  observed: 6,
  metadata: { managedFields },
  spec: { size: 1 },
  status: {
    conditions: [
      condition('Ready=True/AllGood: it works', { lastTransitionTime: ago(180) }),
      condition('Degraded=True/Slow: takes\nlong', { observedGeneration: 7 }),
    ],
  },
};

test('on the first line, the kind and the name: all conditions with their messages, since when, of which generation, by whom', () => {
  const expected = [
    '**prod › demo › Widget it**',
    'not yet observed: generation 7, controller has seen 6, for 12 s',
    'waiting to be observed',
    [
      '- Ready (of generation 6) was True · AllGood · for 3 m · by web-controller/status: it works',
      '- **Degraded=True · Slow**: takes long',
    ].join('\n'),
    'status written 30 s ago',
  ].join('\n\n');
  for (const words of ['apiVersion', 'kind', 'name: it', 'metadata'])
    assert.equal(said('example.dev/v1 Widget', widget, words), expected, words);
  assert.equal(said('example.dev/v1 Widget', widget, 'size'), undefined);
});

test('on the replicas: the counts, the deadline, and in words why it is stuck', () => {
  const stuck = deployment(1, 4, {
    status: {
      conditions: [condition('Progressing=False/ProgressDeadlineExceeded: ReplicaSet "it-1" has timed out')],
    },
  });
  assert.equal(
    said('apps/v1 Deployment', stuck, 'replicas'),
    'stuck: ProgressDeadlineExceeded: ReplicaSet "it-1" has timed out · 1 of 5 updated, 4 available, 4 old pending termination',
  );
});

test('on what a text shows of the status', () => {
  const shown = { status: true };
  assert.match(said('example.dev/v1 Widget', widget, 'generation: 7', shown) ?? '', /^not yet observed: /);
  assert.match(
    said('example.dev/v1 Widget', widget, 'Slow', shown) ?? '',
    /^\*\*Degraded=True · Slow\*\*: takes long$/,
  );
});

test('on what holds a deletion', () => {
  const sketch = { metadata: { deletionTimestamp: ago(60), finalizers: ['example.dev/a'] } };
  assert.match(
    said('example.dev/v1 Widget', sketch, 'finalizers') ?? '',
    /^being deleted since .* · held by example\.dev\/a$/,
  );
});

test('nothing where nothing can be said, where the user wants no hovers, and of a Secret', () => {
  assert.equal(said('v1 ConfigMap', {}, 'kind'), undefined);
  const view = statusView('example.dev/v1 Widget', widget);
  const known = { ...context, findWriter: () => undefined };
  const position = { line: 1, character: 1 };
  assert.ok(hover(view, position, known));
  assert.equal(
    hover(view, position, { ...known, settings: { ...context.settings, hovers: false } }),
    undefined,
  );
  assert.equal(hover({ ...view, secret: true }, position, known), undefined);
});

test('what the cluster says is no Markdown: no link, image, tag, autolink, icon or list of its own', () => {
  const evil = [
    '[click](command:workbench.action.quit)',
    '![x](https://evil.example/x.png)',
    '<img src=x onerror=alert(1)>',
    'https://evil.example www.evil.example a@evil.example',
    '`code` **bold** _it_ ~~gone~~ $(trash) &lt; # h',
    '| a | b |',
  ].join('\n- ');
  const text =
    markdown('v1 Node', { status: { conditions: [condition(`Ready=False/Down: ${evil}`)] } }, 'kind') ?? '';
  const unescaped = text.replace(/\\[!-/:-@[-`{-~]/g, '');
  // What is left are our own marks: two bold texts, the dash of one item and the colon in it.
  assert.equal(
    unescaped
      .replace(/\*\*/g, '')
      .replace(/^- /m, '')
      .replace(': ', '')
      .match(/[!-/:-@[-`{-~]/),
    null,
    unescaped,
  );
  assert.equal(unescaped.split('\n').filter((line) => line.startsWith('- ')).length, 1);
});

test('a message of megabytes is cut', () => {
  assert.ok(escapeMarkdown('x'.repeat(5_000_000)).length < 600);
  const conditions = Array.from({ length: 500 }, (_, index) =>
    condition(`C${index}=True/R: ${'m'.repeat(10_000)}`),
  );
  assert.ok((markdown('v1 Node', { status: { conditions } }, 'kind') ?? '').length < 20_000);
});

test('malformed statuses, conditions and managers are no obstacle', () => {
  for (const broken of [
    { status: 7 },
    { status: { conditions: 'x' } },
    status([]),
    { status: { conditions: [null, 1, {}, { type: 5 }] }, metadata: { managedFields: 'x' } },
  ] as Sketch[])
    assert.doesNotThrow(() => said('apps/v1 Deployment', broken, 'kind'));
});
