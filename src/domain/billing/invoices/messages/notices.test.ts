import { beforeEach, describe, expect, test } from 'vitest';
import { listUnreadAlerts } from '../../../messaging/notices/service.js';
import { importOrders } from '../../../imports/order-files/service.js';
import { createPayment } from '../../payments/paying/create.js';
import { useWorld } from '../../../testing/world.js';
import { updateInvoice } from '../life/change.js';
import { createInvoice } from '../life/create.js';
import { deleteInvoice } from '../life/delete.js';
import { readSampleRows } from '../../../imports/feed/testing/feed-rows.js';

const world = useWorld();
const office = () => world.ctx('office.admin');
beforeEach(() => world.db('notifications').delete());

const listAlerts = async (who: 'shop.user' | 'other.shop' = 'shop.user') =>
  (await listUnreadAlerts(world.ctx(who), {})).items.map(({ content, type, link }) => ({ content, type, link }));
const bill = async () =>
  (await createInvoice(world.ctx('shop.user'), { order: await world.createFinishedOrder() })).invoice;

describe('the shop is notified of its invoice', () => {
  test('when it is approved, and once for several paid together', async () => {
    const [one, two] = [await bill(), await bill()];
    expect(await listAlerts()).toEqual([]);
    await updateInvoice(office(), { id: one._id, status: 'Approved' });
    expect(await listAlerts()).toEqual([
      {
        content: `Invoice ${one.invoiceNumber} has been Approved`,
        type: 'success',
        link: { to: 'invoice', id: one._id },
      },
    ]);
    await updateInvoice(office(), { id: two._id, status: 'Approved' });
    await world.db('notifications').delete();
    const { payment } = await createPayment(office(), { invoices: [one._id, two._id] });
    expect(await listAlerts()).toEqual([
      {
        content: `2 invoices were paid in payment ${payment.paymentNumber}`,
        type: 'success',
        link: { to: 'payment', id: payment._id },
      },
    ]);
    expect(await listAlerts('other.shop')).toEqual([]);
  });

  test('when it is deleted, with the order to invoice again', async () => {
    const { _id: id, invoiceNumber, order } = await bill();
    await deleteInvoice(office(), { id });
    expect(await listAlerts()).toEqual([
      {
        content: `Invoice ${invoiceNumber} was deleted by Anna Keller; order ${order.serialNumber} is Finished again`,
        type: 'warning',
        link: { to: 'order', id: order._id },
      },
    ]);
  });
});

test('the shop is notified that an upload replaced its order', async () => {
  const id = await world.createPushedOrder('InQueue');
  const { serial_number, external_id } = (await world
    .db('orders')
    .where({ id })
    .first('serial_number', 'external_id')) as Record<string, string>;
  const [row] = readSampleRows();
  const orders = [{ ...row, id: external_id, serialNumber: serial_number }];
  await importOrders(office(), { orders, duplicates: 'replace' });
  expect(await listAlerts()).toMatchObject([
    { content: `Order ${serial_number} was replaced by an upload from Anna Keller.` },
  ]);
});
