import { expect } from 'vitest';
import type { FeedRow } from '../../imports/feed/testing/feed-server.js';
import { brokenInvariants } from '../../operations/doctor/invariants.js';
import { reconcileSources } from '../../reporting/reconciliation/report.js';
import type { World } from '../world.js';
import type { SimulatedDays } from './simulate.js';

interface StoredOrder {
  readonly id: string;
  readonly status: string;
  readonly total: number;
  /**
   * The differences that could not be accepted because the order is finished or canceled. They wait, or were
   * declined.
   */
  readonly left: readonly string[];
  readonly [field: string]: unknown;
}

const day = (value: unknown): unknown => (typeof value === 'string' ? value.slice(0, 10) : value);
const identity = (value: unknown): unknown => value;
const toCents = (dollars: unknown): number => Math.round(Number(dollars) * 100);
const asNumber = (value: unknown): number => Number(value);

/** What an order has from its row: the key of a difference, our column, and the row's field. */
const fields: readonly [key: string, ours: string, theirs: string, read: (value: unknown) => unknown][] = [
  ['serialNumber', 'serial_number', 'serialNumber', identity],
  ['orderNumber', 'order_number', 'orderNumber', identity],
  ['customer', 'customer', 'customerName', identity],
  ['phone', 'customer_phone', 'customerPhonePrimary', identity],
  ['driver', 'driver', 'driverName', identity],
  ['deliveryScheduled', 'delivery_scheduled', 'dateScheduledForDelivery', day],
  ['balance', 'balance', 'balanceDollarAmount', toCents],
  ['status', 'sale_status', 'status', identity],
  ['roofColor', 'roof_color', 'buildingRoofColor', identity],
  ['sidingColor', 'siding_color', 'buildingSidingColor', identity],
  ['size', 'width', 'buildingWidth', asNumber],
  ['size', 'length', 'buildingLength', asNumber],
];
const pricedFields: ReadonlySet<string> = new Set(['basePrice', 'adjustment', 'size']);

/**
 * Expects that nothing was lost, duplicated or overlooked in the simulated days, and that another pull changes
 * nothing.
 */
export async function expectSoundDays(world: World, days: SimulatedDays): Promise<void> {
  const { desk, ended } = days;
  try {
    expect(days.builtUnseen).toEqual([]);
    expect(days.untold).toEqual([]);
    expect(ended['done']).toBeGreaterThan(0);
    const storedOrders = await readStored(world);
    const ids = storedOrders.map((order) => String(order['external_id']));
    expect(new Set(ids).size).toBe(ids.length);
    const sentRows = [...desk.rows.values()];
    const standing = sentRows.filter(({ dateCancelled }) => dateCancelled === null).map(({ id }) => String(id));
    expect(standing.filter((id) => !ids.includes(id))).toEqual([]);
    expect(ids.filter((id) => !desk.rows.has(id) && !desk.deleted.has(id))).toEqual([]);
    expect(storedOrders.flatMap((order) => listFaults(order, desk.rows.get(String(order['external_id']))))).toEqual([]);
    await expectMoney(world, days, storedOrders);
    expect(await brokenInvariants(world.db)).toEqual([]);
    const before = await readDigest(world);
    const again = await days.pullAll();
    expect(again).toMatchObject({ state: 'done', counts: { new: 0, applied: 0, proposed: 0, held: 0, refused: 0 } });
    expect(await readDigest(world)).toEqual(before);
  } finally {
    await days.stop();
  }
}

async function readStored({ db }: World): Promise<StoredOrder[]> {
  const { rows } = (await db.raw(
    `select o.*, o.grand_total_order + o.adjustment_company as total, array(select d ->> 'key'
        from order_proposals p cross join jsonb_array_elements(p.differences) d
        where p.order_id = o.id and (p.state = 'open' or p.state = 'accepted' and d ->> 'key' <> all (p.taken))) as "left"
      from orders o where o.external_id is not null order by o.external_id`,
  )) as { rows: StoredOrder[] };
  return rows;
}

/** Where an order differs from its last row, except for what could not be accepted because the order is over. */
function listFaults(order: StoredOrder, row: FeedRow | undefined): string[] {
  if (!row) return []; // it was deleted there
  const name = String(row['id']);
  const isOver = order.status === 'Finished' || order.status === 'Canceled';
  const isLeft = (key: string) => isOver && order.left.includes(key);
  const differing = fields.filter(
    ([key, ours, theirs, readValue]) => !isLeft(key) && order[ours] !== readValue(row[theirs]),
  );
  const isMoneyLeft = isOver && order.left.some((key) => pricedFields.has(key) || key.includes(':'));
  return [
    ...differing.map(
      ([key, ours, theirs]) =>
        `${name} (${order.status}): ${key} is ${String(order[ours])}, not ${String(row[theirs])}`,
    ),
    ...(isMoneyLeft || order.total === toCents(row['subTotalDollarAmount'])
      ? []
      : [`${name} (${order.status}): total is ${order.total}, not ${String(row['subTotalDollarAmount'])}`]),
    ...(row['dateCancelled'] === null ||
    ['Canceled', 'On Hold'].includes(order.status) ||
    order.left.includes('canceled')
      ? []
      : [`${name} is ${order.status} although its sale is canceled`]),
  ];
}

/** Expects that the sums of the reconciliation equal those of the rows and of the orders, added up here. */
async function expectMoney(world: World, { desk }: SimulatedDays, storedOrders: readonly StoredOrder[]): Promise<void> {
  const sum = (cents: readonly number[]) => cents.reduce((total, one) => total + one, 0);
  const theirs = [...desk.rows.values()].filter(({ dateCancelled }) => dateCancelled === null);
  const ours = storedOrders.filter(({ status }) => status !== 'Canceled');
  const range = { dates: ['2026-01-01', '2026-12-31'] as [string, string] };
  const answer = JSON.parse((await reconcileSources(world.ctx('office.admin'), range)).text) as {
    totals: Record<'theirs' | 'ours' | 'missingHere' | 'missingThere' | 'differing', { count: number; amount: number }>;
  };
  const { totals } = answer;
  const amount = (name: keyof typeof totals) => toCents(totals[name].amount);
  expect([totals.theirs.count, amount('theirs')]).toEqual([
    theirs.length,
    sum(theirs.map((row) => toCents(row['subTotalDollarAmount']))),
  ]);
  expect([totals.ours.count, amount('ours')]).toEqual([ours.length, sum(ours.map(({ total }) => total))]);
  expect(amount('theirs') - amount('ours')).toBe(amount('missingHere') - amount('missingThere') + amount('differing'));
}

/** The content of business tables as text to compare, without the times when records were seen. */
async function readDigest({ db }: World): Promise<unknown> {
  const tables = ['orders', 'order_lines', 'order_sources', 'order_proposals', 'notifications', 'comments', 'imports'];
  const parts = tables.map(
    (name) => `(select md5(coalesce(string_agg(t::text, '' order by t::text), '')) from ${name} t) as ${name}`,
  );
  const { rows } = (await db.raw(`select ${parts.join(', ')}`)) as { rows: unknown[] };
  return rows[0];
}
