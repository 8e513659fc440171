import { describe, expect, test } from 'vitest';
import { listUnreadAlerts } from '../../../messaging/notices/service.js';
import { formatCents, formatDollars } from '../../../kernel/cents.js';
import { listRecordHistory } from '../../../operations/history/service.js';
import { updateOrder } from './change-order.js';
import { getOrder } from '../../../orders/service.js';
import { useWorld } from '../../../testing/world.js';
import { updateInvoice } from './change.js';
import { correctionMessages } from './correct.js';
import { createInvoice } from './create.js';
import { deleteInvoice } from './delete.js';
import { createPayment } from '../../payments/paying/create.js';
import { deletePayment } from '../../payments/service.js';
import { getInvoice } from '../service.js';

const world = useWorld();
const office = () => world.ctx('office.user');
const desk = () => world.ctx('shop.user');
const colors = { roofColor: 'Black', sidingColor: 'Clay', trimColor: 'White' };

interface BilledOrder {
  readonly order: string;
  readonly id: string;
}

async function billOrder(): Promise<BilledOrder> {
  const order = await world.createFinishedOrder();
  await updateOrder(office(), { id: order, ...colors });
  const { invoice } = await createInvoice(desk(), { order });
  return { order, id: invoice._id };
}

async function denyInvoice(reason = 'The ramp is missing'): Promise<BilledOrder> {
  const invoices = await billOrder();
  await updateInvoice(office(), { id: invoices.id, status: 'Denied', newMessage: reason });
  return invoices;
}

const totals = (id: string) => world.db('invoices').where({ id }).first('shop_total', 'company_total', 'order_total');
const orderTotals = (id: string) =>
  world
    .db('orders')
    .where({ id })
    .first({
      ...{ shop_total: 'grand_total_shop', company_total: 'grand_total_company', order_total: 'grand_total_order' },
    });
const messagesTo = async (who: 'office.user' | 'shop.user', id: string) =>
  (await getInvoice(world.ctx(who), { id })).messages.map(({ msg }) => msg);
const notices = async () => (await listUnreadAlerts(desk(), {})).items.map(({ content }) => content);

describe('an order is corrected', () => {
  test.each(['New', 'Denied', 'Adjusted'] as const)('by the office, and its %s invoice is updated', async (status) => {
    const { order, id } = await billOrder();
    await world.db('invoices').where({ id }).update({ status });
    const before = await getInvoice(office(), { id });
    await updateOrder(office(), { id: order, customAddOns: [{ name: 'Ramp', quantity: 2, retailPrice: 125.5 }] });
    const after = await getInvoice(office(), { id });
    expect(await totals(id)).toEqual(await orderTotals(order));
    expect(after.order.grandTotal.shop).toBeGreaterThan(before.order.grandTotal.shop);
    expect(after).toMatchObject({ status, revision: before.revision + 1 });
    const amounts = [before, after].map(({ order: { grandTotal } }) => formatDollars(grandTotal.shop));
    const message = `Corrected by Owen Price: custom add-ons. Total changed from ${amounts[0]} to ${amounts[1]}.`;
    expect(await messagesTo('shop.user', id)).toContain(message);
    expect((await notices())[0]).toBe(`Invoice ${after.invoiceNumber} was corrected by Owen Price: custom add-ons`);
  });

  test('by the shop in its own part, only while the invoice is Denied', async () => {
    const { order, id } = await billOrder();
    const change = { id: order, metalOrdered: true, sidingPaint: { color: 'Navy', quantity: 2 } };
    await expect(updateOrder(desk(), change)).rejects.toMatchObject({
      code: 'order-locked',
      message: expect.stringContaining('its invoice is New') as string,
    });
    await updateInvoice(office(), { id, status: 'Denied', newMessage: 'Which paint?' });
    const { shop_total } = (await totals(id)) as { shop_total: number };
    await updateOrder(desk(), change);
    expect((await messagesTo('shop.user', id)).at(-1)).toBe(
      `Corrected by Sam Miller: metal ordered, siding paint. Total ${formatDollars(shop_total / 100)}, unchanged.`,
    );
    await expect(updateOrder(desk(), { id: order, shopPercent: 90 })).rejects.toMatchObject({
      code: 'permission-denied',
    });
  });

  test.each(['Approved', 'Paid'] as const)('by no one while the invoice is %s', async (status) => {
    const { order, id } = await billOrder();
    if (status === 'Approved') await updateInvoice(office(), { id, status });
    else await world.db.raw(`alter table invoices drop constraint invoices_paid_in_a_payment`);
    await world.db('invoices').where({ id }).update({ status });
    const before = await totals(id);
    await expect(updateOrder(office(), { id: order, shopPercent: 10 })).rejects.toMatchObject({ code: 'order-locked' });
    expect(await totals(id)).toEqual(before);
    await world.db('invoices').where({ id }).update({ status: 'New' });
  });

  test('on the company side without a notice to the shop', async () => {
    const { order, id } = await denyInvoice();
    const noticeTexts = await notices();
    const messages = await messagesTo('shop.user', id);
    await updateOrder(office(), { id: order, adjustment: { company: 77.25 } });
    expect(await totals(id)).toEqual(await orderTotals(order));
    expect((await messagesTo('office.user', id)).at(-1)).toMatch(
      /^Corrected by Owen Price: company adjustment\. Company total changed from \$[\d,.]+ to \$[\d,.]+\.$/,
    );
    expect(await messagesTo('shop.user', id)).toEqual(messages);
    expect(await notices()).toEqual(noticeTexts);
    const history = (await listRecordHistory(desk(), { id })).items;
    expect(history.map(({ action }) => action)).not.toContain('correct');
    expect(JSON.stringify(await getInvoice(desk(), { id }))).not.toContain('ompany total');
  });

  test('after it was paid: each message and history entry has only what that correction changed', async () => {
    const { order, id } = await billOrder();
    await updateInvoice(office(), { id, status: 'Approved' });
    await createPayment(office(), { invoices: [id] });
    await updateOrder(office(), { id: order, adjustment: { company: 100 } });
    const { company_total } = (await orderTotals(order)) as { company_total: number };
    await updateOrder(world.ctx('office.admin'), { id: order, adjustment: { company: 130 } });
    expect((await messagesTo('office.user', id)).at(-1)).toBe(
      `Corrected by Anna Keller: company adjustment. Company total changed from ${formatCents(company_total)} to ${formatCents(company_total + 3000)}.`,
    );
    const [last] = (await listRecordHistory(office(), { id })).items;
    expect(last?.changes.find(({ field }) => field === 'companyTotal')).toMatchObject({
      from: company_total / 100,
      to: company_total / 100 + 30,
    });
  });

  test('after it was paid: once its payment is deleted, it has the amounts of its order, and is paid with them', async () => {
    const { order, id } = await billOrder();
    await updateInvoice(office(), { id, status: 'Approved' });
    const { payment } = await createPayment(office(), { invoices: [id] });
    await updateOrder(office(), { id: order, adjustment: { company: 100 } });
    expect(await totals(id)).not.toEqual(await orderTotals(order));
    await deletePayment(office(), { id: payment._id });
    expect(await totals(id)).toEqual(await orderTotals(order));
    const { payment: again } = await createPayment(office(), { invoices: [id] });
    expect(again.paymentTotal.company).toBeCloseTo(payment.paymentTotal.company + 100, 8);
    expect(again.figures.grandTotal.company).toBe(again.paymentTotal.company);
  });

  test('in the history, where the office reads all totals and the shop only its own', async () => {
    const { order, id } = await denyInvoice();
    await updateOrder(office(), { id: order, adjustment: { shop: -20 } });
    const fields = async (who: 'office.user' | 'shop.user') =>
      (await listRecordHistory(world.ctx(who), { id })).items
        .find(({ action }) => action === 'correct')
        ?.changes.map(({ field }) => field)
        .sort();
    expect(await fields('office.user')).toEqual(['amount', 'corrected']);
    expect(await fields('shop.user')).toEqual(['amount', 'corrected']);
    await updateOrder(office(), { id: order, basePrice: { company: 9000 } });
    expect(await fields('office.user')).toEqual(['amount', 'companyTotal', 'corrected', 'orderTotal']);
    expect(await fields('shop.user')).toEqual(['amount', 'corrected']);
  });

  test('and an approval based on its earlier state is refused', async () => {
    const { order, id } = await billOrder();
    const { revision } = await getInvoice(office(), { id });
    await updateOrder(office(), { id: order, adjustment: { shop: 5 } });
    await expect(updateInvoice(world.ctx('office.admin'), { id, status: 'Approved', revision })).rejects.toMatchObject({
      code: 'stale-record',
    });
  });

  test('and approved simultaneously: one of the two is refused, and the amounts agree', async () => {
    for (let n = 0; n < 5; n += 1) {
      const { order, id } = await billOrder();
      await Promise.allSettled([
        updateOrder(office(), { id: order, adjustment: { shop: n + 1 } }),
        updateInvoice(world.ctx('office.admin'), { id, status: 'Approved', revision: 1 }),
      ]);
      expect(await totals(id)).toEqual(await orderTotals(order));
    }
  });
});

test('with a message that contains only what its readers may know', () => {
  const before = { shopTotal: 100_00, companyTotal: 200_00, orderTotal: 200_00 };
  const parts = { shared: ['add-ons'], officeOnly: ['dealer'] };
  expect(correctionMessages('Ann', before, { ...before, companyTotal: 210_00 }, parts)).toEqual({
    shared: 'Corrected by Ann: add-ons. Total $100.00, unchanged.',
    officeOnly: 'Corrected by Ann: dealer. Company total changed from $200.00 to $210.00.',
  });
  expect(correctionMessages('Ann', before, before, { shared: [], officeOnly: ['dealer'] })).toEqual({
    shared: null,
    officeOnly: 'Corrected by Ann: dealer. Totals unchanged.',
  });
});

describe('Denied → Adjusted', () => {
  test('requires a message when nothing was corrected', async () => {
    const { id } = await denyInvoice();
    await expect(updateInvoice(desk(), { id, status: 'Adjusted' })).rejects.toMatchObject({
      errors: [{ path: 'newMessage' }],
    });
    await updateInvoice(desk(), { id, status: 'Adjusted', newMessage: 'It is right as it is.' });
    const { sinceDenial } = await getInvoice(office(), { id });
    expect(sinceDenial).toMatchObject({
      madeBy: 'Owen Price',
      reason: 'The ramp is missing',
      changes: [{ msg: 'It is right as it is.', madeBy: 'Sam Miller' }],
    });
  });

  test('lists the corrections since the last denial automatically', async () => {
    const { order, id } = await denyInvoice('first');
    await updateOrder(desk(), { id: order, metalOrdered: true });
    await updateInvoice(desk(), { id, status: 'Adjusted' });
    await updateInvoice(office(), { id, status: 'Denied', newMessage: 'second' });
    expect((await getInvoice(desk(), { id })).sinceDenial).toMatchObject({ reason: 'second', changes: [] });
    await updateOrder(desk(), { id: order, trimPaint: { color: 'Red', quantity: 1 } });
    await updateInvoice(desk(), { id, status: 'Adjusted' });
    const { sinceDenial } = await getInvoice(office(), { id });
    expect(sinceDenial?.changes).toHaveLength(1);
    expect(sinceDenial?.changes[0]?.msg).toContain('Corrected by Sam Miller: trim paint.');
    expect((await messagesTo('shop.user', id)).slice(-2)).toEqual([
      sinceDenial?.changes[0]?.msg,
      'This Invoice has been Adjusted.',
    ]);
  });
});

test('an invoice that was ever approved can be deleted only with the grant, even after it was reopened', async () => {
  const { order, id } = await billOrder();
  await updateInvoice(office(), { id, status: 'Approved' });
  await updateInvoice(office(), { id, status: 'New' });
  expect(await getInvoice(office(), { id })).toMatchObject({ status: 'New', wasApproved: true });
  await expect(deleteInvoice(office(), { id })).rejects.toMatchObject({ code: 'permission-denied' });
  await deleteInvoice(world.ctx('office.admin'), { id });
  expect(await getOrder(office(), { id: order })).toMatchObject({ status: 'Finished', invoicedDate: null });
});

test('when the office bills for a shop, the invoice shows it and the shop is notified', async () => {
  const order = await world.createFinishedOrder();
  const { invoice } = await createInvoice(office(), { order, invoicedDate: '2026-11-02' });
  expect(invoice.messages.map(({ msg }) => msg)).toEqual([
    'Invoice created by Owen Price.',
    'Created by the office for Ridge Line Barns.',
  ]);
  expect(await getOrder(office(), { id: order })).toMatchObject({ status: 'Invoiced', invoicedDate: '2026-11-02' });
  expect((await listUnreadAlerts(desk(), {})).items[0]).toMatchObject({
    content: `Invoice ${invoice.invoiceNumber} was created for you by Owen Price`,
    link: { to: 'invoice', id: invoice._id },
  });
});
