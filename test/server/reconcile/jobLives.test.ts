import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import type { JsonObject } from '../../../server/src/merge/json';
import { type NamespacedRef, namespaced, type Stage, startStage } from './lives';
import { isKind } from './states';

/** Pods of Jobs that fail as soon as they run. */
const failingPods = `
apiVersion: kwok.x-k8s.io/v1alpha1
kind: Stage
metadata: {name: pod-fails}
spec:
  resourceRef: {apiGroup: v1, kind: Pod}
  weight: 1
  selector:
    matchLabels: {fate: fails}
    matchExpressions:
      - {key: '.metadata.deletionTimestamp', operator: DoesNotExist}
      - {key: '.status.phase', operator: In, values: [Running]}
  next:
    statusTemplate: |
      {{ $now := Now }}
      containerStatuses:
      {{ range .spec.containers }}
      - image: {{ .image | Quote }}
        name: {{ .name | Quote }}
        ready: false
        restartCount: 0
        state:
          terminated:
            exitCode: 1
            finishedAt: {{ $now | Quote }}
            reason: Error
            startedAt: {{ $now | Quote }}
      {{ end }}
      phase: Failed
`;

let stage: Stage;

before(async () => {
  stage = await startStage(failingPods);
});
afterEach(() => {
  stage.controlPlane.resume('kube-controller-manager');
  stage.controlPlane.resume('kwok');
});
after(() => stage.stop());

const jobRef = (name: string): NamespacedRef => namespaced('jobs.v1.batch', name);
const cronJobRef = (name: string): NamespacedRef => namespaced('cronjobs.v1.batch', name);

function template(labels: JsonObject = {}): JsonObject {
  const containers = [{ name: 'app', image: 'registry.example/app:1' }];
  return {
    metadata: { labels },
    spec: { restartPolicy: 'Never', terminationGracePeriodSeconds: 0, containers },
  };
}

function job(name: string, spec: JsonObject = {}): JsonObject {
  return { apiVersion: 'batch/v1', kind: 'Job', metadata: { name }, spec: { template: template(), ...spec } };
}

test('Jobs that complete: one success, many, and as many as workers agree on; then deleted', async () => {
  const specs: Record<string, JsonObject> = {
    single: {},
    many: { completions: 4, parallelism: 2 },
    workers: { parallelism: 3, completions: null },
  };
  for (const [name, spec] of Object.entries(specs)) {
    const recording = await stage.record(jobRef(name));
    await stage.create(job(name, spec));
    await recording.until(isKind('done'));
    await stage.kubectl(['delete', 'job', name, '--cascade=foreground', '--wait=false']);
    await recording.gone();
    assert.deepEqual(await stage.compare(recording), [
      'progressing completion',
      'done',
      'progressing deletion',
    ]);
  }
});

test('a Job over its backoffLimit, and one over its deadline', async () => {
  const failing = await stage.record(jobRef('failing'));
  await stage.create(job('failing', { backoffLimit: 0, template: template({ fate: 'fails' }) }));
  await failing.until((_, { status }) => JSON.stringify(status).includes('"Failed"'));
  stage.controlPlane.suspend('kwok');
  const slow = await stage.record(jobRef('slow'));
  const slowTemplate = template();
  (slowTemplate['spec'] as JsonObject)['terminationGracePeriodSeconds'] = 30;
  await stage.create(job('slow', { activeDeadlineSeconds: 2, template: slowTemplate }));
  await slow.until((_, { status }) => JSON.stringify(status).includes('"FailureTarget"'));
  stage.controlPlane.resume('kwok');
  await slow.until((_, { status }) => JSON.stringify(status).includes('"Failed"'));
  assert.deepEqual(await stage.compare(failing), ['progressing completion', 'stuck BackoffLimitExceeded']);
  assert.deepEqual(await stage.compare(slow), ['progressing completion', 'stuck DeadlineExceeded']);
});

test('a Job that is suspended, resumed behind its controller, and completes', async () => {
  const recording = await stage.record(jobRef('held'));
  stage.controlPlane.suspend('kube-controller-manager');
  await stage.create(job('held', { suspend: true }));
  await recording.until(isKind('paused'));
  stage.controlPlane.resume('kube-controller-manager');
  await recording.until((_, { status }) => JSON.stringify(status).includes('Suspended'));
  stage.controlPlane.suspend('kube-controller-manager');
  await stage.patch('job/held', { spec: { suspend: false } });
  stage.controlPlane.resume('kube-controller-manager');
  await recording.until(isKind('done'));
  assert.deepEqual(await stage.compare(recording), ['paused', 'progressing completion', 'done']);
});

test('a CronJob: created, runs, suspended, deleted', async () => {
  const recording = await stage.record(cronJobRef('often'));
  stage.controlPlane.suspend('kwok');
  const jobTemplate = { spec: { template: template() } };
  await stage.create({
    apiVersion: 'batch/v1',
    kind: 'CronJob',
    metadata: { name: 'often' },
    spec: { schedule: '*/5 * * * *', jobTemplate },
  });
  const anHourAgo = new Date(Date.now() - 3_600_000).toISOString().replace(/\.\d+/, '');
  await stage.patch('cronjob/often', { status: { lastScheduleTime: anHourAgo } }, { subresource: 'status' });
  await recording.until((_, { status }) => JSON.stringify(status).includes('"active"'));
  await stage.patch('cronjob/often', { spec: { suspend: true } });
  stage.controlPlane.resume('kwok');
  await recording.until((_, { status }) => JSON.stringify(status).includes('lastSuccessfulTime'));
  await stage.kubectl(['delete', 'cronjob', 'often', '--cascade=foreground', '--wait=false']);
  await recording.gone();
  assert.deepEqual(await stage.compare(recording), [
    'not tracked, periodic',
    'paused',
    'progressing deletion',
  ]);
});
