import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, test } from 'vitest';
import { escort, haul } from '../pricing/costs.js';
import { findCompanySettings } from '../company/queries.js';
import { shedPrices } from '../prices/shed-prices.js';
import { homeShop, otherShop, useWorld } from '../testing/world.js';
import { companyCalculator, exportCompanyCalculator, exportShopCalculator, shopCalculator } from './service.js';

const world = useWorld();
const place = { shop: '', model: '' };

beforeAll(async () => {
  const model = (await world.db('sheds').where('width', '>=', 14).orderBy('id').first('model_id as id')) as {
    id: string;
  };
  Object.assign(place, { shop: await world.shopId(homeShop), model: model.id });
});

const pricesNow = async () => {
  const sheds = (await world.db('sheds').where({ model_id: place.model }).select('id')) as { id: string }[];
  return shedPrices(world.db, { shopId: place.shop, type: 'INV', shedIds: sheds.map(({ id }) => id) });
};

describe("the company's calculator", () => {
  test('has the sizes of a model with standard costs without overhead, haul and escort', async () => {
    const found = await companyCalculator(world.ctx('office.user'), place);
    const prices = await pricesNow();
    const settings = await findCompanySettings(world.db);
    const bases = (await world
      .db('haul_bases')
      .where({ model_id: place.model })
      .select('width', 'length', 'haul_base as cents')) as { width: number; length: number; cents: number }[];
    expect(found.total).toBe(prices.size);
    expect(found.shop.name).toBe(homeShop);
    for (const shed of found.items) {
      const { standard, retailPrice } = prices.get(shed._id) ?? expect.fail();
      expect(shed.retailPrice * 100).toBeCloseTo(retailPrice, 6);
      expect(Math.round(shed.standardBoxCost * 100)).toBe(standard.materialCost + standard.labor);
      const base = bases.find(({ width, length }) => width === shed.width && length === shed.length);
      expect(Math.round(shed.haul * 100)).toBe(haul(settings, base ? base.cents / 100 : null, 100));
      expect(Math.round(shed.escort * 100)).toBe(escort(settings, shed.width));
      expect(shed).not.toHaveProperty('shopBoxCost');
    }
    expect(found.items.some(({ escort: fee }) => fee > 0)).toBe(true);
    expect(found).toMatchObject({ dealerCommissionPercent: 10, overheadPercentShop: 5 });
  });

  test('uses the standard percents of the shop, its own where there are none', async () => {
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
      const company = await companyCalculator(world.ctx('office.user', { db: trx }), place);
      expect(company.percents).toEqual({
        INV: { eightTenTwelve: 57, fourteenSixteen: 65 },
        NB: { eightTenTwelve: 65, fourteenSixteen: 62 },
      });
      const shop = await shopCalculator(world.ctx('shop.user', { db: trx }), place);
      expect(shop.percents.INV).toEqual({ eightTenTwelve: 59, fourteenSixteen: 65 });
    } finally {
      await trx.rollback();
    }
  });

  test('is a file with the same figures', async () => {
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
    const { items, ...setup } = await companyCalculator(world.ctx('office.user'), place);
    const [shed] = items;
    const given =
      setup.percents.INV.eightTenTwelve +
      setup.dealerCommissionPercent +
      setup.salesRepCommissionPercent +
      setup.overheadPercentCompany;
    const exact = (shed ? shed.haul + shed.escort : 0) / (1 - given / 100 - 0.1);
    expect(Math.abs(Number(first?.split(',')[4]) - exact)).toBeLessThan(5.01);
  });

  test('a shop or a model that is none is not found, and shops do not get it', async () => {
    const none = '00000000-0000-7000-8000-000000000000';
    const office = world.ctx('office.user');
    await expect(companyCalculator(office, { ...place, shop: none })).rejects.toMatchObject({ code: 'not-found' });
    await expect(companyCalculator(office, { ...place, model: none })).rejects.toMatchObject({ code: 'not-found' });
    for (const name of ['shop.admin', 'builder'] as const)
      await expect(companyCalculator(world.ctx(name), place)).rejects.toMatchObject({ code: 'permission-denied' });
  });
});

describe("the shop's calculator", () => {
  test("has the shop's own costs and overhead, and nothing of the company", async () => {
    const found = await shopCalculator(world.ctx('shop.user'), place);
    const prices = await pricesNow();
    for (const shed of found.items) {
      const { shop } = prices.get(shed._id) ?? expect.fail();
      expect(Math.round(shed.shopBoxCost * 100)).toBe(shop.materialCost + shop.labor);
      expect(Object.keys(shed).sort()).toEqual(['_id', 'baseStyle', 'length', 'retailPrice', 'shopBoxCost', 'width']);
    }
    expect(Object.keys(found).sort()).toEqual(['category', 'items', 'model', 'overhead', 'percents', 'total']);
    const { overhead } = (await world.db('shops').where({ id: place.shop }).first('overhead')) as { overhead: number };
    expect(found.overhead).toBe(overhead);
  });

  test('without an overhead of its own calculates with the one for shops', async () => {
    const shop = await world.shopId(otherShop);
    await world.db('shops').where({ id: shop }).update({ overhead: null });
    expect((await shopCalculator(world.ctx('other.shop'), place)).overhead).toBe(5);
  });

  test('is a file, refused to who may not use it; a percent that is none is refused', async () => {
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
      await expect(shopCalculator(world.ctx(name), place)).rejects.toMatchObject({ code: 'permission-denied' });
  });
});
