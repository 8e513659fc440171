import { describe, expect, test } from 'vitest';
import { listRecordHistory } from '../../operations/history/service.js';
import { homeShop, useWorld } from '../../testing/world.js';
import { toLines } from '../../testing/table-files.js';
import { exportVendors } from './export-list.js';
import { createVendor, updateVendor, deleteVendor, listVendors, getVendor } from './service.js';

const world = useWorld();
const shop = () => world.ctx('shop.user');
const items = async (n: number) => (await world.db('items').orderBy('id').limit(n).pluck('id')) as string[];

describe('vendors', () => {
  test("have default items in order, each with this shop's name and total", async () => {
    const [first = '', second = ''] = await items(2);
    const shopItem = { name: 'Our panel', sub_total: 10.5, freight: 0.25 };
    const shopId = await world.findShopId(homeShop);
    await world
      .db('shop_item_values')
      .insert({ shop_id: shopId, item_id: second, ...shopItem })
      .onConflict(['shop_id', 'item_id'])
      .merge(shopItem);
    const { msg, item } = await createVendor(shop(), { name: ' Dover Steel ', defaultItems: [second, first, second] });
    expect(msg).toBe('Vendor is created');
    expect(item).toMatchObject({ name: 'Dover Steel', email: '', revision: 1, shop: { name: homeShop } });
    expect(item.defaultItems.map(({ _id }) => _id)).toEqual([second, first]);
    expect(item.defaultItems[0]).toMatchObject({
      name: 'Our panel',
      total: 10.75,
      shopValues: [{ shop: shopId, name: 'Our panel', total: 10.75 }],
    });
    const { item: fewer } = await updateVendor(shop(), { id: item._id, revision: 1, defaultItems: [{ _id: first }] });
    expect(fewer).toMatchObject({ name: 'Dover Steel', revision: 2, defaultItems: [{ _id: first }] });
  });

  test('sell a default item in packs, which are unchanged when left out and can be removed', async () => {
    const [first = '', second = ''] = await items(2);
    const packs = [{ _id: first, pack: 12 }, { _id: second }];
    const { item } = await createVendor(shop(), { name: 'Packer', defaultItems: packs });
    expect(item.defaultItems.map(({ pack }) => pack)).toEqual([12, null]);
    const change = (defaultItems: NonNullable<Parameters<typeof updateVendor>[1]['defaultItems']>) =>
      updateVendor(shop(), { id: item._id, defaultItems });
    const getPacks = ({ item: { defaultItems } }: Awaited<ReturnType<typeof change>>) =>
      defaultItems.map(({ pack }) => pack);
    expect(getPacks(await change([second, first]))).toEqual([null, 12]);
    expect(getPacks(await change([{ _id: first, pack: null }]))).toEqual([null]);
    for (const pack of [0, -1, Number.NaN])
      await expect(change([{ _id: first, pack }])).rejects.toMatchObject({ code: 'invalid-input' });
    const { items: trail } = await listRecordHistory(shop(), { id: item._id });
    expect(JSON.stringify(trail)).toContain('packs of 12');
  });

  test('report each problem at its field', async () => {
    await expect(createVendor(shop(), { name: ' ', email: 'steel' })).rejects.toMatchObject({
      errors: [
        { path: 'name', msg: 'Enter the vendor name' },
        { path: 'email', msg: 'is not a valid email address' },
      ],
    });
    const nobody = '01a00000-0000-7000-8000-000000000000';
    await expect(createVendor(shop(), { name: 'X', defaultItems: [nobody] })).rejects.toThrow('does not exist');
    await createVendor(shop(), { name: 'Taken' });
    await expect(createVendor(shop(), { name: 'TAKEN' })).rejects.toMatchObject({ errors: [{ path: 'name' }] });
    await expect(createVendor(world.ctx('other.shop'), { name: 'Taken' })).resolves.toBeDefined();
  });

  test('with a stale revision answer both versions; the history shows the changes to the shop', async () => {
    const { item } = await createVendor(shop(), { name: 'Twice' });
    await updateVendor(world.ctx('shop.admin'), { id: item._id, revision: 1, city: 'Theirs' });
    await expect(updateVendor(shop(), { id: item._id, revision: 1, city: 'Mine' })).rejects.toMatchObject({
      code: 'stale-record',
      details: { what: 'Vendor "Twice"', current: { city: 'Theirs', revision: 2 } },
    });
    expect((await deleteVendor(shop(), { id: item._id })).msg).toBe('Vendor is deleted');
    const { items: history } = await listRecordHistory(shop(), { id: item._id });
    expect(history.map(({ action }) => action)).toEqual(['delete', 'change', 'add']);
    expect(history[1]?.changes).toEqual([{ field: 'city', from: '', to: 'Theirs' }]);
    expect((await listRecordHistory(world.ctx('other.shop'), { id: item._id })).total).toBe(0);
  });

  test('belong to one shop: another shop cannot see them; the office can read but not change them', async () => {
    const { item } = await createVendor(shop(), { name: 'Ours alone', email: 'ours@steel.test' });
    const { _id: id } = item;
    for (const call of [
      () => getVendor(world.ctx('other.shop'), { id }),
      () => updateVendor(world.ctx('other.shop'), { id, name: 'Theirs' }),
      () => deleteVendor(world.ctx('other.shop'), { id }),
    ])
      await expect(call()).rejects.toThrow('Vendor not found');
    const foundVendors = await listVendors(world.ctx('office.user'), { search: 'ours@steel' });
    expect(foundVendors).toMatchObject({ items: [{ _id: id, shop: { name: homeShop } }], total: 1 });
    await expect(updateVendor(world.ctx('office.admin'), { id, name: 'X' })).rejects.toThrow('Permission Denied');
    await expect(getVendor(world.ctx('builder'), { id })).rejects.toThrow('Permission Denied');
  });

  test('are listed 40 per page, sorted as requested, and exported', async () => {
    for (const name of ['Mill 2', 'Mill 10', 'Mill 1']) await createVendor(shop(), { name, city: 'Millville' });
    const { items: page, total } = await listVendors(shop(), { search: 'millville', sort: '-name' });
    expect([page.map(({ name }) => name), total]).toEqual([['Mill 10', 'Mill 2', 'Mill 1'], 3]);
    const file = await exportVendors(shop(), { search: 'millville', format: 'csv' });
    expect(file.name).toBe('vendors.csv');
    expect(await toLines(file)).toHaveLength(4);
  });
});
