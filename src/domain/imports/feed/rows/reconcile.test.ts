import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import type { z } from 'zod';
import { importOrders } from '../../order-files/service.js';
import { newId } from '../../../kernel/ids.js';
import { Pace } from '../../../kernel/pace.js';
import { inTransaction } from '../../../kernel/service.js';
import { listReconciledOrders } from '../../../reporting/reconciliation/list-orders.js';
import { reconcileSources } from '../../../reporting/reconciliation/report.js';
import { figures, type Reconciliation } from '../../../reporting/reconciliation/schema.js';
import { listReportRows } from '../../../reporting/reports/rows.js';
import { homeShop, otherShop, useWorld } from '../../../testing/world.js';
import { markGone, recordRows } from './records.js';
import { takeRows } from './take-rows.js';
import { readSampleRows } from '../testing/feed-rows.js';

type Row = Record<string, unknown>;
type Answer = z.input<typeof Reconciliation>;
type ReportInput = Parameters<typeof reconcileSources>[1];

const [sample = {}] = readSampleRows();
const world = useWorld();
const office = () => world.ctx('office.admin');
let serial = 0;
let sourceId: string;

async function makeSource(name: string): Promise<string> {
  const id = newId();
  const fixed = { kind: 'rest', address: 'https://feed.example.com', settings: '{}', overlap_minutes: 0 };
  await world.db('feed_sources').insert({ id, name, ...fixed, time_zone: 'America/Chicago' });
  return id;
}

beforeEach(async () => {
  world.now = new Date('2026-11-18T15:00:00Z');
  await world.db('orders').delete();
  await world.db('feed_sources').delete();
  sourceId = await makeSource('Sales system');
});

/** A sale of $1,000.00 by the home shop, ordered on November 10. */
const sale = (change: Row = {}): Row => {
  serial += 1;
  const money = { subTotalDollarAmount: '1000.00', totalAmountDollarAmount: '1000.00', totalTaxDollarAmount: '0.00' };
  return {
    ...{
      ...sample,
      ...money,
      id: `R${serial}`,
      serialNumber: `R-${String(serial).padStart(5, '0')}`,
      shopName: homeShop,
    },
    ...{ buildingAddons: [], buildingCustomAddons: [], subTotalAdjustmentDollarAmount: '0.00' },
    ...{ dateOrdered: '2026-11-10T12:00:00-06:00', dateCancelled: null, timestamp: '2026-11-10T18:00:00Z' },
    ...change,
  };
};
const later = (row: Row, change: Row): Row => ({
  ...{ ...row, timestamp: new Date(Date.parse(String(row['timestamp'])) + 60_000).toISOString() },
  ...change,
});
const costs = (dollars: string): Row => ({ subTotalDollarAmount: dollars, totalAmountDollarAmount: dollars });

/** Imports rows like a run of a source; with a full run, the source has no others. */
async function send(rows: readonly Row[], { full = false, source = sourceId } = {}): Promise<void> {
  const runId = newId();
  await inTransaction(
    office(),
    async (tx) => {
      const rules = { source: 'Sales system', takesAtOnce: ['facts'] as const };
      const intake = await takeRows(tx, { rows, ...rules }, new Pace(undefined));
      const staged = rows.map((row) => ({
        ...{ externalId: String(row['id']), rowTime: String(row['timestamp']), content: row },
      }));
      await recordRows(tx, { source: { id: source, mapping: null }, runId, staged, taken: intake });
      if (full) await markGone(tx.db, source, runId);
    },
    false,
  );
}

const read = async (input: ReportInput = {}): Promise<Answer> =>
  JSON.parse((await reconcileSources(office(), input)).text) as Answer;
/** The sums of the figures of all rows: counts and dollars. */
const sums = async (input?: ReportInput) => {
  const { totals } = await read(input);
  return Object.fromEntries(figures.map((name) => [name, [totals[name].count, totals[name].amount]]));
};
const readOrder = (row: Row) => world.db('orders').where({ external_id: row['id'] });
const list = async (figure: (typeof figures)[number], more: object = {}) =>
  (await listReconciledOrders(office(), { figure, ...more })).items;
const why = async (figure: (typeof figures)[number]) => (await list(figure)).map((one) => one.why);
const NONE = [0, 0];

test('nothing differs if both sides agree, by day, source and shop', async () => {
  const rows = [sale(), sale(costs('250.10')), sale({ shopName: otherShop }), sale({ dateOrdered: '2026-11-11' })];
  await send(rows);
  const answer = await read();
  expect(
    answer.rows.map(({ day, source, shop, theirs, ours }) => [day, source?.name, shop?.name, theirs, ours]),
  ).toEqual(
    [
      ['2026-11-11', homeShop, 1000, 1],
      ['2026-11-10', otherShop, 1000, 1],
      ['2026-11-10', homeShop, 1250.1, 2],
    ].map(([day, shop, amount, count]) => [day, 'Sales system', shop, { count, amount }, { count, amount }]),
  );
  expect(await sums()).toEqual({
    ...{ theirs: [4, 3250.1], ours: [4, 3250.1], missingHere: NONE, missingThere: NONE, differing: NONE },
  });
  expect((await read({ onlyDiffering: true })).rows).toEqual([]);
  expect(answer.range).toMatchObject({ from: '2026-10-19', to: '2026-11-18' });
});

test('a sale that is not here is missing here: refused, deleted, or of an unknown shop', async () => {
  const broken = sale({ buildingModelName: null, shopName: 'Faraway Sheds' });
  const deleted = sale(costs('20.00'));
  await send([broken, deleted]);
  await readOrder(deleted).delete();
  expect(await sums()).toEqual({
    ...{ theirs: [2, 1020], ours: NONE, missingHere: [2, 1020], missingThere: NONE, differing: NONE },
  });
  const shops = (await read()).rows.map(({ shop, missingHere }) => [shop, missingHere.amount]);
  expect(shops).toEqual([
    [{ _id: null, name: 'Faraway Sheds' }, 1000],
    [{ _id: await world.findShopId(homeShop), name: homeShop }, 20],
  ]);
  expect(await list('missingHere')).toMatchObject([
    { serialNumber: broken['serialNumber'], order: null, theirs: 1000, why: 'Not here: buildingModelName is missing.' },
    { serialNumber: deleted['serialNumber'], order: null, theirs: 20, ours: null, why: 'Not here.' },
  ]);
  await send([later(broken, { buildingModelName: sample['buildingModelName'], shopName: null })]);
  expect((await sums())['missingHere']).toEqual([1, 20]);
  expect((await read()).rows.map(({ shop }) => shop?.name)).toContain(undefined);
});

test('an order that the source no longer has, or never had, is missing there', async () => {
  const [present, gone, canceled] = [sale(), sale(costs('30.00')), sale()];
  await send([present, gone, canceled]);
  await readOrder(canceled).update({ status: 'Canceled' });
  const never = sale(costs('7.00'));
  await world.createOrders([never]);
  await send([present], { full: true });
  expect(await sums()).toEqual({
    ...{ theirs: [1, 1000], ours: [3, 1037], missingHere: NONE, missingThere: [2, 37], differing: NONE },
  });
  expect(await list('missingThere')).toMatchObject([
    { source: { name: 'Sales system' }, ours: 30, theirs: null, why: 'The source no longer has it.' },
    { source: null, ours: 7, theirs: null, why: 'No source has it.' },
  ]);
  await send([present, gone, canceled, never], { full: true });
  expect((await sums())['missingThere']).toEqual(NONE);
});

test('an order that is here twice counts once for them and twice for us', async () => {
  const row = sale();
  await send([row]);
  await importOrders(office(), { orders: [row], duplicates: 'keep' });
  expect(await sums()).toMatchObject({ theirs: [1, 1000], ours: [2, 2000], missingThere: [1, 1000] });
  expect(await list('missingThere')).toMatchObject([
    { source: { name: 'Sales system' }, ours: 1000, theirs: null, why: 'Another order here has the same ID.' },
  ]);
});

test('an amount that differs by a cent, a waiting change, and a sale canceled on one side differ; canceled on both sides it counts on neither', async () => {
  const [money, waiting, there, here, both] = [sale(), sale(), sale(), sale(), sale()];
  await send([money, waiting, there, here, both]);
  await readOrder(money).update({ adjustment_company: 1 });
  for (const row of [here, both]) await readOrder(row).update({ status: 'Canceled' });
  const canceled = { dateCancelled: '2026-11-12T09:00:00-06:00' };
  await send([
    later(waiting, { buildingWidth: 10, buildingSize: null }),
    later(there, canceled),
    later(both, canceled),
  ]);
  expect(await sums()).toEqual({
    ...{ theirs: [3, 3000], ours: [3, 3000.01], missingHere: NONE, missingThere: NONE, differing: [4, -0.01] },
  });
  expect((await why('differing')).toSorted()).toEqual([
    '$0.01 less there.',
    'A change waits for a decision.',
    'Canceled here only.',
    'Canceled in the source only.',
  ]);
  expect((await list('theirs')).length).toBe(3);
});

test("a day is a day in the company's time zone, at both of its ends", async () => {
  const [late, early] = [
    sale({ dateOrdered: '2026-11-10T23:59:59-06:00' }),
    sale({ dateOrdered: '2026-11-11T06:00:00Z', buildingModelName: null }),
  ];
  await world.db('companies').update({ time_zone: 'America/Chicago' });
  await send([late, early]);
  expect((await read()).rows.map(({ day, theirs }) => [day, theirs.count])).toEqual([
    ['2026-11-11', 1],
    ['2026-11-10', 1],
  ]);
  expect((await read({ dates: ['2026-11-10', '2026-11-10'] })).totals).toMatchObject({
    ...{ theirs: { count: 1 }, ours: { count: 1 }, missingHere: { count: 0 } },
  });
});

test('an older row does not change what is recorded; a newer one does', async () => {
  const row = sale();
  const newer = later(row, costs('900.00'));
  await send([newer]);
  await send([row]);
  expect((await sums())['theirs']).toEqual([1, 900]);
});

test('it is filtered by source and shop, and every figure lists its orders', async () => {
  const other = await makeSource('Other system');
  await send([sale(), sale({ shopName: otherShop })]);
  await send([sale(costs('5.00')), sale({ buildingModelName: null, shopName: ` ${homeShop.toLowerCase()}` })], {
    source: other,
  });
  const home = await world.findShopId(homeShop);
  expect((await sums({ sources: [other] }))['theirs']).toEqual([2, 1005]);
  expect((await sums({ shops: [home] }))['theirs']).toEqual([3, 2005]);
  const { rows } = await read({ shops: [home] });
  for (const row of rows)
    for (const figure of figures) {
      const { items, total } = await listReconciledOrders(office(), { figure, row: row._id, size: 1 });
      expect([total, items.length]).toEqual([row[figure].count, Math.min(1, row[figure].count)]);
    }
  const { totals, count } = await listReportRows(office(), { name: 'reconciliation', filter: {}, most: 10 });
  expect(totals[0]).toEqual({ label: 'Theirs', value: expect.stringMatching(/^4\b.*3,005\.00/) });
  expect(count).toBe(4 - 1);
});

test('without a source there is nothing to compare; shops never see it', async () => {
  await send([sale()]);
  await world.db('feed_sources').delete();
  expect(await read()).toMatchObject({ sources: 0, total: 0, rows: [] });
  for (const name of ['shop.admin', 'shop.user', 'builder'] as const)
    await expect(reconcileSources(world.ctx(name), {})).rejects.toMatchObject({ code: 'permission-denied' });
});

interface Fate {
  readonly there: 'same' | 'money' | 'canceled' | 'gone';
  readonly here: 'same' | 'money' | 'canceled' | 'deleted' | 'broken';
  readonly cents: number;
  readonly day: number;
  readonly home: boolean;
}

test('counts and money equal an independent sum to the cent, after any changes on both sides', async () => {
  const fate = fc.record<Fate>({
    there: fc.constantFrom('same', 'money', 'canceled', 'gone'),
    here: fc.constantFrom('same', 'money', 'canceled', 'deleted', 'broken'),
    cents: fc.integer({ min: 1, max: 5_000_000 }),
    day: fc.integer({ min: 1, max: 3 }),
    home: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(fate, { minLength: 1, maxLength: 12 }), async (fates) => {
      await world.db('orders').delete();
      await world.db('feed_records').delete();
      const rows = fates.map(({ cents, day, home, here }) =>
        sale({
          ...costs((cents / 100).toFixed(2)),
          ...{ dateOrdered: `2026-11-0${day}`, shopName: home ? homeShop : otherShop },
          ...(here === 'broken' && { buildingModelName: null }),
        }),
      );
      await send(rows);
      for (const [n, { here }] of fates.entries()) {
        const order = readOrder(rows[n] ?? {});
        if (here === 'money') await order.update({ adjustment_company: 123 });
        if (here === 'canceled') await order.update({ status: 'Canceled' });
        if (here === 'deleted') await order.delete();
      }
      const runId = newId();
      const left = fates.flatMap(({ there }, n) => (there === 'gone' ? [] : [{ there, row: rows[n] ?? {} }]));
      const now = left.map(({ there, row }) =>
        there === 'money'
          ? later(row, costs((Number(row['subTotalDollarAmount']) + 0.01).toFixed(2)))
          : there === 'canceled'
            ? later(row, { dateCancelled: '2026-11-12' })
            : row,
      );
      await inTransaction(
        office(),
        async (tx) => {
          // what the source sends is recorded, but not imported
          const staged = now.map((row) => ({
            ...{ externalId: String(row['id']), rowTime: String(row['timestamp']), content: row },
          }));
          const taken = { refusedRows: [], orders: new Map(), orderIds: new Map() };
          await recordRows(tx, { source: { id: sourceId, mapping: null }, runId, staged, taken });
          await markGone(tx.db, sourceId, runId);
        },
        false,
      );
      const expected = new Map<string, number[]>();
      for (const { there, here, cents, day, home } of fates) {
        const isThere = there === 'same' || there === 'money';
        const exists = here !== 'deleted' && here !== 'broken';
        const isHere = exists && here !== 'canceled';
        const theirs = isThere ? cents + (there === 'money' ? 1 : 0) : 0;
        const ours = isHere ? cents + (here === 'money' ? 123 : 0) : 0;
        const differs = exists && there !== 'gone' && (isThere !== isHere || (isThere && theirs !== ours));
        const found = [
          ...[isThere, theirs, isHere, ours, isThere && !exists, theirs, isHere && there === 'gone', ours],
          ...[differs, theirs - ours],
        ];
        if (!isThere && !isHere) continue;
        const key = `2026-11-0${day} ${home ? homeShop : otherShop}`;
        const sum = expected.get(key) ?? Array.from({ length: 10 }, () => 0);
        expected.set(
          key,
          sum.map((one, n) => one + (found[n - (n % 2)] ? Number(found[n]) : 0)),
        );
      }
      const { rows: answered, totals } = await read();
      const cells = (row: Answer['totals']) => figures.flatMap((f) => [row[f].count, Math.round(row[f].amount * 100)]);
      expect(Object.fromEntries(answered.map((row) => [`${row.day} ${row.shop?.name}`, cells(row)]))).toEqual(
        Object.fromEntries(expected),
      );
      const [, theirs = 0, , ours = 0, , here = 0, , there = 0, , differing = 0] = cells(totals);
      expect(theirs - ours).toBe(here - there + differing);
    }),
    { numRuns: 12 },
  );
});
