import { describe, expect, test } from 'vitest';
import { componentCosts } from '../prices/component-costs.js';
import { computeEffect } from '../prices/effect.js';
import { homeShop, otherShop, useWorld } from '../../testing/world.js';
import {
  updateCompanyMetalPrices,
  updateShopMetalPrices,
  copyStandardMetalPrices,
  getMetalPrices,
} from './metal-prices.js';
import { updateItem } from './service.js';
import { metals } from '../../company/company/metals.js';
import { findItems } from './queries.js';

const world = useWorld();
const office = () => world.ctx('office.admin');
const shopAdmin = () => world.ctx('shop.admin');
const ten = (first: number, suffix = ''): Record<string, number> =>
  Object.fromEntries(metals.map(({ name }, n) => [name + suffix, first + n / 8]));

async function metalItems(shop: string | null): Promise<Map<string, number>> {
  const items = await findItems(world.db, { shop });
  return new Map(items.filter(({ category }) => category.name === 'Metal').map((row) => [row.name, row.subTotal]));
}
async function company() {
  return ((await world.db('companies').first('id')) as { id: string }).id;
}

describe('metal prices of the company', () => {
  test('are the standard sub-totals of the Metal items with those names; saving them again changes nothing, nor other items or freight', async () => {
    const before = await metalItems(null);
    const id = await company();
    const { msg, item, updated, unmatched } = await updateCompanyMetalPrices(office(), { id, ...ten(3, 'Standard') });
    expect({ msg, updated, unmatched }).toEqual({ msg: 'Metal Items are updated', updated: 10, unmatched: [] });
    expect(item).toMatchObject({ metalPanel: 3, doorTrim: 4.125 });
    const after = await metalItems(null);
    expect([after.get('Metal Panel'), after.get('Angle 2x2'), after.get('Door Trim')]).toEqual([3, 3.625, 4.125]);
    expect(after.get('Pipe Boot 2 in')).toBe(before.get('Pipe Boot 2 in'));
    expect(await world.db('companies').first('metal_panel_standard', 'door_trim_standard')).toEqual({
      metal_panel_standard: 3,
      door_trim_standard: 4.125,
    });
    expect((await updateCompanyMetalPrices(office(), { id, ...ten(3) })).updated).toBe(0);
  });

  test('require all ten, and the prices the user saw', async () => {
    const id = await company();
    const { revision } = await getMetalPrices(office(), {});
    const { metalRake: _, ...nine } = ten(4);
    await expect(updateCompanyMetalPrices(office(), { id, ...nine })).rejects.toMatchObject({
      errors: [{ path: 'metalRake', msg: 'Enter the Metal Rake price' }],
    });
    await updateCompanyMetalPrices(office(), { id, revision, ...ten(5) });
    await expect(updateCompanyMetalPrices(office(), { id, revision, ...ten(6) })).rejects.toMatchObject({
      code: 'stale-record',
      details: { current: { metalPanel: 5 } },
    });
    await expect(updateCompanyMetalPrices(shopAdmin(), { id, ...ten(6) })).rejects.toThrow('Permission Denied');
  });

  test("leave the company's revision unchanged; of two users who start from the same prices, one gets a conflict", async () => {
    const { revision: form } = (await world.db('companies').first('revision')) as { revision: number };
    const id = await company();
    const { revision } = await getMetalPrices(office(), {});
    const answers = await Promise.allSettled(
      [11, 12, 13].map((first) => updateCompanyMetalPrices(office(), { id, revision, ...ten(first) })),
    );
    const refusals = answers.filter((answer) => answer.status === 'rejected');
    expect(refusals.map(({ reason }) => (reason as { code: string }).code)).toEqual(['stale-record', 'stale-record']);
    expect(await world.db('companies').first('revision')).toEqual({ revision: form });
  });

  test('changed on an item in the meantime are a conflict that names the user; another field of the item is not', async () => {
    const id = await company();
    const panel = (await findItems(world.db, { shop: null })).find(({ name }) => name === 'Metal Panel');
    if (!panel) throw new Error('there is no metal panel');
    const item = { id: panel._id, param: 'standard', name: panel.name, type: panel.type } as const;
    const { revision } = await getMetalPrices(office(), {});
    await updateItem(office(), { ...item, freight: 0.75 });
    await updateCompanyMetalPrices(office(), { id, revision, ...ten(14) });
    const { revision: seenRevision } = await getMetalPrices(office(), {});
    await updateItem(office(), { ...item, subTotal: 99 });
    await expect(updateCompanyMetalPrices(office(), { id, revision: seenRevision, ...ten(15) })).rejects.toMatchObject({
      code: 'stale-record',
      message: `The list of metal prices was changed by ${world.actor('office.admin').name} in the meantime.`,
      details: { current: { metalPanel: 99 } },
    });
  });

  test('report the metals that have no item of that name', async () => {
    await world.db('items').where({ name: 'Drip Edge' }).update({ name: 'Edge of another kind' });
    const { unmatched, updated } = await updateCompanyMetalPrices(office(), { id: await company(), ...ten(7) });
    expect({ unmatched, updated }).toEqual({ unmatched: ['Drip Edge'], updated: 9 });
    expect(await getMetalPrices(office(), {})).toMatchObject({ dripEdge: 8, unmatched: ['Drip Edge'] });
    await world.db('items').where({ name: 'Edge of another kind' }).update({ name: 'Drip Edge' });
  });
});

describe('metal prices of a shop', () => {
  test("leave the shop's revision unchanged", async () => {
    const shop = await world.findShopId(homeShop);
    const readStored = () => world.db('shops').where({ id: shop }).first('revision', 'updated_at');
    const before: unknown = await readStored();
    const { revision } = await getMetalPrices(shopAdmin(), {});
    await updateShopMetalPrices(shopAdmin(), { id: shop, revision, ...ten(2) });
    expect(await readStored()).toEqual(before);
    await expect(updateShopMetalPrices(office(), { id: shop, revision, ...ten(3) })).rejects.toMatchObject({
      code: 'stale-record',
      details: { by: world.actor('shop.admin').name, current: { metalPanel: 2 } },
    });
  });

  test("are its own sub-totals and move no other shop's costs", async () => {
    const [shop, other] = [await world.findShopId(homeShop), await world.findShopId(otherShop)];
    const elsewhere = await metalItems(other);
    const standard = await metalItems(null);
    const [component] = (await world
      .db('component_items as x')
      .join('items as i', 'i.id', 'x.item_id')
      .where({ 'i.name': 'Metal Panel' })
      .pluck('x.component_id')) as string[];
    const cost = async (shopId: string) =>
      (await componentCosts(world.db, { ids: [component ?? ''], shopId })).get(component ?? '');
    const [mine, theirs] = [await cost(shop), await cost(other)];
    const result = await updateShopMetalPrices(shopAdmin(), { id: shop, ...ten(20) });
    expect(result).toMatchObject({ msg: 'Shops metal items are updated', item: { metalPanel: 20 } });
    expect((await metalItems(shop)).get('Metal Panel')).toBe(20);
    expect([await metalItems(other), await metalItems(null)]).toEqual([elsewhere, standard]);
    expect((await cost(shop))?.shop).toBeGreaterThan(mine?.shop ?? 0);
    expect((await cost(shop))?.standard).toBe(mine?.standard);
    expect(await cost(other)).toEqual(theirs);
    expect(await getMetalPrices(shopAdmin(), { shop: other })).toMatchObject({ _id: shop, metalPanel: 20 });
  });

  test('are changed by the shop itself or the office; the office sets the standard ones', async () => {
    const other = await world.findShopId(otherShop);
    await expect(updateShopMetalPrices(shopAdmin(), { id: other, ...ten(1) })).rejects.toThrow('Shop not found');
    await expect(copyStandardMetalPrices(shopAdmin(), { id: other, ...ten(1) })).rejects.toThrow('Permission Denied');
    await copyStandardMetalPrices(office(), { id: other, ...ten(9, 'Standard') });
    expect((await metalItems(other)).get('Ridge Cap')).toBe(9.375);
  });

  test('preview their effect without storing anything', async () => {
    const shop = await world.findShopId(homeShop);
    const before = await metalItems(shop);
    const effect = (await computeEffect(updateShopMetalPrices as never)(shopAdmin(), { id: shop, ...ten(50) })) as {
      sheds: number;
      shops: { shop: { name: string } }[];
    };
    expect(effect.sheds).toBeGreaterThan(0);
    expect([...new Set(effect.shops.map((row) => row.shop.name))]).toEqual([homeShop]);
    expect(await metalItems(shop)).toEqual(before);
  });
});
