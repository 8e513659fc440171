import { describe, expect, test } from 'vitest';
import { newId } from '../../kernel/ids.js';
import { updateInvoice } from '../../billing/invoices/life/change.js';
import { createInvoice } from '../../billing/invoices/life/create.js';
import { createPayment } from '../../billing/payments/paying/create.js';
import { computeEffect } from '../../catalogue/prices/effect.js';
import { homeShop, otherShop, useWorld } from '../../testing/world.js';
import { createShop, updateShop, getCurrentShop, deleteShop, listShops, getShop } from './service.js';

const world = useWorld();
const office = () => world.ctx('office.admin');
let count = 0;
const unique = () => `Shop ${(count += 1)} of the test`;

async function categories(): Promise<[string, string, string]> {
  return (await world.db('shed_categories').orderBy('name').limit(3).pluck('id')) as [string, string, string];
}
/** Pays one invoice of a shop. */
async function pay(shop: string, clerk: 'shop.admin' | 'other.shop'): Promise<void> {
  const { invoice } = await createInvoice(world.ctx(clerk), { order: await world.createFinishedOrder(shop) });
  await updateInvoice(office(), { id: invoice._id, status: 'Approved' });
  await createPayment(office(), { invoices: [invoice._id] });
}
const anyModel = async () => (await world.db('shed_models').first('id', 'name')) as { id: string; name: string };

describe('a shop', () => {
  test('is added with its percents, changed in part and deleted, each recorded in the history', async () => {
    const [first, second, third] = await categories();
    const model = await anyModel();
    const { item } = await createShop(office(), {
      name: ' Ridge & Sons ',
      overhead: 4.75,
      defaultCategory: first,
      eightTenTwelveNBPercent: 61.25,
      categories: [{ category: second, fourteenSixteenINVPercent: 58.5 }],
      defaultModels: [{ model: model.id, standardEightTenTwelveNBPercent: 60 }],
    });
    expect(item).toMatchObject({ name: 'Ridge & Sons', city: '', shopAddOnPercent: null, revision: 1 });
    expect(item).toMatchObject({ eightTenTwelveNBPercent: 61.25, eightTenTwelveINVPercent: 0 });
    expect(item.categories).toMatchObject([{ category: { _id: second }, fourteenSixteenINVPercent: 58.5 }]);
    expect(item.defaultModels).toMatchObject([{ model: { name: model.name }, standardEightTenTwelveNBPercent: 60 }]);
    const result = await updateShop(office(), {
      id: item._id,
      revision: 1,
      city: 'Dover',
      categories: [{ category: third, eightTenTwelveNBPercent: null }],
    });
    expect(result).toMatchObject({
      msg: 'Shop is updated',
      item: { name: 'Ridge & Sons', city: 'Dover', revision: 2 },
    });
    expect(result.item.categories).toMatchObject([{ category: { _id: third }, eightTenTwelveNBPercent: 0 }]);
    expect(result.item.defaultModels).toEqual(item.defaultModels);
    expect(await deleteShop(office(), { id: item._id })).toEqual({ msg: 'Shop is deleted' });
    expect(await world.db('shop_percents').where({ shop_id: item._id })).toEqual([]);
    const actions = await world
      .db('audit_entries')
      .whereRaw('entity_ids @> array[?]::uuid[]', [item._id])
      .orderBy('id')
      .pluck('action');
    expect(actions).toEqual(['add', 'change', 'delete']);
  });

  test('has no extra row for its default category, and no two rows for the same category or model', async () => {
    const [first, second] = await categories();
    const rows = [{ category: first, eightTenTwelveNBPercent: 70 }, { category: second }];
    const { item } = await createShop(office(), { name: unique(), defaultCategory: first, categories: rows });
    expect(item.categories.map(({ category }) => category._id)).toEqual([second]);
    const moveResult = await updateShop(office(), { id: item._id, defaultCategory: second });
    expect(moveResult.item).toMatchObject({ defaultCategory: { _id: second }, categories: [] });
    const twice = [{ category: first }, { category: first }];
    await expect(updateShop(office(), { id: item._id, categories: twice })).rejects.toMatchObject({
      errors: [{ path: 'categories.1.category', msg: 'is a duplicate' }],
    });
    const { id: model } = await anyModel();
    await expect(updateShop(office(), { id: item._id, defaultModels: [{ model }, { model }] })).rejects.toMatchObject({
      errors: [{ path: 'defaultModels.1.model' }],
    });
  });

  test('refuses percents outside 0 to 100 or with more than two decimals, a row without its model, and unknown records', async () => {
    const { item } = await createShop(office(), { name: unique() });
    const change = (fields: object) => updateShop(office(), { id: item._id, ...fields });
    for (const percent of [-0.01, 100.01, 61.255])
      await expect(change({ eightTenTwelveNBPercent: percent })).rejects.toMatchObject({
        errors: [{ path: 'eightTenTwelveNBPercent' }],
      });
    await change({ eightTenTwelveNBPercent: 100, eightTenTwelveINVPercent: 61.26 });
    await expect(change({ defaultModels: [{ model: '' }] })).rejects.toMatchObject({
      errors: [{ path: 'defaultModels.0.model', msg: 'Choose a model' }],
    });
    await expect(change({ categories: [{ category: newId() }] })).rejects.toMatchObject({
      errors: [{ path: 'categories.0.category', msg: 'does not exist' }],
    });
    await expect(change({ nbAddonCategory: newId() })).rejects.toThrow('does not exist');
    await expect(change({ defaultEmail: 'desk at shop' })).rejects.toThrow('is not a valid email address');
    await expect(createShop(office(), { name: homeShop.toUpperCase() })).rejects.toMatchObject({
      errors: [{ path: 'name' }],
    });
    await expect(createShop(office(), {} as never)).rejects.toThrow('Enter the shop name');
  });

  test('with a stale revision answers both versions', async () => {
    const { item } = await createShop(office(), { name: unique() });
    await updateShop(office(), { id: item._id, revision: 1, city: 'Theirs' });
    await expect(updateShop(office(), { id: item._id, revision: 1, city: 'Mine' })).rejects.toMatchObject({
      code: 'stale-record',
      details: { current: { city: 'Theirs', revision: 2 } },
    });
  });

  test('with users, orders or payments cannot be deleted, and lists what belongs to it', async () => {
    await pay(otherShop, 'other.shop');
    await expect(deleteShop(office(), { id: await world.findShopId(otherShop) })).rejects.toThrow(
      'cannot be deleted: it is used by 1 user, 1 order, 1 invoice, 1 payment, 1 dealer.',
    );
  });
});

describe("the caller's own shop", () => {
  test('lets its Shop Admin change only address and overhead', async () => {
    const id = await world.findShopId(homeShop);
    const admin = world.ctx('shop.admin');
    const { item } = await updateShop(admin, { id, city: 'Millersburg', overhead: 6.25 });
    expect(item).toMatchObject({ city: 'Millersburg', overhead: 6.25 });
    await expect(updateShop(admin, { id, city: 'X', eightTenTwelveNBPercent: 99, name: 'Y' })).rejects.toMatchObject({
      errors: [
        { path: 'name', msg: 'can be changed only by the office' },
        { path: 'eightTenTwelveNBPercent', msg: 'can be changed only by the office' },
      ],
    });
    await expect(updateShop(admin, { id: await world.findShopId(otherShop), city: 'X' })).rejects.toThrow(
      'Shop not found',
    );
    await expect(updateShop(world.ctx('shop.user'), { id, city: 'X' })).rejects.toThrow('Permission Denied');
    expect((await getShop(office(), { id })).city).toBe('Millersburg');
  });

  test('is shown in full to its office staff and only by name to a builder', async () => {
    expect(await getCurrentShop(world.ctx('shop.user'), {})).toMatchObject({
      name: homeShop,
      eightTenTwelveNBPercent: 61.25,
      standardEightTenTwelveNBPercent: 61,
    });
    expect(Object.keys(await getCurrentShop(world.ctx('builder'), {}))).toEqual(['_id', 'name']);
  });
});

test('the list shows invoices per payment over six months, rounded up, and 0 without payments', async () => {
  const id = await world.findShopId(homeShop);
  const average = async () =>
    (await listShops(office(), {})).items.find(({ _id }) => _id === id)?.averageInvoicesPerWeek;
  expect(await average()).toBe(0);
  await pay(homeShop, 'shop.admin');
  await pay(homeShop, 'shop.admin');
  expect(await average()).toBe(1);
  await world.db('payments').where({ shop_id: id }).limit(1).update({ invoice_count: 1 });
  const [first] = (await world.db('payments').where({ shop_id: id }).pluck('id')) as [string];
  await world.db('payments').where({ id: first }).update({ invoice_count: 2 });
  expect(await average()).toBe(2);
  await world.db('payments').where({ id: first }).update({ payment_date: '2026-05-18' });
  expect(await average()).toBe(1);
});

test('a change of percents previews its effect at that shop', async () => {
  const id = await world.findShopId(homeShop);
  const change = { id, eightTenTwelveNBPercent: 70 };
  const effect = (await computeEffect(updateShop)(office(), change)) as {
    shops: { shop: { _id: string }; count: number; before: { grossProfit: number }; after: { grossProfit: number } }[];
  };
  expect(effect.shops.map(({ shop }) => shop._id)).toEqual([id]);
  const [shopEffect] = effect.shops;
  expect(shopEffect?.count).toBeGreaterThan(0);
  expect(shopEffect?.after.grossProfit).toBeGreaterThan(shopEffect?.before.grossProfit ?? 0);
  expect((await getShop(office(), { id })).eightTenTwelveNBPercent).toBe(61.25);
});
