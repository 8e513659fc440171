import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { getAddOnGroup } from '../../../pricing/uses/top-orders.js';
import { toColumn, getHeaders, toLines, readSheetCells } from '../../../testing/table-files.js';
import { homeShop, otherShop, useWorld } from '../../../testing/world.js';
import { downloadReport } from '../file.js';
import { companyDefaults } from './rules.js';
import { TopOrders, type TopOrdersFilter } from './schema.js';
import { runTopOrders } from './service.js';

const world = useWorld();
type Filter = Partial<z.input<typeof TopOrdersFilter>>;
type Office = z.input<typeof TopOrders.office>;
type ShopAnswer = z.input<typeof TopOrders.shop>;

const office = async (filter: Filter = {}) => runTopOrders(world.ctx('office.user'), filter as never);
const runForShop = async (filter: Filter = {}) =>
  (await runTopOrders(world.ctx('shop.user'), filter as never)) as unknown as ShopAnswer;

interface StoredOrder {
  readonly id: string;
  readonly model_id: string | null;
  readonly model_name: string;
  readonly shed_id: string | null;
  readonly width: number;
  readonly length: number;
  readonly sqft: number;
  readonly [figure: `${string}_standard` | `${string}_shop` | `${string}_company`]: number;
  readonly haul: number;
  readonly escort: number;
}
interface Line {
  readonly order_id: string;
  readonly name: string;
  readonly mode: string | null;
  readonly type: string;
  readonly discount: boolean;
  readonly quantity: number;
  readonly retail_price: number;
  readonly extended_price: number | null;
  readonly total_sale_price_company: number;
  readonly total_sale_price_shop: number;
}

/** The tests' Wednesday is in November, so the last quarter is July to September. */
beforeAll(async () => {
  const ids = await world.createOrders(58);
  const shops = [await world.findShopId(homeShop), await world.findShopId(otherShop)];
  for (const [n, id] of ids.entries()) {
    const day = n % 9 === 8 ? '2026-10-01' : n % 2 ? '2026-07-01' : '2026-09-30';
    await world
      .db('orders')
      .where({ id })
      .update({ alerts: '[]', shop_id: shops[n % 2], date_ordered: day, profit_dollars_shop: n * 1_000_00 });
    const status =
      n % 11 === 10 ? 'Canceled' : n % 7 === 6 ? 'New' : (['InQueue', 'Finished', 'On Hold'] as const)[n % 3];
    await world.db('orders').where({ id }).update({ status });
  }
});

async function readSelected(where = 'true'): Promise<{ orders: StoredOrder[]; lines: Line[] }> {
  const orders = (await world
    .db('orders')
    .whereRaw(
      `cost_known and status not in ('New', 'Canceled') and date_ordered between '2026-07-01' and '2026-09-30' and ${where}`,
    )
    .select('*')) as StoredOrder[];
  const ids = orders.map(({ id }) => id);
  return { orders, lines: (await world.db('order_lines').whereIn('order_id', ids).select('*')) as Line[] };
}

const getKey = (order: StoredOrder) => `${order.model_id ?? order.model_name}|${order.width}|${order.length}`;
const paysShop = ({ mode }: Line) =>
  !['passThrough', 'dealerSpecific', 'companySpecific', 'companyDealerSplit'].includes(mode ?? '');
const total = <T>(items: readonly T[], of: (item: T) => number) => items.reduce((sum, item) => sum + of(item), 0);

function groupOrders(orders: readonly StoredOrder[]): Map<string, StoredOrder[]> {
  const groups = new Map<string, StoredOrder[]>();
  for (const order of orders) groups.set(getKey(order), [...(groups.get(getKey(order)) ?? []), order]);
  return groups;
}

describe('POST /api/orders/top/report for the company', () => {
  let answer: Office;
  beforeAll(async () => {
    answer = await office();
  });

  test('covers the last quarter and every status but New and Canceled, with the settings as inputs', async () => {
    const { orders } = await readSelected();
    expect(answer.range).toMatchObject({ from: '2026-07-01', to: '2026-09-30' });
    expect(answer.count).toBe(orders.length);
    expect(orders.length).toBeGreaterThan(30);
    const [settings] = (await world.db('companies').select('*')) as Record<string, number>[];
    expect(answer.inputs).toEqual({
      ...companyDefaults,
      dealerCommission: settings?.['dealer_commission_percent'],
      salesRepCommission: settings?.['sales_rep_commission_percent'],
      companyOverhead: settings?.['overhead_percent_company'],
      desiredGp: 15,
    });
  });

  test('sums equal a separate count of the stored orders and lines', async () => {
    const { orders, lines } = await readSelected();
    const groups = groupOrders(orders);
    expect(answer.rows).toHaveLength(groups.size);
    for (const row of answer.rows) {
      const key = `${row.shed.model._id ?? row.shed.model.name}|${row.shed.width}|${row.shed.length}`;
      const mine = groups.get(key) ?? [];
      const sum = (...columns: (keyof StoredOrder)[]) =>
        total(mine, (order) => total(columns, (column) => order[column] as number)) / 100;
      const soldLines = lines.filter((line) => paysShop(line) && mine.some(({ id }) => id === line.order_id));
      expect(row).toMatchObject({
        count: mine.length,
        baseRetailTotal: sum('base_price_company'),
        totalStandardShedExpense: sum('shed_total_cost_standard'),
        totalStandardAddOnCost: sum('add_ons_total_cost_standard', 'custom_add_ons_total_cost_standard'),
        totalShopShedExpense: sum('shed_total_cost_shop'),
        totalShopStandardAddOnCost: sum('add_ons_total_cost_shop', 'custom_add_ons_total_cost_shop'),
        haulTotal: sum('haul'),
        escortTotal: sum('escort'),
        addOnRetailTotal: total(soldLines, (line) => line.total_sale_price_company) / 100,
      });
      for (const [name, { retailPrice, quantity }] of Object.entries(row.addonShopPercentages)) {
        const namedLines = soldLines.filter((line) => line.name === name);
        expect([retailPrice, quantity]).toEqual([
          total(namedLines, (line) => line.total_sale_price_company) / 100,
          total(namedLines, (line) => line.quantity),
        ]);
      }
      expect(new Set(Object.keys(row.addonShopPercentages))).toEqual(new Set(soldLines.map(({ name }) => name)));
      const windows = soldLines.filter(({ name }) => getAddOnGroup(name) === 'window');
      expect(row.addOnRetail.window).toBe(total(windows, (line) => line.total_sale_price_company) / 100);
    }
  });

  test('its total is the sum of its rows, which are sorted by gross profit', () => {
    for (const field of ['revenue', 'overhead', 'cost', 'gp', 'retail', 'companyGp'] as const)
      expect(answer.totals[field]).toBeCloseTo(
        total(answer.rows, ({ figures }) => figures[field]),
        6,
      );
    const profits = answer.rows.map(({ figures }) => figures.gp);
    expect(profits).toEqual([...profits].sort((a, b) => b - a));
    expect(answer.optimizer.map(({ group, curve }) => [group, curve.length])).toEqual([
      ['small', 401],
      ['large', 401],
    ]);
  });

  test('calculates with the given percents', async () => {
    const result = await office({ inputs: { small: 50, large: 50, boxChange: 10, haul: 1 } as never });
    const was = answer.rows.find(({ shed }) => shed.group === 'small');
    const row = result.rows.find(
      ({ shed }) =>
        shed.model._id === was?.shed.model._id && shed.width === was.shed.width && shed.length === was.shed.length,
    );
    expect(result.inputs).toEqual({ ...answer.inputs, small: 50, large: 50, boxChange: 10 });
    expect(row?.figures.boxRevenue).toBeCloseTo((was?.baseRetailTotal ?? 0) * 1.1 * 0.5, 1);
    await expect(office({ inputs: { small: -1 } })).rejects.toThrow('inputs.small: must be at least 0');
    await expect(office({ inputs: { boxChange: -101 } })).rejects.toThrow('inputs.boxChange');
    await expect(office({ inputs: { large: 1.005 } })).rejects.toThrow('2 decimals');
  });

  test('is narrowed by a filter', async () => {
    const shop = await world.findShopId(otherShop);
    const { orders } = await readSelected(`shop_id = '${shop}'`);
    expect((await office({ shops: [shop] })).count).toBe(orders.length);
    expect((await office({ buildingStages: ['Canceled'] })).count).toBe((await selectedCanceled()).length);
    expect((await office({ invoiceStatus: ['New'] })).rows).toEqual([]);
    expect((await office({ dates: ['2026-10-01', '2026-10-01'] })).range.from).toBe('2026-10-01');
  });

  const selectedCanceled = () =>
    world.db('orders').where({ status: 'Canceled' }).whereBetween('date_ordered', ['2026-07-01', '2026-09-30']);

  test('has the 100 with the highest stored gross profit; ties go to those with more orders', async () => {
    const ids = await world.createOrders(104);
    const shop = await world.findShopId(homeShop);
    const profits = [...ids.slice(0, 101).map((_, n) => 1_000_00 + n), 1_000_00, 500_00, 500_01];
    for (const [n, id] of ids.entries())
      await world
        .db('orders')
        .where({ id })
        .update({
          ...{ status: 'Finished', alerts: '[]', shop_id: shop, date_ordered: '2025-02-03' },
          width: 10,
          length: n > 101 ? 300 : 100 + n,
          model_id: null,
          model_name: 'Same',
          cost_unknown: '{}',
          profit_dollars_standard: profits[n],
        });
    const { rows, count } = await office({ dates: ['2025-02-03', '2025-02-03'] });
    const lengths = new Set(rows.map(({ shed }) => shed.length));
    // 99 sheds have more than 1,000.01; of the two tied sheds, the one with two orders is included
    expect(rows).toHaveLength(100);
    expect(count).toBe(101);
    expect([100, 101, 201, 300].map((length) => lengths.has(length))).toEqual([false, false, false, true]);
  });

  test('a workbook, csv and PDF have the inputs and the same figures', async () => {
    const filter = { inputs: { small: 55 } };
    const expected = await office(filter);
    const ask = (format: 'xlsx' | 'csv' | 'pdf') =>
      downloadReport(world.ctx('office.user'), { name: 'top-orders', filter, format });
    const sheet = await readSheetCells(await ask('xlsx'));
    expect(toColumn(sheet, 'Shop GP')).toEqual(expected.rows.map(({ figures }) => figures.gp));
    expect(toColumn(sheet, 'Company GP')).toEqual(expected.rows.map(({ figures }) => figures.companyGp));
    const about = sheet.workbook.worksheets[1]
      ?.getSheetValues()
      .map((row) => (row as unknown[] | undefined)?.slice(1, 3));
    expect(about).toContainEqual(['Small percent', '55.00%']);
    expect(await toLines(await ask('csv'))).toHaveLength(expected.rows.length + 1);
    expect((await ask('pdf')).type).toBe('application/pdf');
  });
});

describe('POST /api/orders/top/report for a shop', () => {
  test('has its own orders, costs and percents, at prices it may see', async () => {
    const shop = await world.findShopId(homeShop);
    await world.db('shops').where({ id: shop }).update({ overhead: 4.25, shop_add_on_percent: 72 });
    const { orders, lines } = await readSelected(`shop_id = '${shop}'`);
    const sheds = new Map(
      ((await world.db('sheds').select('id', 'retail_price')) as { id: string; retail_price: number }[]).map((one) => [
        one.id,
        one.retail_price,
      ]),
    );
    const answer = await runForShop({ shops: [await world.findShopId(otherShop)] });
    expect(answer).toMatchObject({ count: 0, rows: [] });
    const { rows, inputs, count } = await runForShop();
    expect(inputs).toMatchObject({ overhead: 4.25, addOn: 72 });
    expect(count).toBe(orders.length);
    const groups = groupOrders(orders);
    for (const row of rows) {
      const mine =
        groups.get(`${row.shed.model._id ?? row.shed.model.name}|${row.shed.width}|${row.shed.length}`) ?? [];
      const soldLines = lines.filter((line) => paysShop(line) && mine.some(({ id }) => id === line.order_id));
      const prices = soldLines.filter(({ type }) => type !== 'percent');
      expect(row).toMatchObject({
        listRetailTotal: total(mine, (order) => sheds.get(order.shed_id ?? '') ?? 0) / 100,
        unpriced: mine.filter((order) => !order.shed_id).length,
        totalShopShedExpense: total(mine, (order) => order['shed_total_cost_shop'] ?? 0) / 100,
        percentLines: total(soldLines, (line) => (line.type === 'percent' ? line.total_sale_price_shop : 0)) / 100,
      });
      expect(total(Object.values(row.addOnRetail), (amount) => amount)).toBeCloseTo(
        total(prices, (line) => line.total_sale_price_company) / 100,
        6,
      );
      expect(row.figures.cost).toBeCloseTo(row.totalShopShedExpense + row.totalShopStandardAddOnCost, 6);
    }
  });

  test('leaves out New orders, even when they are requested', async () => {
    expect((await office({ buildingStages: ['New'] })).count).toBeGreaterThan(0);
    expect(await runForShop({ buildingStages: ['New'] })).toMatchObject({ count: 0, rows: [] });
  });

  test('reveals no company figure', async () => {
    const text = JSON.stringify(await runForShop());
    for (const word of ['haul', 'escort', 'Commission', 'company', 'Standard', 'optimizer', 'base'])
      expect(text).not.toContain(`"${word}`);
    const headers = getHeaders(
      await readSheetCells(
        await downloadReport(world.ctx('shop.user'), { name: 'top-orders', filter: {}, format: 'xlsx' }),
      ),
    );
    expect(headers.join()).not.toMatch(/Company|Haul|Commission|Box/);
    await expect(runTopOrders(world.ctx('builder'), {} as never)).rejects.toThrow('Permission Denied');
  });
});
