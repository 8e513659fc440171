import { beforeEach, describe, expect, test } from 'vitest';
import { createKey } from '../../../company/keys/service.js';
import type { Actor, Ctx } from '../../../kernel/context.js';
import { DomainError } from '../../../kernel/errors.js';
import { newId } from '../../../kernel/ids.js';
import { createOutside } from '../../../kernel/platform/outside.js';
import { acceptAlerts } from '../../../orders/intake/accept-alerts.js';
import { pushOrders } from '../../../orders/intake/push.js';
import { getOrder } from '../../../orders/service.js';
import { silent, useWorld } from '../../../testing/world.js';
import { sweepFeeds } from '../runs/due.js';
import { feedLimits } from '../fetching/limits.js';
import { listProposals } from '../proposals/service.js';
import { runFeed } from '../runs/run.js';
import { discardRun, listFeedRuns, pullSource, releaseRun, getFeedRun } from '../runs/pull.js';
import { updateSource, listSources, pauseSource, getSource } from '../sources/service.js';
import { testSource } from '../sources/test-source.js';
import { previewReceivedOrders, receiveOrders } from './service.js';
import { readSampleRows } from '../testing/feed-rows.js';

type Row = Record<string, unknown>;
const samples = readSampleRows();
const world = useWorld();
const office = () => world.ctx('office.admin', { outside });
const outside = createOutside('the secret of the installation of these tests');
let serial = 8_000_000;
let key: Actor;

/** An office key that may send orders, and its actor. */
async function makeKey(name = `Sales system ${(serial += 1)}`): Promise<Actor> {
  const { item } = await createKey(office(), { name, scopes: ['orders.import'] });
  return { ...world.actor('office.admin'), id: item._id, name, scopes: ['session.use', 'orders.import'] };
}
const as = (actor: Actor, more: Partial<Ctx> = {}) => world.ctx('office.admin', { actor, via: 'key', ...more });
const send = (rows: readonly unknown[], more: object = {}, actor = key) =>
  receiveOrders(as(actor), { orders: rows, ...more });
const sale = (more: Row = {}): Row => ({
  ...samples[0],
  ...{ id: String((serial += 1)), serialNumber: `P-${serial}`, timestamp: '2026-11-01T10:00:00Z', dateCancelled: null },
  ...more,
});
const later = (row: Row, more: Row, minutes = 1): Row => ({
  ...row,
  timestamp: new Date(Date.parse(String(row['timestamp'])) + minutes * 60_000).toISOString(),
  ...more,
});
const states = async (rows: readonly unknown[], more: object = {}, actor = key) =>
  (await send(rows, more, actor)).rows.map(({ state }) => state);
const readId = async (row: Row) =>
  ((await world.db('orders').where({ external_id: row['id'] }).first('id')) as { id: string } | undefined)?.id ?? '';
const readSource = async (actor: Actor) =>
  (await listSources(office(), {})).items.find((one) => one.key?._id === actor.id);

beforeEach(async () => {
  world.now = new Date('2026-11-18T15:00:00Z');
  await world.db('orders').delete();
  await world.db('notifications').delete();
  await world.db('feed_sources').delete();
  key = await makeKey();
});

test('a key can send orders repeatedly as they change: new, unchanged, accepted, waiting, older', async () => {
  const row = sale();
  const first = await send([row]);
  expect(first).toMatchObject({
    msg: '1 order received: 1 new.',
    counts: { new: 1, refused: 0 },
    rows: [{ index: 0, state: 'new', externalId: row['id'], serialNumber: row['serialNumber'], reason: null }],
  });
  expect(first.rows[0]?.order).toBe(await readId(row));
  const moved = later(row, { dateScheduledForDelivery: '2026-12-04' });
  expect(await states([moved])).toEqual(['applied']);
  const dearer = later(moved, { buildingRoofColor: 'Black' });
  expect(await states([dearer])).toEqual(['proposed']);
  expect(await states([moved])).toEqual(['older']);
  expect(await states([row])).toEqual(['older']);
  const order = await getOrder(office(), { id: await readId(row) });
  expect(order.deliveryScheduled).toBe('2026-12-04');
  const waits = (await listProposals(office(), { order: order._id })).items;
  expect(waits).toMatchObject([{ changes: [{ label: 'Roof color', after: 'Black' }] }]);
});

test('sending the same push again stores nothing', async () => {
  const rows = [sale(), sale({ dateCancelled: '2026-11-02T10:00:00Z' })];
  expect(await states(rows)).toEqual(['new', 'canceled']);
  const count = (table: string) => world.db(table).count({ n: '*' });
  const before = [await count('audit_entries'), await count('feed_runs'), await count('orders')];
  expect(await send(rows)).toMatchObject({
    msg: 'Nothing to change.',
    rows: [{ state: 'unchanged' }, { state: 'canceled' }],
  });
  expect([await count('audit_entries'), await count('feed_runs'), await count('orders')]).toEqual(before);
});

test('each row has its own result, and a bad one does not stop the others', async () => {
  const [good, other] = [sale(), sale()];
  const rows = [good, { id: 'x' }, null, 7, 'text', [], { ...sale(), subTotalDollarAmount: 'much' }, other, good];
  const { rows: made, counts } = await send(rows);
  expect(made.map(({ index }) => index)).toEqual(rows.map((_, n) => n));
  expect(made.map(({ state }) => state)).toEqual([
    ...['new', 'refused', 'refused', 'refused', 'refused', 'refused', 'refused'],
    ...['new', 'new'],
  ]);
  expect(made.filter(({ state }) => state === 'refused').every(({ reason }) => reason)).toBe(true);
  expect(counts.refused).toBe(6);
  await expect(send([sale(), { id: 'x' }], { strict: true })).rejects.toThrow('row 2');
});

test('if a row occurs twice, the one changed last counts', async () => {
  const row = sale();
  const newer = later(row, { customerName: 'Ada Miller' });
  expect(await states([newer, row])).toEqual(['new', 'repeated']);
  expect((await getOrder(office(), { id: await readId(row) })).customer).toBe('Ada Miller');
});

test('an older row does not restore a sale that was canceled before it arrived', async () => {
  const row = sale();
  expect(await states([later(row, { dateCancelled: '2026-11-02T10:00:00Z' })])).toEqual(['canceled']);
  expect(await states([row])).toEqual(['older']);
  expect(await states([row], {}, await makeKey())).toEqual(['older']);
  expect(await readId(row)).toBe('');
  expect(await states([later(row, {}, 5)])).toEqual(['new']);
});

test('a canceled sale puts its order on hold immediately', async () => {
  const [row] = [sale(), sale()];
  await send([row, ...Array.from({ length: 9 }, () => sale())]);
  await acceptAlerts(office(), {});
  await pushOrders(office(), {});
  expect(await states([later(row as Row, { dateCancelled: '2026-11-10T12:00:00Z' })])).toEqual(['held']);
  expect((await getOrder(office(), { id: await readId(row as Row) })).status).toBe('On Hold');
});

test('two keys that send the same order simultaneously create one', async () => {
  const other = await makeKey();
  const rows = Array.from({ length: 5 }, () => sale());
  const both = await Promise.all([states(rows), states(rows, {}, other)]);
  const [winner, second] = both[0]?.includes('new') ? both : both.toReversed();
  expect(winner).toEqual(rows.map(() => 'new'));
  expect(second).toEqual(rows.map(() => 'unchanged'));
  expect(await world.db('orders').count({ n: '*' })).toEqual([{ n: 5 }]);
  expect(await world.db('feed_records').count({ n: '*' })).toEqual([{ n: 10 }]);
});

test('twenty versions of an order from two keys, in any sequence, end as the last one', async () => {
  const other = await makeKey();
  const row = sale();
  await send([row, ...Array.from({ length: 9 }, () => sale())]);
  const versions = Array.from({ length: 20 }, (_, n) => later(row, { driverName: `Driver ${n}` }, n + 1));
  const mixed = versions.map((one, n) => [one, (n * 7) % 20] as const).toSorted((a, b) => a[1] - b[1]);
  /** Sends again while other orders are being imported, as senders should. */
  const sendOn = async (one: Row, actor: Actor): Promise<unknown> =>
    send([one], {}, actor).catch((error: unknown) => {
      if (error instanceof DomainError && error.code === 'import-running') return sendOn(one, actor);
      throw error;
    });
  await Promise.all(mixed.map(([one], n) => sendOn(one, n % 2 ? key : other)));
  expect((await getOrder(office(), { id: await readId(row) })).driver).toBe('Driver 19');
});

describe('the source of a key', () => {
  test("is added by its first push, under the key's name, and is recorded in its history", async () => {
    const name = `Twin ${serial}`;
    const [one, two] = [await makeKey(name), await makeKey(name)];
    await Promise.all([send([sale()], {}, one), send([sale()], {}, one), send([sale()], {}, two)]);
    expect((await listSources(office(), {})).items.map((source) => [source.kind, source.name])).toEqual([
      ['push', name],
      ['push', `${name} (2)`],
    ]);
    const source = await readSource(one);
    expect(source).toMatchObject({ owner: { _id: world.actor('office.admin').id }, problem: null, cron: null });
    const { items } = await listFeedRuns(office(), { id: source?._id ?? '' });
    expect(items).toMatchObject([
      { cause: 'push', state: 'done', readCount: 1, counts: { new: 1 } },
      { cause: 'push', state: 'done', readCount: 1, counts: { new: 1 } },
    ]);
  });

  test('decides what is accepted automatically and how rows of another format are read', async () => {
    await send([sale()]);
    const id = (await readSource(key))?._id ?? '';
    const mapping = {
      ...{ id: 'ref', serialNumber: 'no', shop: 'yard', model: 'shed', width: 'w', length: 'l' },
      ...{ basePrice: 'price', roofColor: 'roof' },
    };
    await updateSource(office(), { id, mapping, settings: { takesAtOnce: ['build'], timeField: 'at' } });
    const row = { ref: 'R-1', no: `R-${serial}`, yard: 'Ridge Line Barns', shed: 'Cabin', w: 12, l: 24, price: 5000 };
    const old = { ...row, roof: 'White', at: '2026-11-01 10:00' };
    expect(await states([old])).toEqual(['new']);
    const newer = { ...row, roof: 'Black', at: '2026-11-01 11:00' };
    expect(await states([newer])).toEqual(['applied']);
    expect(await states([{ ...old, roof: 'Green', at: '2026-11-01 10:30' }])).toEqual(['older']);
    expect(await world.db('orders').where({ external_id: 'R-1' }).pluck('roof_color')).toEqual(['Black']);
  });

  test('imports nothing while it is paused, and cannot be pulled, tested or changed to another kind', async () => {
    await send([sale()]);
    const id = (await readSource(key))?._id ?? '';
    await expect(pullSource(office(), { id })).rejects.toMatchObject({ code: 'source-is-pushed' });
    await expect(testSource(office(), { id })).rejects.toMatchObject({ code: 'source-unreadable' });
    const kind = { path: 'kind' };
    await expect(updateSource(office(), { id, kind: 'upload' })).rejects.toMatchObject({ details: { errors: [kind] } });
    await pauseSource(office(), { id });
    await expect(send([sale()])).rejects.toMatchObject({ code: 'source-paused' });
    expect((await getSource(office(), { id })).paused).toBe(true);
  });
});

describe('the limit of changes', () => {
  const ten = async () => {
    const rows = Array.from({ length: 10 }, () => sale());
    await send(rows);
    return rows;
  };
  const cancel = (row: Row) => later(row, { dateCancelled: '2026-11-10T12:00:00Z' });
  const finish = async (id: string) => {
    const { signal } = new AbortController();
    const task = { db: world.db, clock: { now: () => world.now }, logger: silent, outside, signal, lastAttempt: true };
    await runFeed(task, id, feedLimits);
    return getFeedRun(office(), { id });
  };

  test('makes a push wait that would cancel many orders, imports new orders, and continues when a user allows it', async () => {
    const rows = await ten();
    const canceled = rows.slice(0, 4).map(cancel);
    expect(await states([...canceled, sale()])).toEqual(['waiting', 'waiting', 'waiting', 'waiting', 'new']);
    expect(await world.db('orders').where({ status: 'New' }).count({ n: '*' })).toEqual([{ n: 11 }]);
    const source = await readSource(key);
    expect(source?.problem).toContain('4 of 10 open orders would be canceled');
    const [run] = (await listFeedRuns(office(), { id: source?._id ?? '' })).items.filter(
      ({ state }) => state === 'braked',
    );
    expect(run).toMatchObject({ cause: 'push', readCount: 4 });
    expect(await states([sale()])).toEqual(['new']); // a push without changes goes through, and what waits stays
    expect((await readSource(key))?.lastRun?.state).toBe('braked');
    world.now = new Date('2026-11-19T15:00:00Z');
    await releaseRun(office(), { id: run?._id ?? '' });
    await sweepFeeds({ db: world.db, clock: { now: () => world.now }, logger: silent });
    expect(await finish(run?._id ?? '')).toMatchObject({ state: 'done', counts: { proposed: 4 } });
    const open = (await listProposals(office(), { part: 'cancel' })).items;
    expect(open.map(({ order }) => order.serialNumber).toSorted()).toEqual(
      canceled.map(({ serialNumber }) => serialNumber).toSorted(),
    );
  });

  test('counts what was pushed one by one within an hour, in a single waiting run', async () => {
    const rows = await ten();
    const results: unknown[] = [];
    for (const row of rows.slice(0, 5)) results.push(...(await states([cancel(row)])));
    expect(results).toEqual(['held', 'held', 'waiting', 'waiting', 'waiting']);
    const { items } = await listFeedRuns(office(), { id: (await readSource(key))?._id ?? '' });
    const waiting = items.filter(({ state }) => state === 'braked');
    expect(waiting).toMatchObject([{ readCount: 3 }]);
    const notices = await world.db('notifications').where('msg', 'like', '%waiting for you%').count({ n: '*' });
    expect(notices).toEqual([{ n: 1 }]);
    await discardRun(office(), { id: waiting[0]?._id ?? '' });
    world.now = new Date('2026-11-18T16:30:00Z');
    expect(await states([cancel(rows[5] as Row)])).not.toEqual(['waiting']);
  });

  test('imports what waits only if nothing newer arrived in the meantime', async () => {
    const rows = await ten();
    await send(rows.slice(0, 4).map(cancel));
    world.now = new Date('2026-11-18T17:00:00Z');
    const first = rows[0] as Row;
    expect(await states([later(first, { driverName: 'Amos' }, 30)])).toEqual(['applied']);
    const { items } = await listFeedRuns(office(), { id: (await readSource(key))?._id ?? '' });
    const run = items.find(({ state }) => state === 'braked')?._id ?? '';
    await releaseRun(office(), { id: run });
    expect(await finish(run)).toMatchObject({ counts: { older: 1, proposed: 3 } });
  });
});

test('a preview reports what would happen and changes nothing', async () => {
  const row = sale();
  const preview = (rows: readonly unknown[]) => previewReceivedOrders(as(key), { orders: rows });
  expect(await preview([row])).toMatchObject({
    msg: 'Preview: 1 order received: 1 new.',
    import: null,
    rows: [{ order: null }],
  });
  expect(await readId(row)).toBe('');
  expect(await readSource(key)).toBeUndefined();
  await send([row]);
  expect(await preview([later(row, { buildingRoofColor: 'Black' })])).toMatchObject({ rows: [{ state: 'proposed' }] });
  expect((await listProposals(office(), {})).total).toBe(0);
});

test('options of uploads by users are refused, and users upload as before', async () => {
  await expect(send([sale()], { duplicates: 'replace' })).rejects.toThrow('with an API key');
  await expect(send([sale()], { decisions: { a: 'keep' } })).rejects.toThrow('with an API key');
  const row = sale();
  const upload = (rows: readonly unknown[]) => receiveOrders(office(), { orders: rows });
  const done = await upload([row]);
  expect(done.msg).toBe('Orders are Uploaded.');
  expect(Object.keys(done.rows[0] ?? {})).not.toContain('order');
  expect((await upload([later(row, { buildingRoofColor: 'Black' })])).rows).toMatchObject([{ state: 'exists' }]);
  expect(await readSource(key)).toBeUndefined();
});

test('a key without the scope is refused', async () => {
  const scopes = ['session.use', 'orders.read'] as const;
  await expect(send([sale()], {}, { ...key, id: newId(), scopes })).rejects.toMatchObject({
    code: 'permission-denied',
  });
});
