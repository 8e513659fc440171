import { describe, expect, test } from 'vitest';
import { homeShop, useWorld } from '../../testing/world.js';
import { createDealer, updateDealer, deleteDealer, listDealers, getDealer } from './service.js';

const world = useWorld();
const office = () => world.ctx('office.admin');

describe('dealers', () => {
  test('are added, changed and deleted, each recorded in the history', async () => {
    const shop = await world.findShopId(homeShop);
    const { item } = await createDealer(office(), { name: ' Pine Lot ', shop, city: 'Dover', haulPercent: 62.5 });
    expect(item).toMatchObject({ name: 'Pine Lot', shop: { name: homeShop }, haulPercent: 62.5, revision: 1 });
    const result = await updateDealer(office(), { id: item._id, revision: 1, name: 'Pine Lot', haulPercent: null });
    expect(result).toMatchObject({ msg: 'Dealer is updated', item: { shop: null, city: '', revision: 2 } });
    expect((await deleteDealer(office(), { id: item._id })).msg).toBe('Dealer is deleted');
    await expect(getDealer(office(), { id: item._id })).rejects.toThrow('Dealer not found');
    const trail = (await world
      .db('audit_entries')
      .whereRaw('entity_ids @> array[?]::uuid[]', [item._id])
      .orderBy('id')
      .select('action', 'before', 'after')) as { action: string; before: object; after: object }[];
    expect(trail.map(({ action }) => action)).toEqual(['add', 'change', 'delete']);
    expect(trail[1]).toMatchObject({ before: { haulPercent: 62.5, city: 'Dover' }, after: { haulPercent: null } });
  });

  test('with a stale revision answer who changed them and both versions; without a revision the change applies to the newest', async () => {
    const { item } = await createDealer(office(), { name: 'Twice' });
    await updateDealer(world.ctx('office.admin'), { id: item._id, revision: 1, name: 'Twice', city: 'Theirs' });
    await expect(updateDealer(office(), { id: item._id, revision: 1, name: 'Mine' })).rejects.toMatchObject({
      code: 'stale-record',
      details: { what: 'Dealer "Twice"', current: { city: 'Theirs', revision: 2 } },
    });
    expect((await updateDealer(office(), { id: item._id, name: 'Twice', city: 'Mine' })).item.revision).toBe(3);
  });

  test('refuse a name that is already used, an unknown shop and an invalid percent, naming the field', async () => {
    await createDealer(office(), { name: 'Only One' });
    await expect(createDealer(office(), { name: 'only one' })).rejects.toMatchObject({ errors: [{ path: 'name' }] });
    const shop = '01a00000-0000-7000-8000-000000000000';
    await expect(createDealer(office(), { name: 'X', shop })).rejects.toThrow('shop: does not exist');
    await expect(createDealer(office(), { name: '', haulPercent: 12.34567 })).rejects.toMatchObject({
      errors: [
        { path: 'name', msg: 'Enter the dealer name' },
        { path: 'haulPercent', msg: 'must have at most 4 decimals' },
      ],
    });
  });

  test('are found by name, shop or city, sorted as requested and in pages; a shop gets only names', async () => {
    for (const name of ['Lot 2', 'Lot 10', 'Lot 1']) await createDealer(office(), { name, city: 'Yonder' });
    const foundDealers = await listDealers(office(), { search: 'yonder', sort: '-name', size: 2 });
    expect(foundDealers).toMatchObject({ items: [{ name: 'Lot 10' }, { name: 'Lot 2' }], total: 3 });
    const shopDealers = await listDealers(world.ctx('shop.user'), { search: 'Lot 1' });
    expect(shopDealers.items.map((row) => Object.keys(row))).toEqual([
      ['_id', 'name'],
      ['_id', 'name'],
    ]);
  });
});
