import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Ctx } from '../../../kernel/context.js';
import { createOutside, type OutsideAccess } from '../../../kernel/platform/outside.js';
import { notifyEveryone } from '../../../testing/notify-everyone.js';
import { homeShop, silent, useWorld, type ActorName } from '../../../testing/world.js';
import { sweepFeeds } from './due.js';
import { feedLimits } from '../fetching/limits.js';
import { runFeed } from './run.js';
import { discardRun, listFeedRuns, pullSource, releaseRun, getFeedRun } from './pull.js';
import {
  createSource,
  updateSource,
  deleteSource,
  listSources,
  pauseSource,
  resumeSource,
  getSource,
} from '../sources/service.js';
import { testNewSource, testSource } from '../sources/test-source.js';
import { uploadToSource } from './upload.js';
import { type FeedRow, type FeedServer, startFeedServer } from '../testing/feed-server.js';
import { readSampleRows } from '../testing/feed-rows.js';

const world = useWorld();
const samples = readSampleRows();
const secret = 'the secret of the installation of these tests';
const TOKEN = 'tok-3f9a-very-secret';

let server: FeedServer;
let pauses: number[];
let outside: OutsideAccess;
let serial = 5_000_000;

beforeEach(async () => {
  world.now = new Date('2026-11-18T15:00:00Z');
  server = await startFeedServer();
  server.now = () => world.now;
  pauses = [];
  outside = {
    ...createOutside(secret, { SOURCE_PRIVATE_ADDRESSES: true }),
    pause: (ms) => Promise.resolve(void pauses.push(ms)),
  };
});
afterEach(async () => {
  await server.stop();
  await world.db('feed_sources').delete();
});

const ctx = (name: ActorName = 'office.admin', more: Partial<Ctx> = {}) => world.ctx(name, { outside, ...more });

/** Rows with these IDs, in this order. */
const getRows = (count: number, more: FeedRow = {}): FeedRow[] =>
  Array.from({ length: count }, (_, n) => {
    serial += 1;
    return {
      ...samples[n % samples.length],
      ...{ id: String(serial), serialNumber: `F-${serial}`, timestamp: '2026-11-01T10:00:00Z', dateCancelled: null },
      ...more,
    };
  });

async function makeSource(more: object = {}): Promise<string> {
  const { item } = await createSource(ctx(), {
    ...{ name: `Sales system ${(serial += 1)}`, kind: 'rest', address: server.url, credential: TOKEN },
    settings: { limit: 10 },
    ...more,
  });
  return item._id;
}

const limits = { ...feedLimits, tries: 3, pageMs: 2000, idleMs: 300, pageBytes: 4 * 1024 * 1024 };

/** Pulls a source to the end of its run, and returns the run. */
async function pull(id: string, kind: 'changed' | 'full' = 'changed') {
  const { run } = await pullSource(ctx(), { id, kind });
  return finish(run._id);
}

async function finish(runId: string) {
  const { signal } = new AbortController();
  const clock = { now: () => world.now };
  await runFeed({ db: world.db, clock, logger: silent, outside, signal, lastAttempt: true }, runId, limits);
  return getFeedRun(ctx(), { id: runId });
}

const storedIds = async (rows: readonly FeedRow[]): Promise<string[]> =>
  world
    .db('orders')
    .whereRaw('external_id = any(?)', [rows.map(({ id }) => String(id))])
    .orderBy('external_id')
    .pluck('external_id') as Promise<string[]>;
const getIds = (rows: readonly FeedRow[]): string[] => rows.map(({ id }) => String(id)).toSorted();

test('a pull imports every order once, and a second pull changes nothing', async () => {
  server.rows = getRows(25);
  server.token = TOKEN;
  const id = await makeSource();
  const first = await pull(id);
  expect(first).toMatchObject({ state: 'done', kind: 'full', sourceCount: 25, readCount: 25, counts: { new: 25 } });
  expect(await storedIds(server.rows)).toEqual(getIds(server.rows));
  expect(server.requests.every(({ path }) => path === '/api/public/customer-orders/v1')).toBe(true);
  const all = await pull(id, 'full');
  expect(all).toMatchObject({ state: 'done', counts: { new: 0, unchanged: 25 } });
  expect(await storedIds(server.rows)).toEqual(getIds(server.rows));
  expect(await world.db('feed_staged').first()).toBeUndefined();
});

test('a later pull requests what changed since the last successful run started, minus the overlap', async () => {
  server.rows = getRows(3);
  const id = await makeSource({ overlapMinutes: 30 });
  expect((await pull(id)).since).toBeNull();
  world.now = new Date('2026-11-18T16:00:00Z');
  server.mishaps({ status: 403 });
  expect((await pull(id)).state).toBe('failed');
  world.now = new Date('2026-11-18T17:00:00Z');
  const [added] = getRows(1, { timestamp: '2026-11-18T15:10:00Z' });
  server.rows.push(added as FeedRow);
  const run = await pull(id);
  expect(run).toMatchObject({ state: 'done', kind: 'changed', since: '2026-11-18T14:30:00.000Z', readCount: 1 });
  expect(run.counts.new).toBe(1);
  expect((await getSource(ctx(), { id })).highWater).toBe('2026-11-18T17:00:00.000Z');
});

test("times are those of the source's clock, and a wrong clock is a finding", async () => {
  server.rows = getRows(2);
  server.clockAheadMs = -600_000;
  const id = await makeSource();
  const run = await pull(id);
  expect(run.findings).toContain("The source's clock is 10 minutes behind.");
  expect((await getSource(ctx(), { id })).highWater).toBe('2026-11-18T14:50:00.000Z');
});

test('rows that move, repeat or vanish while being read are read again', async () => {
  server.rows = getRows(40);
  const gone = server.rows[3] as FeedRow;
  const id = await makeSource();
  server.onRequest = ({ n }) => void (n === 2 && (server.rows = server.rows.filter((row) => row !== gone)));
  const shrunk = await pull(id);
  expect(shrunk).toMatchObject({ state: 'done', sourceCount: 39, readCount: 39 });
  expect(await storedIds([gone, ...server.rows])).toEqual(getIds(server.rows));

  const more = getRows(30);
  server.rows = more;
  server.bend = (page, { n }) => (n % 3 === 1 ? page.toReversed() : page);
  expect(await pull(id, 'full')).toMatchObject({ state: 'done', readCount: 30 });
  expect(await storedIds(more)).toEqual(getIds(more));

  const repeated = getRows(20);
  server.rows = [...repeated, ...repeated.slice(0, 6)];
  server.bend = (page) => page;
  const run = await pull(id, 'full');
  expect(run).toMatchObject({ state: 'done', readCount: 20, findings: ['6 orders arrived more than once.'] });
});

test('a set that changes its order between requests is read completely; without a total only if nothing moved', async () => {
  const id = await makeSource();
  server.rows = getRows(30);
  server.bend = (page) => page.filter((_, n) => n < 7);
  expect(await pull(id, 'full')).toMatchObject({ state: 'done', readCount: 30 });
  server.total = undefined;
  expect(await pull(id, 'full')).toMatchObject({ state: 'done', sourceCount: null, readCount: 30 });
  server.bend = (page, { n }) => (n % 2 === 0 ? page : page.toReversed());
  expect(await pull(id, 'full')).toMatchObject({
    state: 'failed',
    message: 'The list of orders changed during all 3 attempts to read it, so some may be missing.',
  });
});

test('a run whose counts disagree fails and imports nothing', async () => {
  server.rows = getRows(12);
  server.total = 14;
  const id = await makeSource();
  expect(await pull(id)).toMatchObject({
    state: 'failed',
    message: 'The source reports 14 orders, but 12 were read.',
    counts: { new: 0 },
  });
  expect(await storedIds(server.rows)).toEqual([]);
  expect(await world.db('feed_staged').first()).toBeUndefined();
  expect((await getSource(ctx(), { id })).highWater).toBeNull();
});

test('of a record read twice, the later row counts', async () => {
  const [row = {}] = getRows(1);
  const id = await makeSource();
  server.rows = [
    { ...row, timestamp: '2026-11-02T10:00:00Z', customerName: 'Later' },
    { ...row, timestamp: '2026-11-01T10:00:00Z', customerName: 'Earlier' },
  ];
  expect(await pull(id)).toMatchObject({ state: 'done', readCount: 1 });
  expect(await world.db('orders').where({ external_id: row['id'] }).first('customer')).toEqual({ customer: 'Later' });
});

test('a temporary failure is retried, after growing pauses or those the source requests', async () => {
  server.rows = getRows(3);
  const id = await makeSource();
  server.mishaps({ status: 500 }, { status: 503 }, null, 'cut', 'half');
  expect(await pull(id)).toMatchObject({ state: 'done', readCount: 3 });
  expect(pauses.map((ms) => ms >= 500 && ms < 3000)).toEqual([true, true, true, true]);
  expect(pauses[0]).toBeLessThan(1500);
  expect(pauses[1]).toBeGreaterThanOrEqual(1000);
  pauses.length = 0;
  const date = new Date(world.now.getTime() + 90_000).toUTCString();
  server.mishaps({ status: 429, retryAfter: '7' }, { status: 429, retryAfter: date }, null);
  server.mishaps({ status: 429, retryAfter: '86400' });
  expect((await pull(id)).state).toBe('done');
  expect(pauses).toEqual([7000, 90_000, 300_000]);
});

test.each([
  ['answers that are cut', 'cut', 'A response from the source was cut off. Tried 3 times.'],
  ['no answer', 'silent', 'The source took too long to respond. Tried 3 times.'],
  ['slow bytes', 'slow', 'The source took too long to respond. Tried 3 times.'],
  ['a huge body', 'huge', 'A response from the source is larger than 4 MB. Request fewer rows per page.'],
  ['a page of HTML', 'not-json', 'A response from the source is not valid JSON. Tried 3 times.'],
  ['another object', 'not-a-list', 'The response from the source is neither a list of orders nor an object with one.'],
  ['an error', { status: 500 }, 'The source responded with an error (500). Tried 3 times.'],
  ['a redirect', { redirect: 'http://localhost:9/steal' }, 'The source redirects to another address (localhost:9).'],
] as const)('a page that fails permanently fails the run: %s', async (_, mishap, message) => {
  server.rows = getRows(25);
  const id = await makeSource();
  server.mishaps(null, mishap, mishap, mishap);
  const short = { ...limits, pageMs: 400 };
  const { run } = await pullSource(ctx(), { id });
  const { signal } = new AbortController();
  const task = { db: world.db, clock: { now: () => world.now }, logger: silent, outside, signal, lastAttempt: true };
  await runFeed(task, run._id, short);
  const failed = await getFeedRun(ctx(), { id: run._id });
  expect(failed.state).toBe('failed');
  expect(failed.message).toContain(message);
  expect(await storedIds(server.rows)).toEqual([]);
});

test('a refused credential ends the run immediately and notifies the owner, once', async () => {
  server.token = 'another';
  const id = await makeSource();
  const count = () => world.db('notifications').where({ msg: `Source "${name}": the pull failed.` });
  const { name, owner } = await getSource(ctx(), { id });
  const run = await pull(id);
  expect(run).toMatchObject({
    state: 'failed',
    message: 'The source refuses the credential (401). It may have expired: enter a new one.',
  });
  expect(server.requests).toHaveLength(1);
  await pull(id);
  expect(await count()).toMatchObject([{ user_id: owner?._id, content: expect.not.stringContaining(TOKEN) as string }]);
  await notifyEveryone(world);
  const mails = await world.db('outbox_messages').whereRaw(`payload->>'subject' like ?`, [`%${name}%`]);
  expect(mails).toHaveLength(1);
});

test('the duration of a run is limited', async () => {
  server.rows = getRows(25);
  const id = await makeSource();
  server.onRequest = () => void (world.now = new Date(world.now.getTime() + 1_900_000));
  expect(await pull(id)).toMatchObject({ state: 'failed', message: 'Reading took longer than 60 minutes.' });
});

test('a source that repeats the same orders on every page ends the run', async () => {
  const rows = getRows(10);
  server.rows = rows;
  server.bend = () => rows;
  expect(await pull(await makeSource())).toMatchObject({
    state: 'failed',
    message: 'The source sends the same orders on every page.',
  });
});

test('fields that change their type, new fields and rows without an ID are findings', async () => {
  const id = await makeSource();
  server.rows = getRows(3);
  expect((await pull(id)).findings).toEqual([]);
  const [odd = {}, plain = {}, nameless = {}] = getRows(3);
  server.rows = [
    { ...odd, customerName: { first: 'Ann' }, buildingAddons: 'none', lane: 'B' },
    { ...plain, lane: 'A' },
    { ...nameless, id: null },
  ];
  const run = await pull(id, 'full');
  expect(run).toMatchObject({ state: 'done', readCount: 3, counts: { new: 1, refused: 2 } });
  expect(run.findings).toEqual([
    `buildingAddons is now text in 1 order, first in ${String(odd['id'])}; it was a list before.`,
    `customerName is now an object in 1 order, first in ${String(odd['id'])}; it was text before.`,
    'New field: lane.',
    '1 order without an ID, left out.',
  ]);
  expect(run.refused).toMatchObject([{ externalId: odd['id'] }]);
  const source = await world
    .db('order_sources')
    .whereRaw(`source->>'id' = ?`, [plain['id'] as string])
    .first('source');
  expect(source).toMatchObject({ source: { lane: 'A' } });

  server.rows = getRows(2, { orderNumber: 7 });
  const changed = `orderNumber is now a number in 2 orders, first in ${String(server.rows[0]?.['id'])}; it was text before.`;
  expect((await pull(id, 'full')).findings).toContain(changed);
  expect((await pull(id, 'full')).findings).toEqual([]);
});

test('a run resumes where a stopped worker left it; one that was taken over stores nothing more', async () => {
  server.rows = getRows(40);
  const id = await makeSource();
  const { run } = await pullSource(ctx(), { id });
  const stopping = new AbortController();
  server.onRequest = ({ n }) => void (n === 2 && stopping.abort());
  const task = { db: world.db, clock: { now: () => world.now }, logger: silent, outside, lastAttempt: true };
  await expect(runFeed({ ...task, signal: stopping.signal }, run._id, limits)).rejects.toThrow();
  expect(await getFeedRun(ctx(), { id: run._id })).toMatchObject({ state: 'running', readCount: 19 });
  expect(await storedIds(server.rows)).toEqual([]);
  const before = server.requests.length;
  let other: Promise<unknown> | undefined;
  server.onRequest = ({ n }) => void (n === before && (other = finish(run._id)));
  const { signal } = new AbortController();
  await runFeed({ ...task, signal }, run._id, limits); // the other worker took it over
  await other;
  expect(server.requests[before]?.offset).toBe(18);
  expect(await getFeedRun(ctx(), { id: run._id })).toMatchObject({ state: 'done', counts: { new: 40, unchanged: 0 } });
  expect(await storedIds(server.rows)).toEqual(getIds(server.rows));
});

test('a run that was killed while importing rows continues with the others', async () => {
  server.rows = getRows(30);
  const id = await makeSource();
  const { run } = await pullSource(ctx(), { id });
  await world.db.raw(`create function strike() returns trigger language plpgsql as
    $$ begin if new.external_id like '%9' then raise exception 'struck'; end if; return new; end $$;
    create trigger strike before insert on orders for each row execute function strike()`);
  const task = { db: world.db, clock: { now: () => world.now }, logger: silent, outside, lastAttempt: false };
  const { signal } = new AbortController();
  await expect(runFeed({ ...task, signal }, run._id, limits)).rejects.toThrow('struck');
  await world.db.raw('drop function strike() cascade');
  const requests = server.requests.length;
  expect(await finish(run._id)).toMatchObject({ state: 'done', counts: { new: 30 } });
  expect(server.requests).toHaveLength(requests);
  expect(await storedIds(server.rows)).toEqual(getIds(server.rows));
});

test('the credential is encrypted, and never returned, recorded or logged', async () => {
  server.rows = getRows(2);
  server.token = TOKEN;
  const id = await makeSource();
  await pull(id);
  await testSource(ctx(), { id });
  server.token = 'other';
  await pull(id);
  const answers = [await getSource(ctx(), { id }), await listSources(ctx(), {}), await listFeedRuns(ctx(), { id })];
  expect(JSON.stringify(answers)).not.toContain(TOKEN);
  expect(server.requests.at(-1)?.authorization).toBe(`Bearer ${TOKEN}`);
  const tables = ['feed_sources', 'feed_runs', 'audit_entries', 'notifications', 'outbox_messages', 'error_logs'];
  for (const table of tables) {
    const { rows } = (await world.db.raw('select exists (select from ?? t where t::text like ?) as found', [
      table,
      `%${TOKEN}%`,
    ])) as { rows: unknown[] };
    expect({ table, rows }).toEqual({ table, rows: [{ found: false }] });
  }
  const row = (await world.db('feed_sources').where({ id }).first('credential')) as { credential: string };
  expect(row.credential).not.toContain(Buffer.from(TOKEN).toString('base64url').slice(0, 12));
});

test('a credential cannot be moved, and one that this installation cannot decrypt must be entered again', async () => {
  server.rows = getRows(1);
  server.token = TOKEN;
  const id = await makeSource();
  const elsewhere = 'https://feed.example.com';
  await expect(updateSource(ctx(), { id, address: elsewhere })).rejects.toThrow(
    'credential: must be entered again, because the address points to another host',
  );
  const other = await makeSource({ credential: 'x' });
  await world.db.raw(
    `update feed_sources set credential = (select credential from feed_sources where id = ?) where id = ?`,
    [...[id, other]],
  );
  expect((await pull(other)).message).toMatch(
    /^The credential cannot be read because .* Enter the credential again\.$/,
  );
  outside = { ...outside, vault: createOutside('another secret, after a move to a new machine').vault };
  expect((await pull(id)).message).toMatch(/Enter the credential again\.$/);
  await expect(testSource(ctx(), { id })).rejects.toThrow(/Enter the credential again\.$/);
  world.now = new Date('2026-11-18T15:00:01Z');
  await updateSource(ctx(), { id, credential: TOKEN });
  expect((await pull(id)).state).toBe('done');
});

test('only addresses that the operator allows are called, wherever their names lead', async () => {
  const closed = { ...outside, allowsPrivate: false };
  const add = (address: string, more: object = {}) =>
    createSource(ctx('office.admin', { outside: closed }), {
      name: `A${(serial += 1)}`,
      kind: 'rest',
      address,
      ...more,
    });
  for (const address of [
    'https://10.0.0.1',
    'https://127.0.0.1',
    'https://[::1]',
    'https://[::ffff:127.0.0.1]',
    'https://0x7f.1',
  ])
    await expect(add(address)).rejects.toThrow('address: points to a private network');
  for (const address of ['https://169.254.169.254/latest', 'https://[fe80::1]', 'https://0.0.0.0'])
    await expect(add(address)).rejects.toThrow('address: points to an address that sources may not use');
  await expect(add('http://feed.example.com')).rejects.toThrow('address: must begin with https://');
  await expect(add('file:///etc/passwd')).rejects.toThrow('address: must begin with https://');
  await expect(add('https://user:word@feed.example.com')).rejects.toThrow('address: must not contain a password');
  const { port } = new URL(server.url);
  const { item } = await add(`https://localhost:${port}`);
  await expect(testSource(ctx('office.admin', { outside: closed }), { id: item._id })).rejects.toThrow(
    'The address points to a private network, which the operator of this installation does not allow.',
  );
  await expect(makeSource({ address: 'http://169.254.169.254' })).rejects.toThrow('may not use');
  expect(server.requests).toEqual([]);
});

test('redirects within the host are followed, and the credential is sent to no other', async () => {
  server.rows = getRows(2);
  server.token = TOKEN;
  const id = await makeSource();
  const { pathname, search } = new URL(`${server.url}/api/public/customer-orders/v1?limit=10&offset=0`);
  server.mishaps({ redirect: `/moved${pathname}${search}` });
  expect((await testSource(ctx(), { id })).rows).toBe(2);
  const thief = await startFeedServer(server.rows);
  server.mishaps({ redirect: `${thief.url}${pathname}` });
  await expect(testSource(ctx(), { id })).rejects.toThrow(
    `The source redirects to another address (${new URL(thief.url).host}).`,
  );
  expect(thief.requests).toEqual([]);
  await thief.stop();
});

test('a test shows how a page is understood, and stores nothing', async () => {
  const [good = {}, canceled = {}] = getRows(2);
  server.rows = [good, { ...canceled, dateCancelled: '2026-11-02T10:00:00Z' }, { ...getRows(1)[0], id: '' }];
  const sourceTest = await testSource(ctx(), { id: await makeSource() });
  expect(sourceTest).toMatchObject({
    msg: '3 orders read.',
    rows: 3,
    total: 3,
    findings: ['1 order without an ID, left out.'],
  });
  expect(sourceTest.first).toMatchObject([
    { externalId: good['id'], serialNumber: good['serialNumber'], shop: good['shopName'], problem: null },
    { externalId: canceled['id'], problem: 'the order was canceled on 2026-11-02' },
    { externalId: null, problem: 'it has no ID' },
  ]);
  expect(sourceTest.fields).toEqual(
    expect.arrayContaining(['id', 'buildingSize', 'buildingAddons', 'buildingAddons[].name']),
  );
  expect(sourceTest.first[0]?.total).toBe(Number(good['subTotalDollarAmount']));
  const fresh = { name: 'New', kind: 'rest', address: server.url, credential: 'x' } as const;
  expect((await testNewSource(ctx(), fresh)).rows).toBe(3);
  expect(await storedIds(server.rows)).toEqual([]);
  server.mishaps('not-json');
  await expect(testNewSource(ctx(), fresh)).rejects.toMatchObject({ code: 'source-unreadable', kind: 'unprocessable' });
});

test('due sources are pulled on schedule, one run at a time, and not while they are paused', async () => {
  const id = await makeSource({ cron: '*/15 * * * *', timeZone: 'America/Chicago' });
  const task = { db: world.db, clock: { now: () => world.now }, logger: silent };
  const runs = async () => (await listFeedRuns(ctx(), { id })).items;
  expect(await getSource(ctx(), { id })).toMatchObject({ nextRunAt: '2026-11-18T15:15:00.000Z', problem: null });
  await sweepFeeds(task);
  expect(await runs()).toEqual([]);
  world.now = new Date('2026-11-18T16:01:00Z');
  expect((await getSource(ctx(), { id })).problem).toBe('The pull is late: no worker is running.');
  await sweepFeeds(task);
  await sweepFeeds(task);
  expect(await runs()).toMatchObject([{ cause: 'schedule', state: 'waiting', dueAt: '2026-11-18T15:15:00.000Z' }]);
  expect((await getSource(ctx(), { id })).nextRunAt).toBe('2026-11-18T16:15:00.000Z');
  await expect(pullSource(ctx(), { id })).rejects.toMatchObject({ code: 'pull-running' });
  await pauseSource(ctx('office.user'), { id });
  world.now = new Date('2026-11-18T19:30:00Z');
  await sweepFeeds(task);
  expect(await runs()).toMatchObject([{ state: 'failed', message: 'It did not finish within three hours.' }]);
  const { item } = await resumeSource(ctx('office.user'), { id });
  expect(item).toMatchObject({ paused: false, nextRunAt: '2026-11-18T19:45:00.000Z' });
  await deleteSource(ctx(), { id });
  expect(await world.db('feed_runs').where({ source_id: id }).first()).toBeUndefined();
});

test('office users can pull, its Admins set up sources, and shops see nothing', async () => {
  const id = await makeSource();
  const add = { name: 'Mine', kind: 'rest', address: server.url } as const;
  await expect(createSource(ctx('office.user'), add)).rejects.toMatchObject({ code: 'permission-denied' });
  await expect(updateSource(ctx('office.user'), { id, name: 'B' })).rejects.toMatchObject({
    code: 'permission-denied',
  });
  await expect(testNewSource(ctx('office.user'), add)).rejects.toMatchObject({ code: 'permission-denied' });
  expect((await pullSource(ctx('office.user'), { id })).msg).toBe('Pulling the source.');
  for (const name of ['shop.admin', 'shop.user', 'builder'] as const) {
    await expect(listSources(ctx(name), {})).rejects.toMatchObject({ code: 'permission-denied' });
    await expect(pullSource(ctx(name), { id })).rejects.toMatchObject({ code: 'permission-denied' });
  }
  await expect(updateSource(ctx(), { id, settings: { limit: 0 } })).rejects.toThrow(
    'settings.limit: must be at least 1',
  );
  const { item } = await updateSource(ctx(), { id, settings: { limit: 50 }, overlapMinutes: 5 });
  expect(item.settings).toMatchObject({ limit: 50, sortField: 'id' });
  await expect(updateSource(ctx(), { id, cron: 'often' })).rejects.toThrow('cron: "often" must have 5 fields');
});

test('files of a folder or an address are read once each, as JSON or CSV', async () => {
  const root = await mkdtemp(path.join(tmpdir(), 'feed-'));
  const folder = path.join(root, 'orders');
  await mkdir(folder);
  outside = { ...outside, folder: root };
  const [one = {}, two = {}, three = {}] = getRows(3);
  await writeFile(path.join(folder, 'a.json'), JSON.stringify({ orders: [one, two] }));
  await writeFile(path.join(folder, 'note.txt'), 'not an order');
  const line = ['Z-1', homeShop, three['buildingModelName'], '10', '12', '4500.00'].join(',');
  await writeFile(path.join(folder, 'b.csv'), `Number,Builder,Model,W,L,Price\r\n${line}\r\n`);
  const mapping = {
    serialNumber: 'Number',
    shop: 'Builder',
    model: 'Model',
    width: 'W',
    length: 'L',
    basePrice: 'Price',
  };
  const id = await makeSource({ kind: 'folder', address: 'orders', mapping, settings: { idField: 'Number' } });
  expect(await pull(id)).toMatchObject({ state: 'done', readCount: 3, counts: { new: 3 } });
  expect(await world.db('orders').where({ serial_number: 'Z-1' }).first('width')).toEqual({ width: 10 });
  expect(await pull(id)).toMatchObject({ state: 'done', readCount: 0, message: '0 orders read.' });
  await writeFile(path.join(folder, 'c.json'), '[{"id": 1');
  expect(await pull(id)).toMatchObject({
    state: 'failed',
    message: 'c.json: A response from the source is not valid JSON.',
  });
  await symlink('/etc', path.join(root, 'out'));
  for (const address of ['../orders', '/etc', 'orders/../..'])
    await expect(makeSource({ kind: 'folder', address })).rejects.toThrow('address: must be a folder inside');
  expect((await pull(await makeSource({ kind: 'folder', address: 'out' }))).message).toBe(
    'The folder "out" does not exist.',
  );
  outside = { ...outside, folder: null };
  await expect(makeSource({ kind: 'folder', address: 'orders' })).rejects.toThrow('address: cannot be a folder');
  await rm(root, { recursive: true });

  server.rows = getRows(2);
  const url = await makeSource({ kind: 'url', address: `${server.url}/orders.json` });
  expect(await pull(url)).toMatchObject({ state: 'done', counts: { new: 2 } });
  expect(await pull(url)).toMatchObject({ state: 'done', readCount: 0 });
});

describe('a run that would change too much', () => {
  const cancel = (row: FeedRow): FeedRow => ({
    ...row,
    ...{ dateCancelled: '2026-11-17T10:00:00-06:00', timestamp: '2026-11-17T16:00:00Z' },
  });
  /** Cancels three of eight orders in the source, and adds one there. */
  async function cancelThree() {
    await world.db('orders').delete();
    const rows = getRows(8);
    server.rows = rows;
    const id = await makeSource();
    await pull(id);
    const added = getRows(1);
    server.rows = [...rows.slice(0, 3).map(cancel), ...rows.slice(3), ...added];
    return { id, rows, added };
  }
  const readCanceled = (rows: readonly FeedRow[]) =>
    world
      .db('orders')
      .whereRaw('external_id = any(?)', [rows.map(({ id }) => String(id))])
      .whereRaw(`(status = 'On Hold' or alerts @> '[{"code": "canceled"}]')`)
      .pluck('external_id');

  test('imports only new orders and waits for a user, who sees why and lets it continue', async () => {
    const { id, rows, added } = await cancelThree();
    const run = await pull(id, 'full');
    expect(run).toMatchObject({ state: 'braked', counts: { new: 1, held: 0, proposed: 0 } });
    expect(run.brake).toMatchObject({ open: 8, changed: 3, canceled: 3 });
    expect(run.message).toContain('3 of 8 open orders would be canceled');
    expect(run.brake?.examples).toHaveLength(3);
    expect(run.brake?.examples[0]).toMatchObject({ serialNumber: rows[0]?.['serialNumber'], labels: ['Canceled'] });
    expect(await storedIds(added)).toEqual(getIds(added));
    expect(await readCanceled(rows)).toEqual([]);
    const notice = await world.db('notifications').orderBy('id', 'desc').first('content');
    expect(notice).toMatchObject({ content: expect.stringContaining('the pull is waiting for you') as string });
    await releaseRun(ctx(), { id: run._id });
    expect(await finish(run._id)).toMatchObject({ state: 'done', releasedBy: 'Anna Keller', counts: { new: 1 } });
    expect(await readCanceled(rows)).toHaveLength(3);
    expect(await world.db('feed_staged').first()).toBeUndefined();
    await expect(releaseRun(ctx(), { id: run._id })).rejects.toMatchObject({ code: 'pull-not-waiting' });
  });

  test('can be discarded, and the next pull reads everything again; a newer pull replaces a waiting one', async () => {
    const { id, rows } = await cancelThree();
    const first = await pull(id, 'full');
    expect(await discardRun(ctx(), { id: first._id })).toMatchObject({ run: { state: 'failed' } });
    expect(await readCanceled(rows)).toEqual([]);
    const second = await pull(id, 'full');
    const mails = async () => {
      await notifyEveryone(world);
      return world.db('outbox_messages').count({ n: '*' });
    };
    const before = await mails();
    const third = await pull(id, 'full');
    expect(third.state).toBe('braked');
    expect(await getFeedRun(ctx(), { id: second._id })).toMatchObject({ state: 'failed' });
    expect(await mails()).toEqual(before); // only one notice while it lasts
    server.rows = rows; // the source has corrected it
    expect((await pull(id, 'full')).state).toBe('done');
    expect(await getFeedRun(ctx(), { id: third._id })).toMatchObject({ message: 'A newer pull replaced it.' });
    expect(await readCanceled(rows)).toEqual([]);
  });

  test('can also be stopped by amounts, but not by a single order', async () => {
    await world.db('orders').delete();
    const rows = getRows(2);
    server.rows = rows;
    const id = await makeSource({ settings: { brakePercent: 100, brakeAmount: 500 } });
    await pull(id);
    const dearer = (row: FeedRow, n: number): FeedRow => ({
      ...row,
      ...{ subTotalDollarAmount: String(Number(row['subTotalDollarAmount']) + 1000 + n) },
      timestamp: '2026-11-17T16:00:00Z',
    });
    server.rows = [dearer(rows[0] as FeedRow, 0), rows[1] as FeedRow];
    expect(await pull(id, 'full')).toMatchObject({ state: 'done', counts: { proposed: 1 } });
    server.rows = [dearer(rows[0] as FeedRow, 500), dearer(rows[1] as FeedRow, 0)].map((row) => ({
      ...row,
      timestamp: '2026-11-17T17:00:00Z',
    }));
    const run = await pull(id, 'full');
    expect(run).toMatchObject({ state: 'braked', brake: { moved: 2500 } });
  });
});

test('what the source reports about each record is stored, and what a complete pull no longer has is marked', async () => {
  const [normal, odd, gone] = getRows(3, { dateOrdered: '2026-11-02T23:30:00-05:00', shopName: homeShop }) as [
    FeedRow,
    FeedRow,
    FeedRow,
  ];
  server.rows = [
    normal,
    { ...odd, buildingModelName: null, subTotalDollarAmount: '12.34', dateCancelled: '2026-11-03' },
    gone,
  ];
  const id = await makeSource();
  await pull(id);
  const records = async () =>
    (await world.db('feed_records').where({ source_id: id }).orderBy('external_id')) as Record<string, unknown>[];
  expect(await records()).toMatchObject([
    {
      serial: normal['serialNumber'],
      ordered_on: '2026-11-02',
      shop: homeShop,
      canceled: false,
      refused: null,
      gone: false,
    },
    { total: 1234, canceled: true, refused: 'buildingModelName is missing', order_id: null, ordered_on: '2026-11-02' },
    { external_id: gone['id'], gone: false },
  ]);
  server.rows = [normal];
  await pull(id); // only what changed
  expect((await records()).map((one) => one['gone'])).toEqual([false, false, false]);
  await pull(id, 'full');
  expect((await records()).map((one) => one['gone'])).toEqual([false, true, true]);
  server.rows = [normal, gone];
  await pull(id, 'full');
  expect((await records()).map((one) => one['gone'])).toEqual([false, true, false]);
});

test('a full comparison has its own schedule, and stays due while the source is being pulled', async () => {
  server.rows = getRows(2);
  const id = await makeSource({ cron: '0 * * * *', fullCron: '0 3 * * 0', timeZone: 'UTC' });
  const task = { db: world.db, clock: { now: () => world.now }, logger: silent };
  const runs = async () => (await listFeedRuns(ctx(), { id })).items;
  const readShown = () => getSource(ctx(), { id });
  expect(await readShown()).toMatchObject({ nextFullAt: '2026-11-22T03:00:00.000Z', fullCron: '0 3 * * 0' });
  expect((await readShown()).fullSchedule).toContain('Sunday');
  const early = await pullSource(ctx(), { id });
  world.now = new Date('2026-11-18T16:30:00Z');
  await finish(early.run._id);
  const open = await pullSource(ctx(), { id });
  world.now = new Date('2026-11-22T03:00:30Z');
  await sweepFeeds({ ...task, clock: { now: () => new Date('2026-11-18T16:31:00Z') } });
  await world.db('feed_runs').where({ id: open.run._id }).update({ created_at: world.now });
  await sweepFeeds(task); // the pull is still running
  expect((await readShown()).nextFullAt).toBe('2026-11-22T03:00:00.000Z');
  await updateSource(ctx(), { id, name: 'Renamed' });
  await resumeSource(ctx(), { id }); // it was not paused
  expect((await readShown()).nextFullAt).toBe('2026-11-22T03:00:00.000Z');
  await finish(open.run._id);
  server.rows = [server.rows[0] as FeedRow];
  await sweepFeeds(task);
  const [full] = await runs();
  expect(full).toMatchObject({ kind: 'full', cause: 'schedule', dueAt: '2026-11-22T03:00:00.000Z' });
  expect((await readShown()).nextFullAt).toBe('2026-11-29T03:00:00.000Z');
  await finish(full?._id ?? '');
  const gone = await world.db('feed_records').where({ source_id: id, gone: true }).pluck('external_id');
  expect(gone).toHaveLength(1);
  await pauseSource(ctx(), { id });
  expect(await readShown()).toMatchObject({ nextFullAt: null, fullCron: '0 3 * * 0' });
  await resumeSource(ctx(), { id });
  expect((await readShown()).nextFullAt).toBe('2026-11-29T03:00:00.000Z');
  await updateSource(ctx(), { id, fullCron: '0 2 * * 0' });
  expect((await readShown()).nextFullAt).toBe('2026-11-29T02:00:00.000Z');
  await updateSource(ctx(), { id, timeZone: 'America/Chicago' });
  expect((await readShown()).nextFullAt).toBe('2026-11-22T08:00:00.000Z');
  await expect(makeSource({ fullCron: 'never' })).rejects.toMatchObject({
    message: expect.stringMatching(/^fullCron/),
  });
  await expect(makeSource({ kind: 'url', fullCron: '0 3 * * 0' })).rejects.toMatchObject({
    message: expect.stringMatching(/^fullCron: is only for the sales system's order feed/),
  });
});

test('a pull that is due and has not started stays due when its source is saved, unless its time changes', async () => {
  const id = await makeSource({ cron: '0 * * * *', timeZone: 'UTC' });
  const save = async (change: object) => (await updateSource(ctx(), { id, ...change })).item;
  world.now = new Date('2026-11-18T16:30:00Z');
  expect(await save({ overlapMinutes: 30 })).toMatchObject({ nextRunAt: '2026-11-18T16:00:00.000Z' });
  expect(await save({ fullCron: '0 3 * * 0' })).toMatchObject({
    nextRunAt: '2026-11-18T16:00:00.000Z',
    nextFullAt: '2026-11-22T03:00:00.000Z',
  });
  expect(await save({ cron: '15 * * * *' })).toMatchObject({ nextRunAt: '2026-11-18T17:15:00.000Z' });
  expect(await save({ cron: null, fullCron: null })).toMatchObject({ nextRunAt: null, nextFullAt: null });
});

describe('a source of uploaded files', () => {
  const makeUploads = (more: object = {}) =>
    makeSource({ kind: 'upload', address: '', credential: null, settings: {}, ...more });
  const getFile = (rows: readonly FeedRow[], name = 'orders.json') => ({
    name,
    bytes: Buffer.from(JSON.stringify(rows)),
  });
  const upload = async (id: string, rows: readonly FeedRow[], name?: string) => {
    const { run } = await uploadToSource(ctx('office.user'), { id, file: getFile(rows, name) });
    return run && finish(run._id);
  };

  test('imports them like a pull: new orders, proposals, and the same file only once', async () => {
    const id = await makeUploads();
    const rows = getRows(5);
    const first = await upload(id, rows, 'Monday.json');
    expect(first).toMatchObject({ state: 'done', file: 'Monday.json', kind: 'full', readCount: 5, counts: { new: 5 } });
    expect(await storedIds(rows)).toEqual(getIds(rows));
    const before = await world
      .db('orders')
      .whereRaw('external_id = any(?)', [getIds(rows)])
      .orderBy('id');
    expect(await uploadToSource(ctx(), { id, file: getFile(rows, 'Again.json') })).toEqual({
      msg: 'This file was already imported. Nothing changed.',
      run: null,
    });
    expect((await listFeedRuns(ctx(), { id })).total).toBe(1);
    expect(
      await world
        .db('orders')
        .whereRaw('external_id = any(?)', [getIds(rows)])
        .orderBy('id'),
    ).toEqual(before);
    const later = { timestamp: '2026-11-17T10:00:00Z' };
    const changed = rows.map((row, n) => (n === 0 ? { ...row, ...later, buildingRoofColor: 'Repainted' } : row));
    expect((await upload(id, changed))?.counts).toMatchObject({ new: 0, proposed: 1, unchanged: 4 });
    expect((await upload(id, rows.slice(1)))?.counts).toMatchObject({ unchanged: 4 });
    expect(await world.db('feed_records').where({ source_id: id, gone: true })).toEqual([]);
  });

  test('accepts CSV, and refuses a file that has no orders without any change', async () => {
    const id = await makeUploads();
    const [row] = getRows(1);
    const csv = { name: 'orders.csv', bytes: Buffer.from(`id,serialNumber\nC-1,C-1\n`) };
    const { run } = await uploadToSource(ctx(), { id, file: csv });
    expect(await finish(run?._id ?? '')).toMatchObject({ state: 'done', readCount: 1, counts: { refused: 1 } });
    const expectRefusal = (file: object) => uploadToSource(ctx(), { id, ...file } as never);
    const broken = { name: 'broken.json', bytes: Buffer.from('[{"id": "1"') };
    await expect(expectRefusal({ file: broken })).rejects.toMatchObject({ code: 'source-unreadable' });
    await expect(expectRefusal({ file: getFile([]) })).rejects.toMatchObject({ message: 'file: has no orders' });
    await expect(expectRefusal({})).rejects.toMatchObject({ message: 'file: Please upload a file before importing.' });
    expect((await listFeedRuns(ctx(), { id })).total).toBe(1);
    await expect(pullSource(ctx(), { id })).rejects.toMatchObject({ code: 'source-takes-files' });
    await expect(updateSource(ctx(), { id, cron: '0 * * * *' })).rejects.toMatchObject({
      message: 'cron: must be empty: users upload the files of this source',
    });
    const pulled = await makeSource();
    await expect(uploadToSource(ctx(), { id: pulled, file: getFile([row as FeedRow]) })).rejects.toMatchObject({
      code: 'source-takes-no-files',
    });
    for (const who of ['shop.admin', 'builder'] as const)
      await expect(uploadToSource(ctx(who), { id, file: csv })).rejects.toMatchObject({ code: 'permission-denied' });
  });

  test('waits for a user if a file changes too much, and remembers it when discarded', async () => {
    await world.db('orders').delete();
    const id = await makeUploads();
    const rows = getRows(8);
    await upload(id, rows);
    const changed = rows.map((row) => ({ ...row, timestamp: '2026-11-17T10:00:00Z', buildingRoofColor: 'Repainted' }));
    const braked = await upload(id, changed);
    expect(braked).toMatchObject({ state: 'braked', brake: { changed: 8, open: 8 } });
    await discardRun(ctx(), { id: braked?._id ?? '' });
    const again = await upload(id, changed);
    await releaseRun(ctx(), { id: again?._id ?? '' });
    expect(await finish(again?._id ?? '')).toMatchObject({ state: 'done', counts: { proposed: 8 } });
    expect(await upload(id, changed)).toBeNull();
  });
});
