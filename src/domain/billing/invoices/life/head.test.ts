import { beforeEach, describe, expect, test } from 'vitest';
import { getOrder, listOrders } from '../../../orders/service.js';
import { useWorld, type ActorName } from '../../../testing/world.js';
import { updateInvoice } from './change.js';
import { createInvoice } from './create.js';
import { explainHeadLock } from '../rules.js';
import type { InvoiceStatus } from '../../../kernel/order/invoice-status.js';
import { getInvoice } from '../service.js';

const world = useWorld();
const desk = () => world.ctx('shop.user');
const office = () => world.ctx('office.user');
const wednesday = new Date('2026-11-18T15:00:00Z');
beforeEach(() => {
  world.now = wednesday;
});

let serial = 0;
async function invoiceIn(status: InvoiceStatus): Promise<string> {
  const { invoice } = await createInvoice(desk(), {
    order: await world.createFinishedOrder(),
    invoiceNumber: `H-${(serial += 1)}`,
  });
  await world.db('invoices').where({ id: invoice._id }).update({ status });
  return invoice._id;
}

const mayChange: Readonly<Record<string, readonly ActorName[]>> = {
  New: ['office.user', 'shop.user'],
  Denied: ['office.user', 'shop.user'],
  Adjusted: ['office.user'],
  Approved: [],
};

describe('number and date', () => {
  test.each(['New', 'Denied', 'Adjusted', 'Approved'] as const)('of a %s invoice', async (status) => {
    for (const who of ['office.user', 'shop.user'] as const) {
      const id = await invoiceIn(status);
      const invoiceNumber = `C-${(serial += 1)}`;
      const change = updateInvoice(world.ctx(who), { id, invoiceNumber });
      const may = mayChange[status]?.includes(who);
      expect(explainHeadLock(world.actor(who), status) === null).toBe(may);
      if (may) expect((await change).invoice).toMatchObject({ invoiceNumber, status, revision: 2 });
      else await expect(change).rejects.toMatchObject({ code: 'invoice-locked' });
    }
  });

  test('change under the same rules as creation: unique, and within the window for a shop', async () => {
    const [first, second] = [await invoiceIn('New'), await invoiceIn('Denied')];
    const { invoiceNumber: takenNumber } = await getInvoice(office(), { id: first });
    await expect(updateInvoice(desk(), { id: second, invoiceNumber: takenNumber.toLowerCase() })).rejects.toMatchObject(
      {
        code: 'invoice-number-taken',
      },
    );
    await expect(updateInvoice(desk(), { id: second, invoicedDate: '2026-11-17' })).rejects.toMatchObject({
      errors: [{ path: 'invoicedDate' }],
    });
    await expect(updateInvoice(desk(), { id: second, invoiceNumber: ' ' })).rejects.toMatchObject({
      errors: [{ path: 'invoiceNumber' }],
    });
    const { invoice } = await updateInvoice(office(), { id: second, invoicedDate: '2026-10-02' });
    expect(invoice).toMatchObject({ invoicedDate: '2026-10-02', status: 'Denied' });
    expect(invoice.messages.at(-1)?.msg).toBe('Corrected by Owen Price: invoice date 11/18/2026 is now 10/02/2026.');
    expect(await getOrder(office(), { id: invoice.order._id })).toMatchObject({ invoicedDate: '2026-10-02' });
  });

  test.each(['0206-11-18', '9026-11-18'])('a date that no report includes is refused: %s', async (invoicedDate) => {
    const refusal = { errors: [{ path: 'invoicedDate', msg: 'must be between 1990 and 2200' }] };
    const id = await invoiceIn('New');
    await expect(updateInvoice(office(), { id, invoicedDate })).rejects.toMatchObject(refusal);
    const order = await world.createFinishedOrder();
    await expect(createInvoice(office(), { order, invoicedDate })).rejects.toMatchObject(refusal);
  });

  test("the order's invoice day follows every change of the invoice date", async () => {
    world.now = new Date('2026-11-16T14:00:00Z'); // Monday, 8:00 in Chicago
    const order = await world.createFinishedOrder();
    await createInvoice(desk(), { order, invoicedDate: '2026-11-14' });
    expect(await getOrder(desk(), { id: order })).toMatchObject({ invoicedDate: '2026-11-14' });
  });
});

describe('refuses by name a change of', () => {
  test.each([
    [{ billTo: 'Somebody' }, 'billTo'],
    [{ shop: { _id: '01900000-0000-7000-8000-000000000000' } }, 'shop'],
    [{ order: { grandTotal: { shop: 1 } } }, 'order'],
    [{ items: [], payment: { paymentNumber: '1' } }, 'payment'],
    [{ messages: [{ msg: 'changed' }] }, 'messages'],
  ])('%j', async (body, path) => {
    const id = await invoiceIn('New');
    const change = updateInvoice(office(), { id, newMessage: 'hello', ...body });
    await expect(change).rejects.toMatchObject({
      errors: expect.arrayContaining([expect.objectContaining({ path })]) as unknown,
    });
    expect((await getInvoice(office(), { id })).messages).toHaveLength(1);
  });

  test('also a field that invoices do not have', async () => {
    const id = await invoiceIn('New');
    const change = updateInvoice(office(), { id, newMessage: 'hello', amount: 5 } as never);
    await expect(change).rejects.toThrow('amount: cannot be changed');
  });

  test('but an invoice may be sent back as it was read, together with its changes', async () => {
    for (const who of ['office.user', 'shop.user'] as const) {
      const id = await invoiceIn('Denied');
      const { _id, ...read } = await getInvoice(world.ctx(who), { id });
      const { invoice } = await updateInvoice(world.ctx(who), { ...read, id: _id, newMessage: 'which ramp?' });
      expect(invoice.messages.at(-1)).toMatchObject({ msg: 'which ramp?' });
    }
  });
});

test('the list shows an Invoiced order with the status of its invoice, except to builders', async () => {
  const id = await invoiceIn('Denied');
  const { order } = await getInvoice(office(), { id });
  const rowFor = async (who: ActorName) => {
    const { items } = await listOrders(world.ctx(who), { search: order.serialNumber });
    return items.find(({ _id }) => _id === order._id);
  };
  for (const who of ['office.user', 'shop.user'] as const)
    expect(await rowFor(who)).toMatchObject({ invoiceStatus: 'Denied' });
  expect(await rowFor('builder')).not.toHaveProperty('invoiceStatus');
});
