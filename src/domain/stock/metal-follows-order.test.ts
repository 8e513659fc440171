import { beforeEach, describe, expect, test } from 'vitest';
import { updateOrder } from '../billing/invoices/life/change-order.js';
import { updateShop } from '../company/shops/service.js';
import { undoProposal } from '../imports/feed/proposals/decide.js';
import { listProposals } from '../imports/feed/proposals/service.js';
import { takeFeedRows } from '../imports/feed/testing/feed-rows.js';
import { createMetalOrder, getMetalOrder, updateMetalOrder } from '../purchasing/metal-orders/service.js';
import { createVendor } from '../purchasing/vendors/service.js';
import { homeShop, useWorld } from '../testing/world.js';
import { findPositions } from './demand-query.js';
import { usualOrders } from './schema.js';

type Row = Record<string, unknown>;
const world = useWorld();
const office = () => world.ctx('office.admin');
const clerk = () => world.ctx('shop.admin');
let count = 0;
let shop = '';
beforeEach(async () => {
  shop = await world.findShopId(homeShop);
  await updateShop(clerk(), { id: shop, takesStockWhenFinished: true });
  await world.db('orders').delete();
});

const readSerial = async (id: string) =>
  ((await world.db('orders').where({ id }).first('serial_number')) as { serial_number: string }).serial_number;
const readNeeds = async () =>
  (await findPositions(world.db, shop, usualOrders)).filter(({ needed }) => needed > 0) as {
    _id: string;
    needed: number;
  }[];
const needsItem = async (item: string) => (await readNeeds()).some(({ _id }) => _id === item);

/** An order in the queue, and a metal order with all that it needs of one item. */
async function orderWithMetal() {
  const id = await world.createPushedOrder('InQueue');
  const [{ _id: item, needed: quantity } = { _id: '', needed: 0 }] = await readNeeds();
  const { name } = (await world.db('items').where({ id: item }).first('name')) as { name: string };
  const metalPackage = { name: 'Panels', items: [{ name, quantity }] };
  const { item: metal } = await createMetalOrder(clerk(), {
    vendor: (await createVendor(clerk(), { name: `Steel ${(count += 1)}` })).item._id,
    purchaseOrderNumber: `P-${count}`,
    metalOrder: [{ metalPackage, serialNumber: await readSerial(id) }],
  });
  expect(await needsItem(item)).toBe(false);
  return { id, item, metal };
}

/** The sales system sends the order again with another serial number. */
async function renumber(id: string) {
  const { source } = (await world.db('order_sources').where({ order_id: id }).first('source')) as { source: Row };
  const serialNumber = `N-${(count += 1)}`;
  const row = { ...source, serialNumber, timestamp: '2030-01-01T10:00:00Z' };
  const taken = await takeFeedRows(office(), { rows: [row], source: 'Sales feed', takesAtOnce: ['facts'] });
  expect(taken).toMatchObject({ applied: 1, proposed: 0 });
  return serialNumber;
}

const readMetalSerials = async (id: string) =>
  (await getMetalOrder(clerk(), { id })).metalOrder.map(({ serialNumber }) => serialNumber);

describe('metal of an order whose serial number changes in the sales system', () => {
  test('stays out of Demand, and out of what the finished order takes from stock', async () => {
    const { id, item, metal } = await orderWithMetal();
    const serialNumber = await renumber(id);
    expect(await readSerial(id)).toBe(serialNumber);
    expect(await readMetalSerials(metal._id)).toEqual([serialNumber]);
    expect(await needsItem(item)).toBe(false);
    await updateOrder(office(), { id, status: 'Finished' });
    const takenItems = await world.db('stock_movements').where({ source_id: id }).pluck('item_id');
    expect(takenItems.length).toBeGreaterThan(0);
    expect(takenItems).not.toContain(item);
  });

  test('follows the order back if the change is undone', async () => {
    const { id, item, metal } = await orderWithMetal();
    const before = await readSerial(id);
    const serialNumber = await renumber(id);
    expect(await readMetalSerials(metal._id)).toEqual([serialNumber]);
    const [proposal] = (await listProposals(office(), { order: id, state: 'accepted' })).items;
    await undoProposal(office(), { id: proposal?._id ?? '' });
    expect(await readMetalSerials(metal._id)).toEqual([before]);
    expect(await needsItem(item)).toBe(false);
  });

  test('is not saved under the earlier number by a form that is still open', async () => {
    const { id, metal } = await orderWithMetal();
    await renumber(id);
    const { _id, revision } = metal;
    await expect(updateMetalOrder(clerk(), { id: _id, revision, recieved: true })).rejects.toMatchObject({
      code: 'stale-record',
    });
  });

  test('stays with another order of the shop that has the earlier number', async () => {
    const { id, metal } = await orderWithMetal();
    const serialNumber = await readSerial(id);
    const twin = await world.createPushedOrder('InQueue');
    await world.db('orders').where({ id: twin }).update({ serial_number: serialNumber.toLowerCase() });
    await renumber(id);
    expect(await readMetalSerials(metal._id)).toEqual([serialNumber]);
  });
});
