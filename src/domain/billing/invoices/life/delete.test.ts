import { expect, test } from 'vitest';
import { newId } from '../../../kernel/ids.js';
import { useWorld } from '../../../testing/world.js';
import { createInvoice } from './create.js';
import { deleteInvoice } from './delete.js';
import type { InvoiceStatus } from '../../../kernel/order/invoice-status.js';
import { getInvoice } from '../service.js';

const world = useWorld();

async function invoiceIn(status: InvoiceStatus): Promise<{ id: string; order: string }> {
  const order = await world.createFinishedOrder();
  const { invoice } = await createInvoice(world.ctx('shop.user'), { order });
  if (status === 'Paid') await pay(invoice._id);
  else await world.db('invoices').where({ id: invoice._id }).update({ status });
  return { id: invoice._id, order };
}

async function pay(id: string): Promise<void> {
  const payment = newId();
  const { shop_id } = (await world.db('invoices').where({ id }).first('shop_id')) as { shop_id: string };
  const totals = { sub_total: 0, company_total: 0, order_total: 0, invoice_count: 1 };
  await world.db('payments').insert({
    id: payment,
    shop_id,
    payment_number: payment,
    payment_date: '2026-11-18',
    made_by: 'x',
    figures: '{}',
    ...totals,
  });
  await world.db('invoices').where({ id }).update({ status: 'Paid', payment_id: payment });
}

const row = (id: string) => world.db('invoices').where({ id }).first('status', 'deleted_at');
const orderRow = (id: string) => world.db('orders').where({ id }).first('status', 'invoiced_date');

test.each(['New', 'Denied', 'Adjusted'] as const)(
  'the office deletes an invoice that is %s, which sets its order back to Finished',
  async (status) => {
    const { id, order } = await invoiceIn(status);
    expect(await deleteInvoice(world.ctx('office.user'), { id })).toEqual({ msg: 'Invoice is deleted' });
    expect(await row(id)).toEqual({ status, deleted_at: world.now.toISOString() });
    expect(await orderRow(order)).toEqual({ status: 'Finished', invoiced_date: null });
    const [last] = (await world
      .db('audit_entries')
      .whereRaw('? = any(entity_ids)', [id])
      .orderBy('id', 'desc')
      .limit(1)) as Record<string, unknown>[];
    expect(last).toMatchObject({ action: 'delete', entity: 'invoice', actor_name: 'Owen Price', before: { status } });
    await createInvoice(world.ctx('shop.user'), { order });
  },
);

test('an approved invoice can be deleted only with the grant', async () => {
  const { id } = await invoiceIn('Approved');
  await expect(deleteInvoice(world.ctx('office.user'), { id })).rejects.toMatchObject({ code: 'permission-denied' });
  await deleteInvoice(world.ctx('office.admin'), { id });
  expect(await row(id)).toMatchObject({ deleted_at: world.now.toISOString() });
});

test('a paid invoice can never be deleted', async () => {
  const { id, order } = await invoiceIn('Paid');
  await expect(deleteInvoice(world.ctx('office.admin'), { id })).rejects.toMatchObject({
    code: 'invoice-not-deletable',
  });
  expect(await orderRow(order)).toMatchObject({ status: 'Invoiced' });
});

test('a deleted invoice does not exist for anyone, and its order can be invoiced again', async () => {
  const { id, order } = await invoiceIn('Approved');
  await deleteInvoice(world.ctx('office.admin'), { id });
  await expect(getInvoice(world.ctx('office.admin'), { id })).rejects.toMatchObject({ code: 'not-found' });
  await expect(deleteInvoice(world.ctx('office.admin'), { id })).rejects.toMatchObject({ code: 'not-found' });
  await createInvoice(world.ctx('shop.user'), { order });
});

test.each([
  ['shop.admin', 'permission-denied'],
  ['shop.user', 'permission-denied'],
  ['builder', 'permission-denied'],
  ['other.shop', 'permission-denied'],
  ['view.only', 'view-only'],
] as const)('%s may not delete: %s', async (name, code) => {
  const { id } = await invoiceIn('New');
  await expect(deleteInvoice(world.ctx(name), { id })).rejects.toMatchObject({ code });
  expect(await row(id)).toMatchObject({ status: 'New' });
});

test('deleting and creating at the same time leave one invoice or none, never a partial one', async () => {
  const { id, order } = await invoiceIn('New');
  await Promise.allSettled([
    deleteInvoice(world.ctx('office.user'), { id }),
    createInvoice(world.ctx('shop.user'), { order }),
    deleteInvoice(world.ctx('office.admin'), { id }),
  ]);
  const live = await world.db('invoices').where({ order_id: order }).whereNull('deleted_at');
  expect(await orderRow(order)).toMatchObject({ status: live.length === 1 ? 'Invoiced' : 'Finished' });
});
