import { beforeAll, expect, test } from 'vitest';
import { signInToApi, start, type RunningServer } from '../e2e/product.js';
import { rounds, useStruck } from '../e2e/struck.js';
import { brokenInvariants } from '../src/domain/operations/doctor/invariants.js';

interface Line {
  readonly _id: string;
  readonly item: { readonly _id: string };
}

const struck = useStruck();
const clerk = (server: RunningServer) => signInToApi(server.address, 'shop.user@demo.test');
let order: string;
let line: Line;

beforeAll(async () => {
  const server = await start(struck.place, 'serve', '--no-worker');
  const call = await clerk(server);
  const { body: items } = await call<{ items: { _id: string }[] }>('GET', '/api/item/?size=5');
  const { body: vendor } = await call<{ item: { _id: string } }>('POST', '/api/vendor', { name: 'Strong Lumber' });
  const items_ = items.items.slice(0, 2).map(({ _id }) => ({ item: _id, quantity: 10, newPrice: 2.5 }));
  const materialOrder = await call<{ item: { _id: string; items: Line[] } }>('POST', '/api/materialorder', {
    ...{ vendor: vendor.item._id, purchaseOrderNumber: 'STRONG-1', freight: 10, items: items_ },
  });
  expect(materialOrder.status).toBe(201);
  order = materialOrder.body.item._id;
  line = materialOrder.body.item.items[0] as Line;
  const receiveAnswer = await call('PUT', `/api/materialorder/update/recieved/${order}`, {
    revision: 1,
    recieved: true,
  });
  expect(receiveAnswer.status).toBe(200);
  await server.stop();
});

test('received material whose server is killed at any write is not moved to stock, and is moved once when repeated', async () => {
  const push = async (server: RunningServer) =>
    (await clerk(server))('PUT', `/api/item/shop/inventory/push/${line.item._id}`, {
      ...{ materialOrder: order, line: line._id, quantity: 10 },
    });
  const state = async () => ({
    stock: await struck.db('shop_item_values').where({ item_id: line.item._id }).orderBy('shop_id').select(),
    movements: await struck.countRows('stock_movements'),
    pushed: await struck.countRows('material_receipts', (receipt) => void receipt.whereNotNull('pushed_at')),
  });
  const before = await state();
  for (const table of rounds.flatMap(() => [
    'shop_item_values',
    'stock_movements',
    'material_receipts',
    'audit_entries',
  ])) {
    expect(await struck.strikeServerAt(table, push)).toBe(false);
    expect(await state()).toEqual(before);
    expect(await brokenInvariants(struck.db)).toEqual([]);
  }
  const server = await start(struck.place, 'serve', '--no-worker');
  expect(await push(server)).toMatchObject({ status: 200 });
  expect((await push(server)).status).toBeGreaterThanOrEqual(400);
  await server.stop();
  expect(await state()).toMatchObject({ pushed: before.pushed + 1 });
  expect(await brokenInvariants(struck.db)).toEqual([]);
});
