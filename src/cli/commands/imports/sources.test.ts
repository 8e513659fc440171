import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type FeedServer, startFeedServer } from '../../../domain/imports/feed/testing/feed-server.js';
import { useWorld } from '../../../domain/testing/world.js';
import { runCommand } from '../../testing/run-command.js';
import { registerSources } from './sources.js';
import { readSampleRows } from '../../../domain/imports/feed/testing/feed-rows.js';

const world = useWorld();
const samples = readSampleRows();
const TOKEN = 'tok-of-the-command-line';
const variables = {
  SHEDWORKS_SECRET: 'the secret of the tests of these commands',
  SHEDWORKS_SOURCE_CREDENTIAL: TOKEN,
  SOURCE_PRIVATE_ADDRESSES: 'true',
};

let server: FeedServer;
beforeEach(async () => {
  Object.assign(process.env, variables);
  server = await startFeedServer(samples.slice(0, 5).map((row) => ({ ...row, dateCancelled: null })));
  server.token = TOKEN;
});
afterEach(async () => {
  for (const name of Object.keys(variables)) delete process.env[name];
  await server.stop();
});

const sources = (...args: string[]) => runCommand(world.url, registerSources, 'sources', ...args);

test('a source is added, tested, pulled, paused and removed', async () => {
  const addRun = await sources('add', 'Feed', '--kind', 'rest', '--address', server.url, '--set', 'limit=2', '--json');
  expect(addRun).toMatchObject({ code: 0, notes: 'Source added.\n' });
  expect(JSON.parse(addRun.out)).toMatchObject({ name: 'Feed', settings: { limit: 2 }, owner: null });
  expect(await sources('test', 'feed')).toMatchObject({
    code: 0,
    notes: '2 orders read. The source has 5 in total.\n',
    out: expect.stringContaining(String(samples[0]?.['serialNumber'])) as unknown,
  });
  const pullRun = await sources('pull', 'Feed', '--wait', '--json');
  expect(pullRun).toMatchObject({ code: 0, notes: '5 orders read: 5 new.\n' });
  expect(JSON.parse(pullRun.out)).toMatchObject({ state: 'done', kind: 'full', counts: { new: 5 } });
  server.rows = [...server.rows, { id: 'odd' }];
  const refusal = await sources('pull', 'Feed', '--full', '--wait');
  expect(refusal.code).toBe(3);
  expect(refusal.notes).toContain('Refused odd: ');
  expect((await sources('pull', 'Feed')).notes).toBe('The pull is queued. A worker will run it.\n');
  expect(await sources('pull', 'Feed')).toMatchObject({
    code: 4,
    notes: 'This source is already being pulled. Try again when that finishes.\n',
  });
  expect(await sources('pause', 'Feed')).toMatchObject({ code: 0, notes: 'Source paused.\n' });
  expect((await sources('list', '--csv')).out).toContain('paused');
  expect(await sources('remove', 'Feed')).toMatchObject({ code: 0, notes: 'Source deleted.\n' });
  expect(await sources('show', 'Feed')).toMatchObject({ code: 2, notes: 'there is no source "Feed"\n' });
});

test('options set what a source accepts automatically, and when it waits for a user', async () => {
  const options = ['--at-once', 'facts, build', '--brake-percent', '35', '--brake-amount', ''];
  await sources('add', 'Third', '--kind', 'rest', '--address', server.url, ...options);
  expect((await sources('show', 'Third')).notes).toContain(
    'Accepted automatically: facts, build. It waits above 35% of open orders.\n',
  );
  await sources('change', 'Third', '--at-once', '', '--brake-amount', '500');
  expect((await sources('show', 'Third')).notes).toContain(
    'Accepted automatically: nothing. It waits above 35% of open orders or $500.00.\n',
  );
  expect(await sources('change', 'Third', '--at-once', 'facts,size')).toMatchObject({
    code: 2,
    notes: '--at-once: "size" must be of facts, build, money, lines, match, with commas\n',
  });
  expect(await sources('add', 'Fourth', '--kind', 'push')).toMatchObject({
    code: 2,
    notes: 'kind: cannot be push: this source is added automatically when an API key first sends orders\n',
  });
});

test('a failed pull reports why and exits with 1; a changed credential corrects it', async () => {
  process.env['SHEDWORKS_SOURCE_CREDENTIAL'] = 'expired';
  await sources('add', 'Second', '--kind', 'rest', '--address', server.url);
  const failure = await sources('pull', 'Second', '--wait');
  expect(failure).toMatchObject({
    code: 1,
    notes: 'The source refuses the credential (401). It may have expired: enter a new one.\n',
  });
  process.env['SHEDWORKS_SOURCE_CREDENTIAL'] = TOKEN;
  expect((await sources('change', 'Second', '--overlap', '5')).code).toBe(0);
  expect((await sources('pull', 'Second', '--wait')).code).toBe(0);
  const showRun = await sources('show', 'Second', '--json');
  expect((JSON.parse(showRun.out) as { runs: object[] }).runs).toMatchObject([{ state: 'done' }, { state: 'failed' }]);
  expect(showRun.out).not.toContain(TOKEN);
  expect(await sources('change', 'Second', '--set', 'limit=none')).toMatchObject({
    code: 2,
    notes: 'settings.limit: must be a whole number\n',
  });
});

test('reconcile exits with 0 and prints nothing if everything agrees; otherwise with 3 and the differences', async () => {
  const day = { dateOrdered: '2026-03-02' };
  server.rows = [0, 1, 2].map((n) => ({
    ...samples[n],
    ...day,
    id: `C${n}`,
    serialNumber: `C-${n}`,
    dateCancelled: null,
  }));
  await sources('add', 'Compared', '--kind', 'rest', '--address', server.url);
  await sources('pull', 'Compared', '--wait');
  const days = ['--from', '2026-03-02', '--to', '2026-03-02'];
  expect(await sources('reconcile', 'Compared', ...days, '--quiet')).toEqual({ code: 0, out: '', notes: '' });
  expect(await sources('reconcile', 'compared', ...days)).toMatchObject({
    code: 0,
    notes: 'No differences (03/02/2026).\n',
  });
  await world
    .db('orders')
    .where({ external_id: 'C0' })
    .update({ adjustment_company: world.db.raw('adjustment_company + 1') });
  await world.db('orders').where({ external_id: 'C1' }).delete();
  const report = await sources('reconcile', ...days, '--quiet', '--csv');
  expect(report).toMatchObject({ code: 3, notes: '2 differences (03/02/2026): 1 missing here, 1 differing.\n' });
  expect(report.out).toContain('2026-03-02,Compared,');
  const orders = await sources('reconcile', 'Compared', ...days, '--orders', '--json');
  expect(JSON.parse(orders.out)).toMatchObject([
    { figure: 'missingHere', serialNumber: 'C-1', order: null, why: 'Not here.' },
    { figure: 'differing', serialNumber: 'C-0', why: '$0.01 less there.' },
  ]);
  expect(await sources('reconcile', '--from', '2026-03-02')).toMatchObject({
    code: 2,
    notes: '--from and --to: use both\n',
  });
  expect(await sources('reconcile', 'Nowhere')).toMatchObject({ code: 2 });
});

test('a file is uploaded to its source once, and a source of files is not pulled', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'shedworks-upload-'));
  const file = path.join(folder, 'orders.json');
  const rows = [3, 4].map((n) => ({ ...samples[n], id: `U${n}`, serialNumber: `U-${n}`, dateCancelled: null }));
  await writeFile(file, JSON.stringify(rows));
  await sources('add', 'Uploads', '--kind', 'upload');
  const pullRun = await sources('pull', 'Uploads', '--file', file, '--wait', '--json');
  expect(pullRun).toMatchObject({ code: 0, notes: '2 orders read: 2 new.\n' });
  expect(JSON.parse(pullRun.out)).toMatchObject({ state: 'done', file: 'orders.json' });
  expect(await sources('pull', 'Uploads', '--file', file, '--wait')).toMatchObject({
    code: 0,
    notes: 'This file was already imported. Nothing changed.\n',
  });
  expect(await sources('pull', 'Uploads')).toMatchObject({
    code: 1,
    notes: 'Users upload the files of this source. Upload a file.\n',
  });
  expect(await sources('pull', 'Uploads', '--file', path.join(folder, 'none.json'))).toMatchObject({ code: 2 });
  const addRun = await sources(
    'add',
    'Weekly',
    '--kind',
    'rest',
    '--address',
    server.url,
    '--full-cron',
    '0 3 * * 0',
    '--json',
  );
  expect(JSON.parse(addRun.out)).toMatchObject({ fullCron: '0 3 * * 0' });
  expect((await sources('change', 'Weekly', '--full-cron', '')).code).toBe(0);
  await rm(folder, { recursive: true });
});

test('a pull that waits for a user exits with 3 and reports why', async () => {
  await world.db('orders').delete();
  const row = (n: number, more: object = {}) => ({
    ...samples[n],
    id: `B${n}`,
    serialNumber: `B-${n}`,
    dateCancelled: null,
    ...more,
  });
  server.rows = [0, 1, 2].map((n) => row(n, { timestamp: '2026-11-01T10:00:00Z' }));
  await sources('add', 'Braked', '--kind', 'rest', '--address', server.url);
  expect((await sources('pull', 'Braked', '--wait')).code).toBe(0);
  server.rows = [0, 1, 2].map((n) => row(n, { timestamp: '2026-11-02T10:00:00Z', buildingRoofColor: 'Repainted' }));
  expect(await sources('pull', 'Braked', '--full', '--wait')).toMatchObject({
    code: 3,
    notes: expect.stringContaining(
      'New orders were imported. The rest is waiting for you: 3 of 3 open orders would change',
    ) as unknown,
  });
});
