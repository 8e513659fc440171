import { describe, expect, test } from 'vitest';
import { addDealer } from '../../dealers/service.js';
import { newId } from '../../ids.js';
import { kindDriver } from '../../testing/kind-driver.js';
import { homeShop, useWorld } from '../../testing/world.js';

const world = useWorld();
const { sheets, stage, refusals, apply } = kindDriver(world, 'dealers');
const office = () => world.ctx('office.admin');

describe('dealers whose texts have blanks inside', () => {
  test('are as they were when they are imported as they are exported, their shops too', async () => {
    const spaced = { name: 'Far  Corner Lot', city: 'North\u00a0 Salem' };
    const shopId = newId();
    await world.db('shops').insert({ id: shopId, name: 'Far  Corner Barns' });
    await addDealer(office(), { ...spaced, shop: shopId });
    const rows = (await sheets()).flatMap(({ rows: all }) => all);
    expect(await stage(rows)).toMatchObject({ msg: 'Nothing to change.', counts: { unchanged: rows.length } });

    const row = rows.find(({ Name }) => Name === spaced.name);
    const { _id: id, rows: changed } = await stage([{ ...row, Haul_Percent: 41 }]);
    expect(changed.map(({ changes }) => changes.map(({ column }) => column))).toEqual([['Haul_Percent']]);
    await apply(id);
    const dealers = world.db('dealers').where({ shop_id: shopId });
    expect(await dealers.select('name', 'city', 'haul_percent')).toEqual([{ ...spaced, haul_percent: 41 }]);
  });

  test('are refused where a spreadsheet cannot tell two of them, or two shops, from each other', async () => {
    const shop = await world.shopId(homeShop);
    await addDealer(office(), { name: 'Double Lot', shop });
    await addDealer(office(), { name: 'Double  Lot', shop });
    await world.db('shops').insert([
      { id: newId(), name: 'Twin Barns' },
      { id: newId(), name: 'Twin  Barns' },
    ]);
    expect(
      await refusals([
        { Name: 'Double Lot', Shop: homeShop, City: 'Dover' },
        { Name: 'Lot Z', Shop: 'Twin Barns' },
        { Name: 'Lot Z', Shop: 'Nowhere' },
      ]),
    ).toEqual([
      'Name "Double Lot" must be a name that one dealer of the shop alone has',
      'Shop "Twin Barns" must be a name that one shop alone has',
      'Shop "Nowhere" must be the name of a shop',
    ]);
  });
});
