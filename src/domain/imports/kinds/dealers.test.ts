import { describe, expect, test } from 'vitest';
import { createDealer } from '../../company/dealers/service.js';
import { newId } from '../../kernel/ids.js';
import { createKindDriver } from '../../testing/kind-driver.js';
import { homeShop, useWorld } from '../../testing/world.js';

const world = useWorld();
const { sheets, stage, refusals, apply } = createKindDriver(world, 'dealers');
const office = () => world.ctx('office.admin');

describe('dealers whose texts contain extra spaces', () => {
  test('are unchanged when imported as exported, and so are their shops', async () => {
    const spaced = { name: 'Far  Corner Lot', city: 'North\u00a0 Salem' };
    const shopId = newId();
    await world.db('shops').insert({ id: shopId, name: 'Far  Corner Barns' });
    await createDealer(office(), { ...spaced, shop: shopId });
    const rows = (await sheets()).flatMap(({ rows: all }) => all);
    expect(await stage(rows)).toMatchObject({ msg: 'Nothing to change.', counts: { unchanged: rows.length } });

    const row = rows.find(({ Name }) => Name === spaced.name);
    const { _id: id, rows: changed } = await stage([{ ...row, Haul_Percent: 41 }]);
    expect(changed.map(({ changes }) => changes.map(({ column }) => column))).toEqual([['Haul_Percent']]);
    await apply(id);
    const dealers = world.db('dealers').where({ shop_id: shopId });
    expect(await dealers.select('name', 'city', 'haul_percent')).toEqual([{ ...spaced, haul_percent: 41 }]);
  });

  test('are refused when a spreadsheet cannot distinguish two of them, or two shops', async () => {
    const shop = await world.findShopId(homeShop);
    await createDealer(office(), { name: 'Double Lot', shop });
    await createDealer(office(), { name: 'Double  Lot', shop });
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
      'Name "Double Lot" must be a dealer name that is unique within the shop',
      'Shop "Twin Barns" must be a name that only one shop has',
      'Shop "Nowhere" must be the name of a shop',
    ]);
  });
});

test('dealers without a shop can be exported, imported, changed and added beside one of the same name with a shop', async () => {
  const shop = await world.findShopId(homeShop);
  await createDealer(office(), { name: 'Free Lot', shop: null, city: 'Salem', haulPercent: 50 });
  await createDealer(office(), { name: 'Free Lot', shop });
  const exported = (await sheets()).flatMap(({ rows: all }) => all);
  const rows = exported.filter(({ Name }) => !/^Double/.test(String(Name))); // the spreadsheet cannot distinguish those
  const free = rows.find(({ Name, Shop }) => Name === 'Free Lot' && Shop === null);
  expect(free).toMatchObject({ City: 'Salem', Haul_Percent: 50 });
  expect((await stage(rows)).counts).toEqual({ new: 0, changed: 0, unchanged: rows.length, refused: 0 });
  const preview = await stage([
    { ...free, Haul_Percent: 60 },
    { Name: 'New Free Lot', Shop: '' },
  ]);
  expect(preview.counts).toEqual({ new: 1, changed: 1, unchanged: 0, refused: 0 });
  await apply(preview._id);
  const dealers = world.db('dealers').whereNull('shop_id').whereIn('name', ['Free Lot', 'New Free Lot']);
  expect(await dealers.orderBy('name').select('name', 'haul_percent')).toEqual([
    { name: 'Free Lot', haul_percent: 60 },
    { name: 'New Free Lot', haul_percent: null },
  ]);
  expect((await stage([{ Name: 'Free Lot' }])).msg).toBe('Sheet "Rows" has no column Shop.');
});
