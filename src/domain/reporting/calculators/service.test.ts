import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, test } from 'vitest';
import { escort, haul } from '../../pricing/costs.js';
import { findCompanySettings } from '../../company/company/queries.js';
import { shedPrices } from '../../catalogue/prices/shed-prices.js';
import { homeShop, otherShop, useWorld } from '../../testing/world.js';
import { getCompanyCalculator, exportCompanyCalculator, exportShopCalculator, getShopCalculator } from './service.js';

const world = useWorld();
const place = { shop: '', model: '' };

beforeAll(async () => {
  const model = (await world.db('sheds').where('width', '>=', 14).orderBy('id').first('model_id as id')) as {
    id: string;
  };
  Object.assign(place, { shop: await world.findShopId(homeShop), model: model.id });
});

const pricesNow = async () => {
  const sheds = (await world.db('sheds').where({ model_id: place.model }).select('id')) as { id: string }[];
  return shedPrices(world.db, { shopId: place.shop, type: 'INV', shedIds: sheds.map(({ id }) => id) });
};

describe("the company's calculator", () => {
  test('has the sizes of a model with standard costs (without overhead), haul and escort', async () => {
    const calculator = await getCompanyCalculator(world.ctx('office.user'), place);
    const prices = await pricesNow();
    const settings = await findCompanySettings(world.db);
    const bases = (await world
      .db('haul_bases')
      .where({ model_id: place.model })
      .select('width', 'length', 'haul_base as cents')) as { width: number; length: number; cents: number }[];
    expect(calculator.total).toBe(prices.size);
    expect(calculator.shop.name).toBe(homeShop);
    for (const shed of calculator.items) {
      const { standard, retailPrice } = prices.get(shed._id) ?? expect.fail();
      expect(shed.retailPrice * 100).toBeCloseTo(retailPrice, 6);
      expect(Math.round((shed.standardBoxCost ?? 0) * 100)).toBe(standard.materialCost + standard.labor);
      const base = bases.find(({ width, length }) => width === shed.width && length === shed.length);
      expect(Math.round(shed.haul * 100)).toBe(haul(settings, base ? base.cents / 100 : null, 100));
      expect(Math.round(shed.escort * 100)).toBe(escort(settings, shed.width));
      expect(shed).not.toHaveProperty('shopBoxCost');
    }
    expect(calculator.items.some(({ escort: fee }) => fee > 0)).toBe(true);
    expect(calculator).toMatchObject({ dealerCommissionPercent: 10, overheadPercentShop: 5 });
  });

  test("uses the shop's standard percents, or its own if there are none", async () => {
    const trx = await world.db.transaction();
    try {
      await trx('shop_percents').where({ shop_id: place.shop }).delete();
      const { category_id: category } = (await trx('shed_models').where({ id: place.model }).first('category_id')) as {
        category_id: string;
      };
      const row = { shop_id: place.shop, fourteen_sixteen_nb_percent: 62, eight_ten_twelve_inv_percent: 59 };
      await trx('shop_percents').insert(
        [
          { ...row, category_id: null, model_id: null, standard_eight_ten_twelve_inv_percent: 57 },
          {
            ...row,
            category_id: category,
            model_id: null,
            eight_ten_twelve_inv_percent: 0,
            fourteen_sixteen_nb_percent: 0,
          },
        ].map((one) => ({ id: crypto.randomUUID(), ...one })),
      );
      const company = await getCompanyCalculator(world.ctx('office.user', { db: trx }), place);
      expect(company.percents).toEqual({
        INV: { eightTenTwelve: 57, fourteenSixteen: 65 },
        NB: { eightTenTwelve: 65, fourteenSixteen: 62 },
      });
      const shop = await getShopCalculator(world.ctx('shop.user', { db: trx }), place);
      expect(shop.percents.INV).toEqual({ eightTenTwelve: 59, fourteenSixteen: 65 });
    } finally {
      await trx.rollback();
    }
  });

  test('exports a file with the same figures', async () => {
    const file = await exportCompanyCalculator(world.ctx('office.user'), {
      ...place,
      gp: '10',
      shopGp: '',
      format: 'csv',
    });
    const [head, first] = (await text(file.content)).replace('\uFEFF', '').split('\r\n');
    expect(file.name).toMatch(/_Ridge-Line-Barns_Price_Calculator\.csv$/);
    expect(head).toBe(
      'Width,Length,Base Style,Current Retail,Suggested Retail,Note,Company GP,Company GP %,Suggested Company GP,Suggested Company GP %,Shop GP,Shop GP %,Suggested Shop GP,Suggested Shop GP %',
    );
    const { items, ...setup } = await getCompanyCalculator(world.ctx('office.user'), place);
    const [shed] = items;
    const totalPercent =
      setup.percents.INV.eightTenTwelve +
      setup.dealerCommissionPercent +
      setup.salesRepCommissionPercent +
      setup.overheadPercentCompany;
    const exact = (shed ? shed.haul + shed.escort : 0) / (1 - totalPercent / 100 - 0.1);
    expect(Math.abs(Number(first?.split(',')[4]) - exact)).toBeLessThan(5.01);
  });

  test('does not find an unknown shop or model, and is closed to shops', async () => {
    const none = '00000000-0000-7000-8000-000000000000';
    const office = world.ctx('office.user');
    await expect(getCompanyCalculator(office, { ...place, shop: none })).rejects.toMatchObject({ code: 'not-found' });
    await expect(getCompanyCalculator(office, { ...place, model: none })).rejects.toMatchObject({ code: 'not-found' });
    for (const name of ['shop.admin', 'builder'] as const)
      await expect(getCompanyCalculator(world.ctx(name), place)).rejects.toMatchObject({ code: 'permission-denied' });
  });
});

describe("the shop's calculator", () => {
  test("applies the inputs to the shop's own costs and overhead, and reveals no company figure", async () => {
    const calculator = await getShopCalculator(world.ctx('shop.user'), { ...place, by: 'today', small: 50, large: 55 });
    const prices = await pricesNow();
    const { overhead } = (await world.db('shops').where({ id: place.shop }).first('overhead')) as { overhead: number };
    expect(Object.keys(calculator).sort()).toEqual(['category', 'items', 'model', 'overhead', 'percents', 'total']);
    expect(calculator.overhead).toBe(overhead);
    for (const { current, suggested, suggestion, ...shed } of calculator.items) {
      const { shop, retailPrice } = prices.get(shed._id) ?? expect.fail();
      expect(Object.keys(shed).sort()).toEqual(['_id', 'baseStyle', 'costUnknown', 'length', 'retailPrice', 'width']);
      expect(suggestion).toEqual({ price: shed.retailPrice, why: null });
      const { eightTenTwelve, fourteenSixteen } = calculator.percents.INV;
      const keeps = (percent: number) => (retailPrice * percent * (100 - overhead)) / 1e6;
      const box = (shop.materialCost + shop.labor) / 100;
      expect(current?.grossProfit).toBeCloseTo(keeps(shed.width < 14 ? eightTenTwelve : fourteenSixteen) - box, 1);
      expect(suggested?.grossProfit).toBeCloseTo(keeps(shed.width < 14 ? 50 : 55) - box, 1);
    }
  });

  test("without its own overhead uses the company's overhead for shops, which stays hidden", async () => {
    const other = await world.findShopId(otherShop);
    const query = () => getShopCalculator(world.ctx('other.shop'), place);
    await world.db('shops').where({ id: other }).update({ overhead: 5 });
    const shopSums = await query();
    await world.db('shops').where({ id: other }).update({ overhead: null });
    expect(await query()).toEqual({ ...shopSums, overhead: null });
    expect(shopSums.items.length).toBeGreaterThan(0);
    const { overheadPercentShop } = await findCompanySettings(world.db);
    expect([shopSums.overhead, overheadPercentShop]).toEqual([5, 5]);
  });

  test('without a target suggests no price, in the answer and in the file', async () => {
    const input = { ...place, gp: 'none' };
    const { items } = await getShopCalculator(world.ctx('shop.user'), input);
    expect(items.map(({ suggestion }) => suggestion.why)).toEqual(items.map(() => 'no-target'));
    const file = await exportShopCalculator(world.ctx('shop.user'), { ...input, format: 'csv' });
    expect(
      (await text(file.content))
        .trim()
        .split('\r\n')
        .slice(1)
        .every((line) => line.includes(',No target,')),
    ).toBe(true);
  });

  test('exports a file, refused to those without permission; an invalid percent is refused', async () => {
    const file = await exportShopCalculator(world.ctx('shop.user'), { ...place, by: 'today', format: 'csv' });
    const [head, first] = (await text(file.content)).replace('\uFEFF', '').split('\r\n');
    expect(head).toBe(
      'Width,Length,Base Style,Current Retail,Suggested Retail,Note,GP,GP %,Suggested GP,Suggested GP %',
    );
    expect(first?.split(',')[3]).toBe(first?.split(',')[4]);
    await expect(exportShopCalculator(world.ctx('shop.user'), { ...place, gp: 'much' })).rejects.toMatchObject({
      code: 'invalid-input',
    });
    for (const name of ['office.admin', 'builder'] as const)
      await expect(getShopCalculator(world.ctx(name), place)).rejects.toMatchObject({ code: 'permission-denied' });
  });
});
