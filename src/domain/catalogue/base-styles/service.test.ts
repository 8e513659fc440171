import { describe, expect, test } from 'vitest';
import { shedPrices } from '../prices/shed-prices.js';
import { homeShop, useWorld } from '../../testing/world.js';
import {
  createBaseStyle,
  updateBaseStyle,
  updateShopBaseStyles,
  deleteBaseStyle,
  listBaseStyles,
  listShopBaseStyles,
} from './service.js';

const world = useWorld();
const office = () => world.ctx('office.admin');
const shopAdmin = () => world.ctx('shop.admin');

const standardValues = {
  buildPercent: { value: 10, type: 'percent' },
  roofPercent: { value: 7.25, type: 'percent' },
  trussCost: { value: 20, type: 'piece' },
  paintCost: { value: 15, type: 'piece' },
} as const;
const style = (name: string) => ({ name, doorType: 'tall' as const, doorCost: 40, standardValues });

const aUsedStyle = async () => {
  const { rows } = (await world.db.raw(
    `select b.id, s.id as shed from base_styles b join sheds s on s.base_style_id = b.id
       join shed_labor l on l.model_id = s.model_id and l.base_style_id = b.id and l.width = s.width and l.length = s.length
      where l.build_base > 0 order by b.id, s.id limit 1`,
  )) as { rows: [{ id: string; shed: string }] };
  return rows[0];
};
async function labor(shed: string, shop: string) {
  const price = (await shedPrices(world.db, { shopId: shop, type: 'NB', shedIds: [shed] })).get(shed);
  return { standard: price?.standard.labor, shop: price?.shop.labor };
}

describe('base styles', () => {
  test('are added, changed and deleted, each recorded in the history; one in use cannot be deleted', async () => {
    const { item } = await createBaseStyle(office(), style('Gable'));
    expect(item).toMatchObject({ name: 'Gable', doorCost: 40, standardValues, revision: 1 });
    const result = await updateBaseStyle(office(), {
      id: item._id,
      revision: 1,
      ...style('Gable'),
      doorType: 'short',
    });
    expect(result).toMatchObject({ msg: 'BaseStyle is updated', item: { doorType: 'short', revision: 2 } });
    await expect(createBaseStyle(office(), style('gable'))).rejects.toMatchObject({ errors: [{ path: 'name' }] });
    expect((await deleteBaseStyle(office(), { id: item._id })).msg).toBe('BaseStyle is deleted');
    await expect(deleteBaseStyle(office(), { id: (await aUsedStyle()).id })).rejects.toThrow(/sheds/);
  });

  test('require every value and type, and a percent of at most 1,000', async () => {
    const brokenStyle = {
      ...style('Broken'),
      doorType: 'wide',
      standardValues: { ...standardValues, roofPercent: {} },
    };
    await expect(createBaseStyle(office(), brokenStyle as never)).rejects.toMatchObject({
      errors: [
        { path: 'doorType', msg: 'must be "tall" or "short"' },
        { path: 'standardValues.roofPercent.value', msg: 'This field is required' },
        { path: 'standardValues.roofPercent.type', msg: 'must be "percent" or "piece"' },
      ],
    });
    const high = { ...standardValues, buildPercent: { value: 1000.5, type: 'percent' as const } };
    await expect(createBaseStyle(office(), { ...style('High'), standardValues: high })).rejects.toThrow(
      'at most 1,000%',
    );
  });

  test("of a shop change only that shop's labor, immediately; once removed, the standard values apply again", async () => {
    const shop = await world.findShopId(homeShop);
    const { id, shed } = await aUsedStyle();
    const none = { doorCost: null, buildPercent: null, roofPercent: null, trussCost: null, paintCost: null };
    await updateShopBaseStyles(shopAdmin(), { baseStyles: [{ _id: id, ...none }] });
    const before = await labor(shed, shop);
    const shopStyle = { _id: id, revision: 0, buildPercent: { value: 99, type: 'percent' as const }, doorCost: 0 };
    const result = await updateShopBaseStyles(shopAdmin(), { baseStyles: [shopStyle] });
    expect(result).toMatchObject({ msg: 'BaseStyle is updated', items: [{ _id: id, revision: 1 }] });
    expect(result.items[0]?.shopValues).toMatchObject({
      buildPercent: shopStyle.buildPercent,
      roofPercent: null,
      doorCost: 0,
    });
    const [{ n }] = (await world.db('shed_labor').where({ base_style_id: id }).count({ n: '*' })) as [{ n: number }];
    expect(result.updated).toBe(Number(n));
    const during = await labor(shed, shop);
    expect(during.standard).toBe(before.standard);
    expect(during.shop).not.toBe(before.shop);
    const one = { _id: id, revision: 1, shopValues: { trussCost: { value: 5, type: 'piece' as const } } };
    const second = await updateShopBaseStyles(shopAdmin(), { baseStyles: [one] });
    expect(second.items[0]?.shopValues).toMatchObject({
      buildPercent: shopStyle.buildPercent,
      trussCost: one.shopValues.trussCost,
    }); // fields left out are unchanged
    await updateShopBaseStyles(shopAdmin(), { baseStyles: [{ _id: id, revision: 2, ...none }] });
    expect(await labor(shed, shop)).toEqual(before);
  });

  test("of a shop without a type keep the shop's type, or else the standard one, and its limit", async () => {
    const { item } = await createBaseStyle(office(), style('Untyped'));
    const save = async (values: object) => {
      const { items } = await updateShopBaseStyles(shopAdmin(), { baseStyles: [{ _id: item._id, ...values }] });
      return items[0]?.shopValues;
    };
    expect(await save({ trussCost: { value: 3.25 }, buildPercent: { value: 9 } })).toMatchObject({
      trussCost: { value: 3.25, type: 'piece' },
      buildPercent: { value: 9, type: 'percent' },
    });
    await save({ shopValues: { trussCost: { value: 300, type: 'percent' } } });
    expect(await save({ trussCost: { value: 310 } })).toMatchObject({ trussCost: { value: 310, type: 'percent' } });
    await expect(save({ buildPercent: { value: 1001 } })).rejects.toMatchObject({
      errors: [{ path: 'baseStyles.0.buildPercent.value', msg: 'must be at most 1,000%' }],
    });
    expect(await save({ paintCost: { value: 1001 } })).toMatchObject({ paintCost: { value: 1001, type: 'piece' } });
  });

  test('of a shop that were changed in the meantime answer the newer values; another shop never sees them', async () => {
    const { id } = await aUsedStyle();
    const withTrussCost = (value: number) => ({ _id: id, trussCost: { value, type: 'piece' as const } });
    await updateShopBaseStyles(shopAdmin(), { baseStyles: [withTrussCost(31)] });
    await expect(
      updateShopBaseStyles(shopAdmin(), { baseStyles: [{ ...withTrussCost(32), revision: 0 }] }),
    ).rejects.toMatchObject({
      code: 'stale-record',
      details: { current: { shopValues: { trussCost: { value: 31, type: 'piece' } } } },
    });
    const other = await listShopBaseStyles(world.ctx('other.shop'), {});
    expect(other.items.find((row) => row._id === id)).toMatchObject({ revision: 0, shopValues: { trussCost: null } });
  });

  test("are changed by the office for everyone and by a shop's office staff for their shop; a builder reads only names", async () => {
    const { id } = await aUsedStyle();
    const trussCost = { value: 44, type: 'piece' as const };
    const desk = world.ctx('shop.user');
    expect((await updateShopBaseStyles(desk, { baseStyles: [{ _id: id, trussCost }] })).updated).toBeGreaterThan(0);
    expect(await updateShopBaseStyles(desk, { baseStyles: [{ _id: id, trussCost }] })).toMatchObject({
      msg: 'Nothing to change.',
      updated: 0,
    });
    await expect(updateShopBaseStyles(world.ctx('builder'), { baseStyles: [{ _id: id }] })).rejects.toThrow(
      'Permission Denied',
    );
    await expect(updateShopBaseStyles(office(), { baseStyles: [{ _id: id }] })).rejects.toThrow('shop: is required');
    const shop = await world.findShopId(homeShop);
    expect((await updateShopBaseStyles(office(), { shop, baseStyles: [{ _id: id, doorCost: 12 }] })).msg).toBe(
      'BaseStyle is updated',
    );
    const theirs = { shop, baseStyles: [{ _id: id }] };
    await expect(updateShopBaseStyles(world.ctx('other.shop'), theirs)).rejects.toThrow('Shop not found');
    await expect(createBaseStyle(shopAdmin(), style('Mine'))).rejects.toThrow('Permission Denied');
    const { items } = await listBaseStyles(world.ctx('builder'), {});
    expect(Object.keys(items[0] ?? {})).toEqual(['_id', 'name', 'doorType']);
    const shopStyles = await listShopBaseStyles(office(), { shop: await world.findShopId(homeShop) });
    expect(shopStyles.total).toBe(items.length);
    await expect(listShopBaseStyles(office(), {})).rejects.toThrow('shop: is required');
  });
});
