import { describe, expect, test } from 'vitest';
import { listUnreadAlerts } from '../../../messaging/notices/service.js';
import { useWorld, type ActorName } from '../../../testing/world.js';
import { updateInvoice } from './change.js';
import { createInvoice } from './create.js';
import { invoiceStatuses, type InvoiceStatus } from '../../../kernel/order/invoice-status.js';

const world = useWorld();

async function invoiceIn(status: InvoiceStatus): Promise<string> {
  const { invoice } = await createInvoice(world.ctx('shop.user'), { order: await world.createFinishedOrder() });
  if (status === 'Paid') await pay(invoice._id);
  else await world.db('invoices').where({ id: invoice._id }).update({ status });
  return invoice._id;
}

async function pay(id: string): Promise<void> {
  const { shop_id } = (await world.db('invoices').where({ id }).first('shop_id')) as { shop_id: string };
  const totals = { sub_total: 0, company_total: 0, order_total: 0, invoice_count: 1 };
  const payment = {
    id,
    shop_id,
    payment_number: id,
    payment_date: '2026-11-18',
    made_by: 'x',
    figures: '{}',
    ...totals,
  };
  await world.db('payments').insert(payment);
  await world.db('invoices').where({ id }).update({ status: 'Paid', payment_id: id });
}

const readStatus = async (id: string) =>
  ((await world.db('invoices').where({ id }).first('status')) as { status: string }).status;
const readMessages = async (id: string) =>
  (await world.db('invoice_messages').where({ invoice_id: id }).orderBy(['at', 'id']).pluck('msg')) as string[];

const allowedRoles: Readonly<Record<string, readonly string[]>> = {
  'New → Approved': ['office.admin', 'office.user'],
  'New → Denied': ['office.admin', 'office.user'],
  'Adjusted → Approved': ['office.admin', 'office.user'],
  'Adjusted → Denied': ['office.admin', 'office.user'],
  'Approved → New': ['office.admin', 'office.user'],
  'Denied → Adjusted': ['shop.admin', 'shop.user'],
};
const actors: readonly ActorName[] = [
  'office.admin',
  'office.user',
  'shop.admin',
  'shop.user',
  'builder',
  'other.shop',
  'view.only',
];

describe.each(invoiceStatuses)('from %s', (from) => {
  test.each(invoiceStatuses)('to %s can be set only by those who may', async (to) => {
    const id = await invoiceIn(from);
    for (const name of actors) {
      const change = updateInvoice(world.ctx(name), {
        id,
        status: to,
        ...(from === to ? {} : { newMessage: 'wrong size' }),
      });
      if (allowedRoles[`${from} → ${to}`]?.includes(name)) {
        expect((await change).msg).toBe('Invoice is updated');
        expect(await readStatus(id)).toBe(to);
        const message = to === 'New' ? 'This Invoice has been changed to New.' : `This Invoice has been ${to}.`;
        expect((await readMessages(id)).slice(-2)).toEqual(['wrong size', message]);
        await world.db('invoices').where({ id }).update({ status: from });
      } else {
        const code = refusalFor(name, from, to);
        await expect(change, name).rejects.toMatchObject({ code });
        expect(await readStatus(id)).toBe(from);
      }
    }
  });
});

function refusalFor(name: ActorName, from: string, to: string): string {
  if (name === 'builder') return 'permission-denied';
  if (name === 'view.only') return 'view-only';
  if (name === 'other.shop') return 'not-found';
  return allowedRoles[`${from} → ${to}`] ? 'permission-denied' : 'invoice-status';
}

test('either side can add a message without changing the status', async () => {
  const id = await invoiceIn('Denied');
  await updateInvoice(world.ctx('shop.user'), { id, newMessage: 'which door?' });
  const { invoice } = await updateInvoice(world.ctx('office.user'), { id, newMessage: 'the left one' });
  expect(invoice.status).toBe('Denied');
  expect(invoice.messages.map(({ madeBy, msg }) => `${madeBy}: ${msg}`).slice(1)).toEqual([
    'Sam Miller: which door?',
    'Owen Price: the left one',
  ]);
  await expect(updateInvoice(world.ctx('office.user'), { id, newMessage: '  ' })).rejects.toMatchObject({
    code: 'invalid-input',
  });
});

test('a conflicting change by another user is reported, without company figures for the shop', async () => {
  const id = await invoiceIn('New');
  const { invoice } = await updateInvoice(world.ctx('office.user'), {
    id,
    status: 'Denied',
    newMessage: 'no',
    revision: 1,
    originalStatus: 'New',
  });
  expect(invoice.revision).toBe(2);
  await expect(updateInvoice(world.ctx('office.admin'), { id, status: 'Approved', revision: 1 })).rejects.toMatchObject(
    {
      code: 'stale-record',
      details: { by: 'Owen Price', current: { status: 'Denied', revision: 2 } },
    },
  );
  const stale = await updateInvoice(world.ctx('shop.user'), { id, newMessage: 'ok', originalStatus: 'New' }).catch(
    (error: unknown) => error,
  );
  expect(stale).toMatchObject({
    code: 'stale-record',
    details: { current: { order: { grandTotal: { shop: invoice.order.grandTotal.shop } } } },
  });
  expect(JSON.stringify(stale)).not.toMatch(/"company"|"order":\d/);
});

test('when two clerks decide simultaneously, one succeeds and the other is informed', async () => {
  const id = await invoiceIn('New');
  const results = await Promise.allSettled([
    updateInvoice(world.ctx('office.admin'), { id, status: 'Approved', revision: 1 }),
    updateInvoice(world.ctx('office.user'), { id, status: 'Denied', newMessage: 'no', revision: 1 }),
  ]);
  expect(results.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected']);
});

test('a denial requires a reason, alerts the shop and puts one email in the outbox', async () => {
  const id = await invoiceIn('New');
  await expect(updateInvoice(world.ctx('office.user'), { id, status: 'Denied' })).rejects.toMatchObject({
    errors: [{ path: 'newMessage' }],
  });
  const { invoice } = await updateInvoice(world.ctx('office.user'), {
    id,
    status: 'Denied',
    newMessage: 'The door is missing',
  });
  const content = `Invoice ${invoice.invoiceNumber} has been Denied`;
  const alerts = await listUnreadAlerts(world.ctx('shop.user'), {});
  expect(alerts.items[0]).toMatchObject({
    content: `${content}: The door is missing`,
    type: 'danger',
    link: { to: 'invoice', id },
  });
  const mails = (await world
    .db('outbox_messages')
    .whereRaw(`payload ->> 'subject' = ?`, [`Heartland Portable Buildings: ${content}`])
    .select('payload', 'status')) as { payload: { to: string; text: string }; status: string }[];
  expect(mails).toHaveLength(1);
  expect(mails[0]).toMatchObject({ status: 'waiting', payload: { to: 'office@ridgeline.example.com' } });
  for (const part of [invoice.invoiceNumber, invoice.order.serialNumber, 'The door is missing', '$'])
    expect(mails[0]?.payload.text).toContain(part);
});

test('a change records the values before and after in the history', async () => {
  const id = await invoiceIn('New');
  await updateInvoice(world.ctx('office.user'), { id, status: 'Approved' });
  const [last] = (await world
    .db('audit_entries')
    .whereRaw('? = any(entity_ids)', [id])
    .orderBy('id', 'desc')
    .limit(1)) as Record<string, unknown>[];
  expect(last).toMatchObject({
    action: 'change status',
    actor_name: 'Owen Price',
    before: { status: 'New' },
    after: { status: 'Approved' },
  });
});
