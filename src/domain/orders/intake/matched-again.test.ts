import { beforeEach, describe, expect, test } from 'vitest';
import { updateOrder } from '../../billing/invoices/life/change-order.js';
import { acceptProposals, undoProposal } from '../../imports/feed/proposals/decide.js';
import { listProposals } from '../../imports/feed/proposals/service.js';
import { takeFeedRows } from '../../imports/feed/testing/feed-rows.js';
import { importOrders } from '../../imports/order-files/service.js';
import { newId } from '../../kernel/ids.js';
import { homeShop, useWorld } from '../../testing/world.js';
import { repriceOrders } from '../pricing/reprice-orders.js';
import { getOrder, listOrders } from '../service.js';
import { chooseForAlerts } from './desk/choose.js';
import { pushOrders } from './push.js';
import { rematchNewOrders } from './rematch-new.js';

type Row = Record<string, unknown>;
const world = useWorld();
const office = () => world.ctx('office.admin');
const name = 'Double Door';
/** The add-ons of this name: for new builds, at 75% and with an ID of the sales system, and off the lot, at 50%. */
const forNew = newId();
const forLot = newId();

const toRow = (serialNumber: string, more: Row = {}): Row => ({
  ...{ serialNumber, shop: homeShop, dealer: 'Hilltop Storage', type: 'Inventory', customer: 'Ann' },
  ...{ category: 'Painted', model: 'Painted Cabin', size: '8x10', basePrice: 2295, dateOrdered: '2026-03-02' },
  ...{ roofType: 'Metal', roofColor: 'Black', sidingType: 'Painted', sidingColor: 'Clay', trimColor: 'White' },
  ...{ addOns: [{ name, quantity: 2, price: 300 }], ...more },
});

const find = async (serialNumber: string) => {
  const { items } = await listOrders(office(), { search: serialNumber });
  return getOrder(office(), { id: items[0]?._id ?? '' });
};
async function upload(serialNumber: string, more: Row = {}) {
  await importOrders(office(), { orders: [toRow(serialNumber, more)] });
  return find(serialNumber);
}
/** The add-ons of an order and what the shop gets. */
const readSale = async (serialNumber: string) => {
  const { addOns, grandTotal } = await find(serialNumber);
  const lines = addOns.map(({ addOn, retailPrice, shopPercent }) => [addOn._id, retailPrice, shopPercent]);
  return { lines, grandTotal };
};
const readAddOns = async (serialNumber: string) => (await find(serialNumber)).addOns.map(({ addOn }) => addOn._id);
const rematch = () => rematchNewOrders(office(), {});
const categoryId = async (category: string) =>
  ((await world.db('addon_categories').where({ name: category }).first('id')) as { id: string }).id;

beforeEach(async () => {
  await world.db('orders').delete();
  await world.db('matching_choices').delete();
  await world.db('add_ons').whereIn('id', [forNew, forLot]).delete();
  const addOn = { name, type: 'piece', retail_price: 300 };
  await world.db('add_ons').insert([
    { ...addOn, id: forNew, category_id: await categoryId('Doors'), shop_percent: 75, ss_id: '7100' },
    { ...addOn, id: forLot, category_id: await categoryId('Lot Options'), shop_percent: 50 },
  ]);
});

describe('an add-on whose name is in two parent categories', () => {
  const chooseShop = async (id: string) => {
    const choice = await world.findShopId(homeShop);
    await chooseForAlerts(office(), {
      kind: 'shop-missing',
      words: '',
      within: '',
      choice,
      ids: [id],
      remember: false,
    });
  };

  test.each([
    [
      'on the order',
      async (id: string) => void (await updateOrder(office(), { id, shop: await world.findShopId(homeShop) })),
    ],
    ['at the alert', chooseShop],
  ])('is that of the shop and type once the shop is chosen %s, as in a complete row', async (_, choose) => {
    await upload('WHOLE');
    const { _id: id } = await upload('PART', { shop: null });
    expect(await readAddOns('PART')).toEqual([forNew]);
    await choose(id);
    expect(await readAddOns('PART')).toEqual([forLot]);
    expect(await readSale('PART')).toEqual(await readSale('WHOLE'));
  });

  test('is found again after the shop got a category for its type', async () => {
    const shop = world.db('shops').where({ name: homeShop });
    const { ol_addon_category_id } = (await shop.clone().first('ol_addon_category_id')) as Row;
    await shop.clone().update({ ol_addon_category_id: null });
    await upload('LATER');
    expect(await readAddOns('LATER')).toEqual([forNew]);
    await shop.clone().update({ ol_addon_category_id });
    await rematch();
    expect(await readAddOns('LATER')).toEqual([forLot]);
    expect((await find('LATER')).addOns[0]?.addOn.ssId).toBeNull();
  });

  test('follows the type of the order, there and back', async () => {
    const { _id: id } = await upload('TYPE');
    await upload('SOLD', { type: 'Customer' });
    const before = await readSale('TYPE');
    await updateOrder(office(), { id, type: 'Customer' });
    expect(await readSale('TYPE')).toEqual(await readSale('SOLD'));
    await updateOrder(office(), { id, type: 'Inventory' });
    expect(await readSale('TYPE')).toEqual(before);
  });

  test('is the one with the ID in the file, whatever the type', async () => {
    const { _id: id } = await upload('BY-ID', { addOns: [{ name, ssId: '7100', price: 300 }] });
    await rematch();
    expect(await readAddOns('BY-ID')).toEqual([forNew]);
    await updateOrder(office(), { id, type: 'Customer' });
    await updateOrder(office(), { id, type: 'Inventory' });
    expect(await readAddOns('BY-ID')).toEqual([forNew]);
  });

  test('stays the same when it is renamed', async () => {
    await upload('RENAMED');
    await world.db('add_ons').where({ id: forLot }).update({ name: 'French Door' });
    await rematch();
    expect(await readAddOns('RENAMED')).toEqual([forLot]);
  });

  test.each([
    ['in place of a line', 1],
    ['as a new line', undefined],
  ])('stays the one that a user chose %s, through checks and changes of the type', async (_, lineNo) => {
    const { _id: id } = await upload('CHOSEN');
    await updateOrder(office(), { id, addOns: [{ lineNo, addOn: forNew, quantity: 1 }] });
    await rematch();
    expect(await readAddOns('CHOSEN')).toEqual([forNew]);
    await updateOrder(office(), { id, type: 'Customer', addOns: [{ lineNo: 1, addOn: forLot }] });
    await updateOrder(office(), { id, roofColor: 'White' });
    await rematch();
    expect(await readAddOns('CHOSEN')).toEqual([forLot]);
  });

  test('that the office chose for a name of the file stays chosen, as that of the type', async () => {
    const { _id: id } = await upload('NAMED', { shop: null, addOns: [{ name: 'DblDr', price: 300 }] });
    const cause = { kind: 'add-on', words: 'dbldr', within: '' } as const;
    await chooseForAlerts(office(), { ...cause, choice: forLot, remember: false });
    await rematch();
    expect(await readAddOns('NAMED')).toEqual([forLot]);
    await updateOrder(office(), { id, shop: await world.findShopId(homeShop), type: 'Customer' });
    expect(await readAddOns('NAMED')).toEqual([forNew]);
  });

  test('stays on a pushed order that is re-priced, and is found again once the order is New', async () => {
    const { _id: id } = await upload('PUSHED');
    expect(await pushOrders(office(), {})).toMatchObject({ pushed: 1 });
    await world
      .db('add_ons')
      .where({ id: forLot })
      .update({ category_id: await categoryId('Doors'), shop_percent: 40 });
    await world
      .db('add_ons')
      .where({ id: forNew })
      .update({ category_id: await categoryId('Lot Options') });
    expect(await repriceOrders(office(), { ids: [id] })).toMatchObject({ counts: { changed: 1 } });
    expect(await readAddOns('PUSHED')).toEqual([forLot]);
    await updateOrder(office(), { id, status: 'New', roofColor: 'White' });
    expect(await readAddOns('PUSHED')).toEqual([forNew]);
  });
});

describe('a proposal for a New order', () => {
  const take = (row: Row) => takeFeedRows(office(), { rows: [row], source: 'Folder', takesAtOnce: ['facts'] });

  test('of another type matches its add-ons again; an undo of one accepted before an upgrade restores its lines', async () => {
    await take(toRow('PROPOSED'));
    const before = await readSale('PROPOSED');
    await take(toRow('PROPOSED', { type: 'Customer' }));
    const [proposal] = (await listProposals(office(), {})).items;
    const id = proposal?._id ?? '';
    await acceptProposals(office(), { items: [{ id }] });
    expect(await readAddOns('PROPOSED')).toEqual([forNew]);
    await world.db.raw(
      `update order_proposals set before = jsonb_set(before, '{lines}', (
         select jsonb_agg(line - 'found_by' - 'price_given') from jsonb_array_elements(before -> 'lines') line))`,
    );
    await undoProposal(office(), { id });
    expect(await readSale('PROPOSED')).toEqual(before);
  });
});
