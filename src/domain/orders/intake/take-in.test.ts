import { expect, test } from 'vitest';
import { createInvoice } from '../../billing/invoices/create-service.js';
import { deleteInvoice } from '../../billing/invoices/delete-service.js';
import { homeShop, useWorld } from '../../testing/world.js';
import { importOrders, previewOrders } from '../../imports/orders/service.js';

const world = useWorld();
const office = () => world.ctx('office.admin');
const orderOf = (serialNumber: string) => ({
  ...{ serialNumber, shop: homeShop, category: 'Painted', model: 'Painted Cabin', size: '8x10', basePrice: 2295 },
});

test('an order whose invoice was paid once stays, as the preview says; the other orders of the file are taken', async () => {
  const id = await world.finishedOrder();
  const { invoice } = await createInvoice(world.ctx('shop.admin'), { order: id });
  await world.db('invoices').where({ id: invoice._id }).update({ was_paid: true });
  await deleteInvoice(office(), { id: invoice._id });
  const { serial_number: serial } = (await world.db('orders').where({ id }).first()) as { serial_number: string };
  const input = { orders: [orderOf(serial), orderOf('N-1')], duplicates: 'replace' as const };
  const { rows } = await previewOrders(office(), input);
  expect(rows).toMatchObject([
    {
      state: 'refused',
      reason: 'an invoice of the existing order was paid and stays in the books: it cannot be replaced',
    },
    { state: 'new' },
  ]);
  expect((await importOrders(office(), input)).rows).toEqual(rows);
  expect(await world.db('invoices').where({ id: invoice._id }).first('order_id')).toEqual({ order_id: id });
});
