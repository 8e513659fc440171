import { describe, expect, test } from 'vitest';
import { getCompanyProfile } from '../company/company/service.js';
import { metals } from '../company/company/metals.js';
import { getOrder } from '../orders/service.js';
import { getCurrentShop, getShop } from '../company/shops/service.js';
import { homeShop, useWorld } from '../testing/world.js';

const world = useWorld();
const own = metals.map(({ name }) => name);
const standards = metals.map(({ name }) => `${name}Standard`);
const getKeys = (record: object) => Object.keys(record);

describe('records have the fields of the documents', () => {
  test('a shop has its users and metal prices, but no users for those who may not list them', async () => {
    const id = await world.findShopId(homeShop);
    await world.db('shops').where({ id }).update({ metal_panel: 2.5 });
    await world.db('companies').update({ metal_panel_standard: 2.45 });
    const shop = await getShop(world.ctx('office.user'), { id });
    expect(getKeys(shop)).toEqual(expect.arrayContaining([...own, ...standards]));
    expect(shop).toMatchObject({ metalPanel: 2.5, metalPanelStandard: 2.45 });
    const builder = world.actor('builder');
    expect(shop.shopUsers).toContainEqual({ _id: builder.id, name: builder.name, role: 'Builder' });
    expect(shop.shopUsers).not.toContainEqual(expect.objectContaining({ _id: world.actor('other.shop').id }));
    expect((await getCurrentShop(world.ctx('shop.admin'), {})) as object).toHaveProperty('shopUsers');
    expect((await getCurrentShop(world.ctx('shop.user'), {})) as object).not.toHaveProperty('shopUsers');
    expect(getKeys(await getCurrentShop(world.ctx('builder'), {})).sort()).toEqual(['_id', 'name']);
  });

  test('the company has its users and standard metal prices, only for the office', async () => {
    const company = (await getCompanyProfile(world.ctx('office.user'), {})) as unknown as Record<string, unknown>;
    expect(getKeys(company)).toEqual(expect.arrayContaining(standards));
    const admin = world.actor('office.admin');
    expect(company['companyUsers']).toContainEqual({ _id: admin.id, name: admin.name, role: 'Office Admin' });
    for (const who of ['shop.admin', 'builder'] as const) {
      const keys = getKeys(await getCompanyProfile(world.ctx(who), {}));
      for (const key of ['companyUsers', ...standards]) expect(keys).not.toContain(key);
    }
  });

  test('an order has its company and the labor it was priced from; a builder sees no cost', async () => {
    const id = await world.createPushedOrder('InQueue');
    const order = await getOrder(world.ctx('office.user'), { id });
    expect(order.companyId).toBe(((await world.db('companies').first('id')) as { id: string }).id);
    const values = ['buildBase', 'roofBase', 'trussCount', 'paintHours', 'doorCost'];
    expect(getKeys(order.laborBase.standard ?? {})).toEqual(values);
    const shop = await getOrder(world.ctx('shop.user'), { id });
    expect(shop.laborBase).toEqual(order.laborBase);
    for (const one of order.laborBase.shopValues) expect(one.shop).toBe(await world.findShopId(homeShop));
    expect(getKeys(await getOrder(world.ctx('builder'), { id }))).not.toContain('laborBase');
  });
});
