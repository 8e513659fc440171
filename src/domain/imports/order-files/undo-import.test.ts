import { beforeEach, describe, expect, test } from 'vitest';
import { listOrderComments } from '../../messaging/messages/list.js';
import { deleteComment, createComment } from '../../messaging/messages/service.js';
import type { DomainEvent } from '../../kernel/context.js';
import { listen } from '../../kernel/events.js';
import { newId } from '../../kernel/ids.js';
import { getImport } from '../history.js';
import { undoImport } from '../undo.js';
import { homeShop, useWorld } from '../../testing/world.js';
import { importOrders } from './service.js';
import { deleteNewOrders } from '../../orders/intake/delete-new.js';
import { deleteOrder } from '../../orders/life/delete.js';
import { listOrders } from '../../orders/service.js';
import { takeFeedRows } from '../feed/testing/feed-rows.js';

type Row = Record<string, unknown>;
const world = useWorld();
const office = () => world.ctx('office.admin');
const getOrder = (serialNumber: string, more: Row = {}): Row => ({
  ...{ serialNumber, shop: homeShop, category: 'Painted', model: 'Painted Cabin', size: '8x10', basePrice: 2295 },
  ...more,
});

/** Uploads orders, replacing existing ones by default; returns the import's ID. */
async function upload(fileName: string, orders: Row[], duplicates: 'replace' | 'keep' = 'replace'): Promise<string> {
  return (await importOrders(office(), { fileName, orders, duplicates })).import ?? '';
}
const undo = (id: string) => undoImport(office(), { id });
const customers = async (search: string) =>
  (await listOrders(office(), { search })).items.map((order) => (order as unknown as Row)['customer']).sort();
const readId = async (search: string) => (await listOrders(office(), { search })).items[0]?._id ?? '';

beforeEach(async () => void (await deleteNewOrders(office(), {})));

describe('an import whose orders were changed since cannot be undone', () => {
  test('when a later one replaced them, until the later one is undone', async () => {
    const first = await upload('1.json', [getOrder('A-1', { customer: 'Ann' }), getOrder('A-2')]);
    const second = await upload('2.json', [getOrder('A-1', { customer: 'Bob' })]);
    const third = await upload('3.json', [getOrder('A-1', { customer: 'Cid' })]);
    await expect(undo(second)).rejects.toThrow(
      'The import cannot be undone: order A-1 was replaced by the import of 3.json; undo that import first.',
    );
    await expect(undo(first)).rejects.toThrow('replaced by the import of 2.json');
    expect(await customers('A-1')).toEqual(['Cid']);
    for (const [id, customer] of [
      [third, 'Bob'],
      [second, 'Ann'],
    ] as const) {
      await undo(id);
      expect(await customers('A-1')).toEqual([customer]);
    }
    expect(await undo(first)).toMatchObject({ deleted: 2 });
  });

  test('one from before reasons for unknown costs were stored restores its orders with these reasons', async () => {
    const readCost = (serial: string): Promise<unknown> =>
      world.db('orders').where({ serial_number: serial }).first('cost_unknown', 'cost_known');
    await upload('1.json', [getOrder('C-1', { model: 'Nothing of the kind' }), getOrder('C-2')]);
    const [unknown, known] = [await readCost('C-1'), await readCost('C-2')];
    expect([unknown, known]).toEqual([
      { cost_unknown: ['model'], cost_known: false },
      { cost_unknown: [], cost_known: true },
    ]);
    const second = await upload('2.json', [getOrder('C-1'), getOrder('C-2')]);
    await world.db.raw(
      `update imports set before = jsonb_set(before, '{orders}',
         (select jsonb_agg(o - 'cost_unknown' - 'cost_known') from jsonb_array_elements(before -> 'orders') o)) where id = ?`,
      [second],
    );
    await undo(second);
    expect([await readCost('C-1'), await readCost('C-2')]).toEqual([unknown, known]);
  });

  test('when some were deleted, whether they were imported again or not', async () => {
    const first = await upload('1.json', [getOrder('D-1', { customer: 'Ann' }), getOrder('D-2')]);
    await deleteOrder(office(), { id: await readId('D-2') });
    expect((await getImport(office(), { id: first })).inTheWay).toEqual([
      { _id: null, name: '1 of its orders', why: 'was deleted or replaced since' },
    ]);
    const second = await upload('2.json', [getOrder('D-1', { customer: 'Bob' })]);
    await deleteOrder(office(), { id: await readId('D-1') });
    await upload('3.json', [getOrder('D-1', { customer: 'Cid' })]);
    await expect(undo(second)).rejects.toThrow('was deleted or replaced since');
    expect(await customers('D-1')).toEqual(['Cid']);
  });

  test('when another import added the serial number of an order to restore', async () => {
    await upload('1.json', [getOrder('S-1', { externalId: 'same' })]);
    const renamed = await upload('2.json', [getOrder('S-2', { externalId: 'same' })]);
    const again = await upload('3.json', [getOrder('S-1', { externalId: 'other' })]);
    await expect(undo(renamed)).rejects.toThrow(
      'order S-1 already exists: imported from 3.json; undo that import first.',
    );
    await undo(again);
    await undo(renamed);
    expect((await listOrders(office(), { search: 'S-' })).items.map((o) => o.serialNumber)).toEqual(['S-1']);
  });
});

test('an order that was deliberately stored beside others does not prevent it', async () => {
  await upload('1.json', [getOrder('K-1', { customer: 'Ann' })]);
  const replacing = await upload('2.json', [getOrder('K-1', { customer: 'Bob' })]);
  await upload('3.json', [getOrder('K-1', { customer: 'Cid' })], 'keep');
  await undo(replacing);
  expect(await customers('K-1')).toEqual(['Ann', 'Cid']);
  const last = await upload('4.json', [getOrder('K-1', { customer: 'Dan' })]);
  await undo(last);
  expect(await customers('K-1')).toEqual(['Ann', 'Cid']);
});

test('the shop of a restored order is notified', async () => {
  const order = await world.createPushedOrder('Building');
  const { serial_number: serial, shop_id: shop } = (await world.db('orders').where({ id: order }).first()) as {
    serial_number: string;
    shop_id: string;
  };
  const id = await upload('again.json', [getOrder(serial)]);
  const events: DomainEvent[] = [];
  const ignore = () => undefined;
  const hearing = listen(world.url, { onEvent: (event) => events.push(event), onGap: ignore, onSilence: ignore });
  await hearing.ready;
  await undo(id);
  await expect.poll(() => events.filter(({ topic }) => topic === 'orders')).toMatchObject([{ shopIds: [null, shop] }]);
  await hearing.stop();
});

test('messages about a replaced order belong to it again; those deleted since stay deleted', async () => {
  const order = await world.createPushedOrder('Building');
  const write = (content: string) => createComment(world.ctx('shop.user'), { content, order });
  const [question, gone] = [await write('Which door?'), await write('Never mind')];
  const { serial_number: serial } = (await world.db('orders').where({ id: order }).first()) as {
    serial_number: string;
  };
  const id = await upload('again.json', [getOrder(serial)]);
  await deleteComment(world.ctx('office.admin'), { id: gone._id });
  await undo(id);
  const { items } = await listOrderComments(world.ctx('builder'), { orderId: order });
  expect(items.map(({ _id }) => _id)).toEqual([question._id]);
});

test('the proposals of a replaced order, waiting and decided, are restored with it', async () => {
  const order = await world.createPushedOrder('Building');
  const { source } = (await world.db('order_sources').where({ order_id: order }).first('source')) as { source: Row };
  const change = { driverName: 'Amos', buildingRoofColor: 'Black', timestamp: '2027-01-01T10:00:00Z' };
  const rules = { source: 'Sales feed', takesAtOnce: ['facts'] as const };
  await takeFeedRows(office(), { rows: [{ ...source, ...change }], ...rules });
  const readProposals = () => world.db('order_proposals').where({ order_id: order }).orderBy('id');
  const before = await readProposals();
  expect(before).toMatchObject([{ state: 'accepted' }, { state: 'open' }]);
  const id = await upload('again.json', [getOrder(String(source['serialNumber']))]);
  expect(await readProposals()).toEqual([]);
  await undo(id);
  expect(await readProposals()).toEqual(before);
});

test('an order whose dealer was deleted in the meantime is not restored, and the import gives the reason', async () => {
  const order = await world.createPushedOrder('Building');
  const dealer = newId();
  await world.db('dealers').insert({ id: dealer, name: 'Short Lived', shop_id: await world.findShopId(homeShop) });
  await world.db('orders').where({ id: order }).update({ dealer_id: dealer });
  const { serial_number: serial } = (await world.db('orders').where({ id: order }).first()) as {
    serial_number: string;
  };
  const id = await upload('again.json', [getOrder(serial)]);
  await world.db('dealers').where({ id: dealer }).delete();
  await expect(undo(id)).rejects.toThrow('a record it refers to no longer exists; nothing was undone');
  expect(await readId(serial)).not.toBe(order);
});
