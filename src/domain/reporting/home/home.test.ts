import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { findWaitingApprovals } from '../../billing/approvals/queries.js';
import { createInvoice } from '../../billing/invoices/life/create.js';
import { inTransaction } from '../../kernel/service.js';
import { createComment } from '../../messaging/messages/service.js';
import { getDemand } from '../../purchasing/inventory/demand.js';
import { moveStock } from '../../stock/movements.js';
import { type ActorName, homeShop, otherShop, useWorld } from '../../testing/world.js';
import { runOrdersReport } from '../reports/orders/orders-report.js';
import type { OrdersReport } from '../reports/orders/orders-schema.js';
import { figureDays, formatAgeBand } from './rules.js';
import { KeyFigures, Needs, OpenWork } from './schema.js';
import { getKeyFigures, getOpenWork, listNeeds } from './service.js';

const world = useWorld();
/** The statuses that figures count. */
const live = ['New', 'InQueue', 'Building', 'Finished', 'On Hold', 'Invoiced'];
let homeId: string;
let otherId: string;

const setOrder = (id: string, change: object) => world.db('orders').where({ id }).update(change);
const daysAgo = (days: number) => new Date(world.now.getTime() - days * 86_400_000);

beforeAll(async () => {
  [homeId, otherId] = [await world.findShopId(homeShop), await world.findShopId(otherShop)];
  await world.createOrders(20);
  const orderDays = ['2026-11-18', '2026-11-02', '2026-10-18', '2026-10-19', '2026-10-03', '2026-09-20', '2026-08-27'];
  for (const [n, date_ordered] of orderDays.entries())
    for (const shop of [homeShop, otherShop]) {
      const id = await world.createPushedOrder(n % 2 ? 'Finished' : 'InQueue', shop);
      await setOrder(id, {
        date_ordered,
        grand_total_shop: 400_001 + n * 977,
        grand_total_company: 600_011 + n * 1013,
        profit_dollars_shop: 30_003 - n * 20_000,
        profit_dollars_company: 90_007 - n * 7_001,
        model_name: n % 2 ? 'Cottage' : 'Lofted Barn',
      });
    }
  const [unknown, canceledId] = [await world.createPushedOrder('InQueue'), await world.createPushedOrder('Canceled')];
  await setOrder(unknown, { date_ordered: '2026-11-05', cost_unknown: ['labor'] });
  await setOrder(canceledId, { date_ordered: '2026-11-05' });
});

const figures = async (who: ActorName, shop?: string) => {
  const answer = await getKeyFigures(world.ctx(who), shop ? { shop } : {});
  z.decode<z.ZodType>(who.startsWith('office') ? KeyFigures.office.strict() : KeyFigures.shop.strict(), answer);
  return answer;
};
const report = async (who: ActorName, { from, to }: { from: string; to: string }, shops: string[] = []) => {
  const filter = { dates: [from, to] as [string, string], buildingStages: live, orderDate: 'dateOrdered' as const };
  const { text } = await runOrdersReport(world.ctx(who), { ...filter, shops });
  return JSON.parse(text) as z.input<typeof OrdersReport.office>;
};

describe('key figures', () => {
  test('compare the days of this month so far with the same days of the previous month, and have weeks ending today', () => {
    const { month, before, weeks } = figureDays('2026-11-18');
    expect(month).toEqual({ from: '2026-11-01', to: '2026-11-18' });
    expect(before).toEqual({ from: '2026-10-01', to: '2026-10-18' });
    expect(weeks).toHaveLength(12);
    expect(weeks.at(-1)).toEqual({ from: '2026-11-12', to: '2026-11-18' });
    expect(weeks[0]).toEqual({ from: '2026-08-27', to: '2026-09-02' });
    expect(figureDays('2026-03-31').before).toEqual({ from: '2026-02-01', to: '2026-02-28' });
    expect(figureDays('2027-01-01').before).toEqual({ from: '2026-12-01', to: '2026-12-01' });
  });

  test.each([
    ['all shops', () => undefined],
    ['one shop', () => otherId],
  ])('of %s equal the report of gross profit to the cent', async (_, getShop) => {
    const shop = getShop();
    const homeFigures = await figures('office.user', shop);
    for (const [days, at] of [
      [homeFigures.month, 'now'],
      [homeFigures.before, 'before'],
    ] as const) {
      const { total, totals, leftOut } = await report('office.user', days, shop ? [shop] : []);
      expect(total).toBeGreaterThan(0);
      expect(homeFigures.orders[at]).toBe(total);
      expect(homeFigures.revenue[at]).toBe(totals.grandTotal.company);
      expect(homeFigures.profitPercent[at]).toBe(totals.profitPercent.company);
      if (at === 'now') expect(homeFigures.leftOut).toBe(leftOut);
    }
    for (const [n, week] of homeFigures.weeks.entries()) {
      const { total, totals } = await report('office.user', week, shop ? [shop] : []);
      expect([homeFigures.orders.weeks[n], homeFigures.revenue.weeks[n]]).toEqual([total, totals.grandTotal.company]);
      expect(homeFigures.profitPercent.weeks[n]).toBe(total === 0 ? null : totals.profitPercent.company);
    }
    const all = await report(
      'office.user',
      { from: homeFigures.weeks[0]!.from, to: homeFigures.month.to },
      shop ? [shop] : [],
    );
    expect(homeFigures.models.reduce((sum, { orders }) => sum + orders, 0)).toBe(all.total);
    for (const { model, revenue } of homeFigures.models) {
      const rows = all.rows.filter((row) => row.model === model);
      expect(revenue).toBeCloseTo(
        rows.reduce((sum, row) => sum + row.grandTotal.company, 0),
        2,
      );
    }
  });

  test('of a shop are its own totals, whatever shop it requests, and contain no company figure', async () => {
    const shopFigures = await figures('shop.user');
    const { total, totals } = await report('shop.user', shopFigures.month);
    expect([shopFigures.orders.now, shopFigures.revenue.now]).toEqual([total, totals.grandTotal.shop]);
    expect(shopFigures).not.toHaveProperty('profitPercent');
    expect(await figures('shop.user', otherId)).toEqual(shopFigures);
    const all = await report('shop.user', { from: shopFigures.weeks[0]!.from, to: shopFigures.month.to });
    for (const { model, revenue } of shopFigures.models)
      expect(revenue).toBeCloseTo(
        all.rows.filter((row) => row.model === model).reduce((sum, row) => sum + row.grandTotal.shop, 0),
        2,
      );
  });

  test('use the median days from order to finish of the orders finished in the period', async () => {
    await world
      .db('orders')
      .whereNotNull('date_finished')
      .update({ date_finished: '2026-01-05', date_ordered: '2026-01-01' });
    for (const [orderedOn, doneOn] of [
      ['2026-11-01', '2026-11-04'],
      ['2026-11-01', '2026-11-11'],
      ['2026-10-20', '2026-11-18'],
      ['2026-10-01', '2026-10-11'],
      ['2026-10-01', '2026-10-18'],
    ])
      await setOrder(await world.createFinishedOrder(), { date_ordered: orderedOn, date_finished: doneOn });
    const { daysToFinish } = await figures('office.user', homeId);
    expect(daysToFinish).toMatchObject({ now: 10, before: 13.5 });
    expect(daysToFinish.weeks.slice(-3)).toEqual([3, 10, 29]);
    expect(daysToFinish.weeks[0]).toBeNull();
    expect((await figures('other.shop')).daysToFinish.now).toBeNull();
  });

  test('are refused to a builder', async () => {
    await expect(figures('builder')).rejects.toMatchObject({ code: 'permission-denied' });
  });
});

describe('the to-do list', () => {
  const needs = async (who: ActorName, shop?: string) => {
    const answer = await listNeeds(world.ctx(who), shop ? { shop } : {});
    z.decode(Needs.strict(), answer);
    return Object.fromEntries(answer.items.map(({ kind, ...need }) => [kind, need]));
  };

  test('has the New orders held back, by the kinds of their open alerts, and those ready to push', async () => {
    const storedOrders = (await world.db('orders').where({ status: 'New' })) as {
      shop_id: string | null;
      open_alerts: number;
      alerts: { code: string; accepted: boolean }[];
    }[];
    const heldOrders = storedOrders.filter(({ open_alerts }) => open_alerts > 0);
    const office = await needs('office.user');
    expect(heldOrders.length).toBeGreaterThan(0);
    expect(office['held-back']?.count).toBe(heldOrders.length);
    expect(office['ready']?.count ?? 0).toBe(storedOrders.filter((row) => row.open_alerts === 0 && row.shop_id).length);
    const counts = new Map<string, number>();
    for (const { alerts } of heldOrders)
      for (const code of new Set(alerts.filter(({ accepted }) => !accepted).map((alert) => alert.code)))
        counts.set(code, (counts.get(code) ?? 0) + 1);
    expect(new Map(office['held-back']?.causes.map(({ code, orders }) => [code, orders]))).toEqual(counts);
    expect(office['held-back']?.causes.map(({ orders }) => orders)).toEqual([...counts.values()].sort((a, b) => b - a));
    expect(Object.keys(await needs('shop.user'))).not.toEqual(expect.arrayContaining(['held-back']));
  });

  test('has, for the office, the waiting invoices with the age of the oldest; for a shop, its denied ones', async () => {
    const order = await world.createFinishedOrder();
    await createInvoice(world.ctx('shop.user'), { order });
    await world
      .db('invoices')
      .where({ order_id: order })
      .update({ status_since: daysAgo(4.5) });
    const office = await needs('office.user');
    const { total } = await findWaitingApprovals(world.db, world.now, { sort: 'waitingSince', page: 1, size: 1 });
    expect(office['approvals']).toMatchObject({ count: total, oldestDays: 4 });
    expect((await needs('office.user', otherId))['approvals']).toBeUndefined();
    expect(await needs('shop.user')).not.toHaveProperty('approvals');
    await world.db('invoices').where({ order_id: order }).update({ status: 'Denied' });
    expect((await needs('shop.user'))['denied']).toMatchObject({ count: 1, oldestDays: 4 });
    expect(await needs('other.shop')).not.toHaveProperty('denied');
    expect(await needs('builder')).not.toHaveProperty('denied');
  });

  test('has the orders on hold for over a week: of all shops for the office, only its own for a shop', async () => {
    for (const [shop, days] of [
      [homeShop, 7.5],
      [homeShop, 6.9],
      [otherShop, 20],
    ] as const)
      await setOrder(await world.createPushedOrder('On Hold', shop), { status_since: daysAgo(days) });
    expect((await needs('office.user'))['holds']).toMatchObject({ count: 2, oldestDays: 20 });
    expect((await needs('office.user', homeId))['holds']).toMatchObject({ count: 1, oldestDays: 7 });
    expect((await needs('builder'))['holds']).toMatchObject({ count: 1, oldestDays: 7 });
    expect((await needs('shop.user', otherId))['holds']).toMatchObject({ count: 1, oldestDays: 7 });
  });

  test('has the open orders past their planned delivery day, by status; not those delivered', async () => {
    const orderFor = async (status: 'Building' | 'InQueue' | 'Invoiced', planned: number, change: object = {}) =>
      setOrder(await world.createPushedOrder(status, otherShop), { delivery_scheduled: daysAgo(planned), ...change });
    await orderFor('Building', 2);
    await orderFor('Building', 9);
    await orderFor('InQueue', 3);
    await orderFor('InQueue', -1);
    await orderFor('Building', 5, { date_delivered: daysAgo(4) });
    await orderFor('Invoiced', 5);
    const late = {
      count: 3,
      causes: [
        { code: 'Building', orders: 2 },
        { code: 'InQueue', orders: 1 },
      ],
    };
    expect((await needs('office.user', otherId))['late']).toMatchObject(late);
    expect((await needs('other.shop'))['late']).toMatchObject(late);
    expect(await needs('shop.user')).not.toHaveProperty('late');
    await world.db('orders').update({ delivery_scheduled: null });
  });

  test("has the messages that the user's side has not read", async () => {
    await createComment(world.ctx('shop.user'), { content: 'Which door?' });
    await createComment(world.ctx('other.shop'), { content: 'Which window?' });
    expect((await needs('office.user'))['messages']?.count).toBe(2);
    expect((await needs('office.user', homeId))['messages']?.count).toBe(1);
    expect(await needs('shop.user')).not.toHaveProperty('messages');
  });

  test('has the items a shop should order: below an order point even with what is on order, as demand suggests', async () => {
    const [low = '', onOrder = '', enough = ''] = (await world
      .db('items')
      .orderBy('id')
      .limit(3)
      .pluck('id')) as string[];
    const shop = world.ctx('shop.admin');
    const move = (item: string, moves: object) =>
      inTransaction(shop, (tx) => moveStock(tx, homeId, { why: 'test' }, [{ item, ...moves }]), false);
    await move(low, { current: 2 });
    await move(onOrder, { current: 2, onOrder: 5 });
    await move(enough, { current: 9 });
    await world
      .db('shop_item_values')
      .whereIn('item_id', [low, onOrder, enough])
      .where({ shop_id: homeId })
      .update({ order_point_warning: 7, order_point_critical: 3 });
    expect((await needs('shop.user'))['low-stock']?.count).toBe(1);
    const demand = await getDemand(shop, { id: homeId });
    expect(demand.items.find(({ _id }) => _id === low)?.suggested).toBeGreaterThan(0);
    expect(await needs('other.shop')).not.toHaveProperty('low-stock');
    expect(await needs('builder')).not.toHaveProperty('low-stock');
    expect(await needs('office.user')).not.toHaveProperty('low-stock');
  });

  test('is empty when nothing waits; a shop that does not exist is not found', async () => {
    await world.db('comments').delete();
    expect(await needs('other.shop')).toEqual({ holds: { count: 1, oldestDays: 20, causes: [] } });
    await world.db('orders').where({ status: 'On Hold' }).update({ status_since: world.now });
    expect(await needs('other.shop')).toEqual({});
    await expect(needs('office.user', homeId.replace(/.{12}$/, '000000000000'))).rejects.toMatchObject({
      code: 'not-found',
    });
  });
});

describe('open work', () => {
  const openStatuses = ['InQueue', 'Building', 'Finished', 'On Hold'];

  test.each(['office.user', 'shop.user', 'other.shop', 'builder'] as const)(
    'of %s equals a recount by shop and age',
    async (who) => {
      const answer = await getOpenWork(world.ctx(who), {});
      z.decode(OpenWork.strict(), answer);
      const scope = world.actor(who).shopId;
      const storedOrders = (await world
        .db('orders')
        .whereIn('status', openStatuses)
        .where(scope ? { shop_id: scope } : {})) as { shop_id: string; status: string; date_ordered: string }[];
      const sum = (counts: object) => Object.values(counts).reduce((total: number, n: number) => total + n, 0);
      expect(answer.shops.reduce((total, { counts }) => total + sum(counts), 0)).toBe(storedOrders.length);
      for (const { shop, counts } of answer.shops)
        for (const [status, n] of Object.entries(counts))
          expect(n).toBe(storedOrders.filter((row) => row.shop_id === shop._id && row.status === status).length);
      expect(answer.ages.reduce((total, counts) => total + sum(counts), 0)).toBe(storedOrders.length);
      const today = Date.parse('2026-11-18');
      const weeks = (day: string) => Math.floor((today - Date.parse(day)) / 604_800_000);
      expect(sum(answer.ages[0]!)).toBe(storedOrders.filter(({ date_ordered }) => weeks(date_ordered) < 1).length);
      expect(sum(answer.ages[4]!)).toBe(
        storedOrders.filter(({ date_ordered }) => [4, 5].includes(weeks(date_ordered))).length,
      );
      expect(sum(answer.ages[7]!)).toBe(storedOrders.filter(({ date_ordered }) => weeks(date_ordered) >= 12).length);
    },
  );

  test('names its age bands', () => {
    expect([0, 1, 2, 4, 7].map(formatAgeBand)).toEqual([
      'Under 1 week',
      '1 week',
      '2 weeks',
      '4 to 5 weeks',
      '12 weeks or more',
    ]);
  });
});
