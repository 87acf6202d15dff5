import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, suite, test } from 'node:test';
import type { Drafts } from '../../../server/src/session/ports';
import { createDrafts, type DraftsOptions } from '../../../server/src/storage/drafts';

let parent: string;
let folder: string;
let log: string[];
const key = randomBytes(32);
const uri = 'k8slive:/prod/shop/secrets.v1/login.yaml';
const other = 'k8slive:/prod/shop/secrets.v1/other.yaml';

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'kubernetes-live-edit-'));
  folder = join(parent, 'drafts');
  log = [];
});
afterEach(() => rm(parent, { recursive: true, force: true }));

function open(options: Partial<DraftsOptions> = {}): Drafts {
  return createDrafts({ folder, key, log: (line) => void log.push(line), ...options });
}

/** The only file there. */
async function onlyFile(): Promise<string> {
  const [name, ...others] = await readdir(folder);
  assert.ok(name !== undefined && others.length === 0);
  return join(folder, name);
}

suite('Drafts', () => {
  test('are there again after a restart, each by its own URI', async () => {
    const record = `{"password":"höchst geheim \u{1f511}"}${'x'.repeat(2_000_000)}`;
    const drafts = open();
    await drafts.keep(uri, record);
    await drafts.keep(other, '');
    assert.equal(await open().load(uri), record);
    assert.equal(await open().load(other), '');
    assert.equal(await open().load(`${uri}2`), undefined);
    assert.deepEqual(log, []);
  });

  test('have nothing on the disk that can be read, neither content nor name', async () => {
    const record = 'password: hunter2-hunter2';
    await open().keep(uri, record);
    const file = await onlyFile();
    const bytes = await readFile(file);
    for (const text of ['password', 'hunter2', 'secrets', 'login', 'shop', 'k8slive'])
      for (const form of [
        text,
        Buffer.from(text).toString('base64').replace(/=+$/, ''),
        Buffer.from(text).toString('hex'),
      ])
        assert.equal(bytes.includes(form) || file.includes(form), false, form);
    const once = bytes.toString('hex');
    await open().keep(uri, record);
    const twice = (await readFile(await onlyFile())).toString('hex');
    assert.notEqual(twice.slice(2, 26), once.slice(2, 26), 'each writing has its own nonce');
  });

  test('are readable for their owner alone', { skip: process.platform === 'win32' }, async () => {
    await open().keep(uri, 'x');
    assert.equal((await stat(await onlyFile())).mode & 0o777, 0o600);
    assert.equal((await stat(folder)).mode & 0o777, 0o700);
  });

  test('are not there under another key', async () => {
    await open().keep(uri, 'x');
    assert.equal(await open({ key: randomBytes(32) }).load(uri), undefined);
  });

  test('are not there where a file is damaged, whichever byte it is, or another one', async () => {
    const drafts = open();
    await drafts.keep(uri, 'a record');
    const file = await onlyFile();
    const whole = await readFile(file);
    for (let index = 0; index < whole.length; index++) {
      const damaged = Buffer.from(whole);
      damaged[index]! ^= 1;
      await writeFile(file, damaged);
      assert.equal(await drafts.load(uri), undefined, `byte ${index}`);
    }
    for (const content of [Buffer.of(), whole.subarray(0, 20), whole.subarray(0, -1), Buffer.from('{}')]) {
      await writeFile(file, content);
      assert.equal(await drafts.load(uri), undefined);
    }
    await drafts.keep(other, 'of the other one');
    const [otherFile] = (await readdir(folder)).filter((name) => join(folder, name) !== file);
    await writeFile(file, await readFile(join(folder, otherFile!)));
    assert.equal(await drafts.load(uri), undefined, 'a record of another URI');
    await drafts.keep(uri, 'anew');
    assert.equal(await drafts.load(uri), 'anew');
  });

  test('are the newest of many that are kept at once, and only few of these are written', async () => {
    const drafts = open();
    await drafts.load(uri);
    const all = Array.from({ length: 200 }, (_, index) =>
      drafts.keep(uri, `${index} ${'x'.repeat(500_000)}`),
    );
    const seen = await drafts.load(uri);
    assert.match(seen ?? '', /^199 /);
    await Promise.all(all);
    await onlyFile();
    const started = performance.now();
    await Promise.all(Array.from({ length: 5_000 }, (_, index) => drafts.keep(uri, String(index))));
    assert.ok(performance.now() - started < 1_000);
    assert.equal(await open().load(uri), '4999');
  });

  test('are whole at every moment', async () => {
    const drafts = open();
    const size = 300_000;
    await drafts.keep(uri, 'a'.repeat(size));
    const reader = open();
    const writes = (async () => {
      for (const letter of 'bcdefghijk') await drafts.keep(uri, letter.repeat(size));
      return 'written';
    })();
    for (let state = 'writing'; state === 'writing';) {
      const record = (await reader.load(uri)) ?? '';
      assert.deepEqual([record.length, new Set(record).size], [size, 1]);
      state = await Promise.race([writes, Promise.resolve('writing')]);
    }
  });

  test('are forgotten, and forgetting keeps its place among the changes', async () => {
    const drafts = open();
    await drafts.forget(uri);
    await drafts.keep(uri, '1');
    await drafts.forget(uri);
    assert.deepEqual([await drafts.load(uri), await readdir(folder)], [undefined, []]);
    await Promise.all([drafts.keep(uri, '2'), drafts.forget(uri), drafts.keep(uri, '3')]);
    assert.equal(await open().load(uri), '3');
    await Promise.all([drafts.keep(uri, '4'), drafts.forget(uri)]);
    assert.equal(await open().load(uri), undefined);
  });

  test('go after 90 days, and what was never finished after one; other files stay', async () => {
    const drafts = open();
    await drafts.keep(uri, 'old');
    const file = await onlyFile();
    await drafts.keep(other, 'younger');
    const [otherName] = (await readdir(folder)).filter((name) => join(folder, name) !== file);
    const unfinished = `${file}.00000000-0000-4000-8000-000000000000`;
    await writeFile(unfinished, 'x');
    await writeFile(join(folder, 'notes.txt'), 'x');
    const days = (count: number): Date => new Date(Date.now() - count * 86_400_000);
    await utimes(file, days(91), days(91));
    await utimes(join(folder, otherName!), days(89), days(89));
    await utimes(unfinished, days(2), days(2));
    await utimes(join(folder, 'notes.txt'), days(400), days(400));
    const later = open();
    assert.equal(await later.load(uri), undefined);
    assert.equal(await later.load(other), 'younger');
    assert.deepEqual((await readdir(folder)).sort(), [otherName, 'notes.txt'].sort());
  });

  test('never throw: a folder that cannot be, a key that is none; the log says so without the record', async () => {
    await writeFile(join(parent, 'file'), '');
    for (const drafts of [open({ folder: join(parent, 'file', 'drafts') }), open({ key: randomBytes(31) })]) {
      log = [];
      await drafts.keep(uri, 'hunter2');
      assert.equal(await drafts.load(uri), undefined);
      await drafts.forget(uri);
      assert.ok(log.some((line) => line.includes(uri)));
      assert.equal(log.join().includes('hunter2'), false);
    }
  });

  test('are kept again after their folder was removed', async () => {
    const drafts = open();
    await drafts.keep(uri, '1');
    await rm(folder, { recursive: true });
    await drafts.keep(uri, '2');
    assert.equal(await drafts.load(uri), '2');
  });
});
