import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { toColumn, getHeaders, toLines, readSheetCells } from '../../../testing/table-files.js';
import { homeShop, otherShop, useWorld } from '../../../testing/world.js';
import { downloadReport } from '../file.js';
import { runProfitReport } from './report.js';
import { ProfitReport, type ProfitReportFilter } from './schema.js';

const world = useWorld();
type Filter = Partial<z.input<typeof ProfitReportFilter>>;

const shopLabor = { buildBase: 4800, roofBase: null, trussCount: 9, paintHours: 4.5, doorCost: null };
const standard = { buildBase: 4000, roofBase: 4700, trussCount: 8, paintHours: 4, doorCost: 30 };
/** Orders by when they were finished. The tests' last month is October. */
const stage = [
  { finished: '2026-10-01', type: 'Customer', labor: { shop: shopLabor, standard }, material: 1200_00 },
  { finished: '2026-10-31', type: 'Inventory', labor: { shop: shopLabor, standard }, material: 1300_33 },
  {
    finished: '2026-10-15',
    type: 'Customer',
    labor: { shop: { doorCost: 25 }, standard },
    material: 900_00,
  },
  { finished: '2026-11-01', type: 'Customer', labor: { shop: shopLabor, standard }, material: 800_00 },
  {
    finished: '2026-10-15',
    type: 'Customer',
    labor: { shop: shopLabor, standard },
    material: 0,
    shop: otherShop,
  },
] as const;
const ids: string[] = [];
/** The catalogue cost of the orders' sheds, in cents. */
const prices: number[] = [];

beforeAll(async () => {
  const sheds = (await world.db('sheds').orderBy('id').limit(stage.length).select('id', 'retail_price as price')) as {
    id: string;
    price: number;
  }[];
  for (const [n, one] of stage.entries()) {
    const id = await world.createPushedOrder('Finished', 'shop' in one ? one.shop : homeShop);
    const hash = `profit-${n}`;
    const shed = sheds[n] ?? expect.fail();
    await world.db('price_snapshots').insert({ hash, content: JSON.stringify({ labor: one.labor }) });
    await world
      .db('orders')
      .where({ id })
      .update({
        serial_number: `P-${n}`,
        snapshot: hash,
        shed_id: shed.id,
        type: one.type,
        date_finished: one.finished,
        date_ordered: '2026-09-20',
        base_price_company: 31_337_77,
        base_price_shop: 3000_00,
        shed_material_cost_shop: one.material,
        shed_profit_dollars_shop: 500_00 + n,
        shed_profit_percent_shop: 0.1667,
      });
    ids.push(id);
    prices.push(shed.price);
  }
});
const getPrice = (n: number): number => prices[n] ?? expect.fail();

async function run(filter: Filter = {}, as: 'shop.user' | 'other.shop' = 'shop.user') {
  const json = await runProfitReport(world.ctx(as), filter);
  const answer = JSON.parse(json.text) as z.input<typeof ProfitReport>;
  z.decode(ProfitReport, answer);
  return answer;
}
const serials = async (filter: Filter = {}) => (await run(filter)).rows.map(({ serialNumber }) => serialNumber);

/** P10 with floats, close enough to notice a wrong formula. The shop's NB percent is 61.25 and its overhead 4.75. */
const recountProfit = (price: number, material: number, { buildBase = 4800 } = {}) => {
  const labor = buildBase * 0.08 + 4700 * 0.025 + 9 * 3 + 4.5 * 35 + 30;
  const part = (price / 100) * 0.6125;
  const overhead = part * 0.0475;
  return { labor, part, overhead, profit: part - material / 100 - labor - overhead };
};

describe('the shop order profit report', () => {
  test('has the orders of this shop that were finished in the last calendar month', async () => {
    const { range, rows, usual, inputs } = await run();
    expect(range).toMatchObject({ from: '2026-10-01', to: '2026-10-31' });
    expect(rows.map(({ serialNumber }) => serialNumber)).toEqual(['P-0', 'P-2', 'P-1']);
    expect(usual).toEqual({
      ...{ doorCost: 30, buildPercent: 8, roofPercent: 2.5, trussCost: 3, paintCost: 35 },
      ...{ retailPercent: 61.25, overheadPercent: 4.75 },
    });
    expect(inputs).toEqual(usual);
  });

  test("adjusts each order with the shop's values, or the standard one where it has none", async () => {
    const { rows } = await run();
    const { part, profit } = recountProfit(getPrice(0), 1200_00);
    expect(rows[0]).toMatchObject({
      status: 'Finished',
      retailPrice: getPrice(0) / 100,
      shopShedMaterialCost: 1200,
      shedProfitPercent: { shop: 0.1667 },
      laborBase: { shopValues: [{ buildBase: 4800, roofBase: 4700, trussCount: 9, paintHours: 4.5 }] },
    });
    expect(rows[0]?.adjustedProfitPercent).toBeCloseTo((profit / part) * 100, 2);
  });

  test('an order without labor values of the shop counts as 0 and is reported', async () => {
    const { rows, totals } = await run();
    expect(rows[1]).toMatchObject({ serialNumber: 'P-2', laborBase: { shopValues: [] }, adjustedProfitPercent: null });
    expect(totals).toMatchObject({ orders: 3, withoutValues: 1 });
  });

  test('its sums equal a recount of the stored orders', async () => {
    const { totals } = await run();
    const profits = [recountProfit(getPrice(0), 1200_00), recountProfit(getPrice(1), 1300_33)];
    const sum = (name: 'labor' | 'part' | 'overhead' | 'profit') => profits.reduce((all, one) => all + one[name], 0);
    expect(totals.retailPrice).toBe((getPrice(0) + getPrice(1)) / 100); // P-2 counts as 0
    expect(totals.material).toBe(1200 + 1300.33);
    expect(totals.labor).toBeCloseTo(sum('labor'), 1);
    expect(totals.retailPart).toBeCloseTo(sum('part'), 1);
    expect(totals.overhead).toBeCloseTo(sum('overhead'), 1);
    expect(totals.profit).toBeCloseTo(sum('profit'), 1);
    expect(totals.percent).toBeCloseTo((sum('profit') / sum('part')) * 100, 1);
    expect(totals.shedProfit).toBe((500_00 + 500_01 + 500_02) / 100);
    expect(totals.shedProfitPercent).toBe(0.16667);
  });

  test('filters by date type, range, type, status and models', async () => {
    expect(await serials({ orderDate: 'dateOrdered' })).toEqual([]);
    expect(await serials({ orderDate: 'dateOrdered', dates: ['2026-09-20', '2026-09-20'] })).toEqual([
      ...['P-0', 'P-1', 'P-2', 'P-3'],
    ]);
    expect(await serials({ range: 'this-month' })).toEqual(['P-3']);
    expect(await serials({ orderType: ['Inventory'] })).toEqual(['P-1']);
    expect(await serials({ buildingStages: ['Building'] })).toEqual([]);
    const { model } = (await world.db('orders').where({ id: ids[0] }).first('model_id as model')) as { model: string };
    expect(await serials({ models: [model] })).toEqual(['P-0', 'P-2', 'P-1']);
    expect(await serials({ models: ['00000000-0000-7000-8000-000000000000'] })).toEqual([]);
  });

  test('calculates with entered values, even 0', async () => {
    const zero = { doorCost: 0, buildPercent: 0, roofPercent: 0, trussCost: 0, paintCost: 0, overheadPercent: 0 };
    const { rows, inputs } = await run({ ...zero, retailPercent: 50 });
    expect(inputs).toEqual({ ...zero, retailPercent: 50 });
    expect(rows[0]?.adjustedProfitPercent).toBeCloseTo((1 - 1200_00 / (getPrice(0) / 2)) * 100, 2);
    await expect(run({ retailPercent: -1 })).rejects.toMatchObject({ code: 'invalid-input' });
  });

  test('uses the retail price of the day of the order; without one it counts as 0', async () => {
    const trx = await world.db.transaction();
    try {
      const order = (await trx('orders').where({ id: ids[0] }).first('shed_id')) as { shed_id: string };
      await trx('sheds').where({ id: order.shed_id }).update({ retail_price: 1_00 });
      await trx('orders').where({ id: ids[1] }).update({ shed_id: null });
      const json = await runProfitReport(world.ctx('shop.user', { db: trx }), {});
      const { rows, totals } = JSON.parse(json.text) as z.input<typeof ProfitReport>;
      expect(rows.map(({ retailPrice }) => retailPrice)).toEqual([getPrice(0) / 100, getPrice(2) / 100, 0]);
      expect(rows[2]).toMatchObject({ adjustedProfitPercent: null, laborBase: { shopValues: [] } });
      expect(totals.withoutValues).toBe(2);
    } finally {
      await trx.rollback();
    }
  });

  test('shows a shop only its own orders, whatever it requests; others cannot run it', async () => {
    const home = await world.findShopId(homeShop);
    expect((await run({ shops: [home] }, 'other.shop')).rows.map(({ serialNumber }) => serialNumber)).toEqual(['P-4']);
    for (const name of ['office.admin', 'builder'] as const)
      await expect(runProfitReport(world.ctx(name), {})).rejects.toMatchObject({ code: 'permission-denied' });
  });

  test('exports the same figures to a file', async () => {
    const ask = (format: 'xlsx' | 'csv' | 'json') =>
      downloadReport(world.ctx('shop.user'), { name: 'order-profit', filter: { trussCost: 4 }, format });
    const { rows, totals } = await run({ trussCost: 4 });
    const sheet = await readSheetCells(await ask('xlsx'));
    expect(getHeaders(sheet)).toContain('Shed GP');
    expect(toColumn(sheet, 'Serial Number')).toEqual(['P-0', 'P-2', 'P-1']);
    expect(toColumn(sheet, 'Adjusted Profit %')).toEqual(
      rows.map(({ adjustedProfitPercent: percent }) => (percent === null ? '—' : percent / 100)),
    );
    expect(toColumn(sheet, 'Note')).toEqual([null, 'No shop labor values or no retail price', null]);
    const profits = toColumn(sheet, 'Adjusted Profit').filter((value) => typeof value === 'number');
    expect(profits.reduce((all, one) => all + one, 0)).toBeCloseTo(totals.profit ?? 0, 6);
    expect(toColumn(sheet, 'Material')).toEqual([1200, '—', 1300.33]);
    expect(toColumn(sheet, 'Retail Price')).toEqual([getPrice(0) / 100, '—', getPrice(1) / 100]);
    expect(await toLines(await ask('csv'))).toHaveLength(4);
  });

  test('P5: a file has a dash for the percent of a negative revenue; the answer has the fraction', async () => {
    const trx = await world.db.transaction();
    try {
      const loss = {
        base_price_shop: -9000_00,
        shed_profit_dollars_shop: -9050_00,
        shed_profit_percent_shop: 1.005556,
      };
      await trx('orders').where({ id: ids[0] }).update(loss);
      const ctx = world.ctx('shop.user', { db: trx });
      const sheet = await readSheetCells(await downloadReport(ctx, { name: 'order-profit', filter: {} }));
      expect(toColumn(sheet, 'Shed GP')).toEqual(['—', 0.1667, 0.1667]);
      const about = sheet.workbook.getWorksheet('About') ?? expect.fail();
      expect(about.getRow(toColumn(about, 'About').indexOf('Shed GP') + 2).getCell(5).value).toBe('—');
      const { rows } = JSON.parse((await runProfitReport(ctx, {})).text) as z.input<typeof ProfitReport>;
      expect(rows[0]?.shedProfitPercent.shop).toBe(1.005556);
    } finally {
      await trx.rollback();
    }
  });

  test('reads more orders than one batch, each once', async () => {
    const like = (await world.db('orders').where({ id: ids[0] }).first('*')) as Record<string, unknown>;
    const omittedColumns = ['id', 'serial_number', 'sqft', 'open_alerts', 'cost_known'];
    const columns = Object.keys(like).filter((name) => !omittedColumns.includes(name));
    const trx = await world.db.transaction();
    try {
      await trx.raw(
        `insert into orders (id, serial_number, ${columns.join(', ')})
         select gen_random_uuid(), 'many-' || lpad(n::text, 5, '0'), ${columns.join(', ')}
           from orders, generate_series(1, 1200) n where id = ?`,
        [ids[0] as string],
      );
      const ctx = world.ctx('shop.user', { db: trx });
      const { rows, totals } = JSON.parse((await runProfitReport(ctx, {})).text) as z.input<typeof ProfitReport>;
      expect(new Set(rows.map(({ serialNumber }) => serialNumber)).size).toBe(1203);
      expect(totals.retailPrice).toBe((1201 * getPrice(0) + getPrice(1)) / 100);
      const lines = await toLines(await downloadReport(ctx, { name: 'order-profit', format: 'csv' }));
      expect(lines).toHaveLength(1204);
    } finally {
      await trx.rollback();
    }
  });
});
