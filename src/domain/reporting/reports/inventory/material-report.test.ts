import { json } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { createMaterialOrder } from '../../../purchasing/material-orders/life/create.js';
import { createVendor } from '../../../purchasing/vendors/service.js';
import { useWorld, type ActorName } from '../../../testing/world.js';
import { downloadReport } from '../file.js';
import { runMaterialReport } from './material-report.js';

const world = useWorld();

interface Answer {
  readonly items: readonly { readonly purchaseOrderNumber: string; readonly items: readonly object[] }[];
  readonly total: number;
}

test('a JSON file has all orders, for the office and their shop; a page has 500 by default', async () => {
  const clerk = world.ctx('shop.user');
  const { item: vendor } = await createVendor(clerk, { name: 'Mill' });
  const item = (await world.db('items').first('id')) as { id: string };
  const items = [{ item: item.id, quantity: 4, newPrice: 2.5 }];
  const order = { purchaseOrderNumber: 'M-0', vendor: vendor._id, freight: 5, items };
  const { item: first } = await createMaterialOrder(clerk, order);
  await world.db.raw(
    `insert into material_orders (id, shop_id, vendor_id, purchase_order_number, ordered_on, freight, grand_total)
      select gen_random_uuid(), shop_id, vendor_id, 'M-' || n, ordered_on, 0, 0
      from material_orders, generate_series(1, 500) n where id = ?`,
    [first._id],
  );
  const read = async (who: ActorName) =>
    (await json((await downloadReport(world.ctx(who), { name: 'material-orders', format: 'json' })).content)) as Answer;
  for (const who of ['office.user', 'shop.user'] as const) {
    const answer = await read(who);
    expect([answer.total, answer.items.length]).toEqual([501, 501]);
    expect(answer.items.find(({ purchaseOrderNumber }) => purchaseOrderNumber === 'M-0')?.items).toHaveLength(1);
    const page = await runMaterialReport(world.ctx(who), {});
    expect([page.total, page.items.length]).toEqual([501, 500]);
  }
  expect((await read('other.shop')).total).toBe(0);
});
