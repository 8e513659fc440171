import type { Knex } from 'knex';
import { expect, test } from 'vitest';
import { useWorld } from '../../testing/world.js';
import { updateInvoice } from './life/change.js';
import { createInvoice } from './life/create.js';
import { getInvoice } from './service.js';
import { packageFolder } from '../../../package.js';

const world = useWorld();
const office = () => world.ctx('office.user');

interface Migration {
  readonly up: (db: Knex) => Promise<void>;
  readonly down: (db: Knex) => Promise<void>;
}
const file = new URL('migrations/20261122112000_invoice_corrections.js', packageFolder).href;

async function bill(): Promise<string> {
  const { invoice } = await createInvoice(world.ctx('shop.user'), { order: await world.createFinishedOrder() });
  return invoice._id;
}

test('the migration of older invoices marks approvals, finds denials, and gives orders the day of their invoice', async () => {
  const [reopenedId, auditedId, deniedId, newId] = [await bill(), await bill(), await bill(), await bill()];
  for (const id of [reopenedId, auditedId]) {
    await updateInvoice(office(), { id, status: 'Approved' });
    await updateInvoice(office(), { id, status: 'New' });
  }
  await world.db('invoice_messages').where({ invoice_id: auditedId }).delete();
  await updateInvoice(office(), { id: deniedId, status: 'Denied', newMessage: 'The ramp is missing' });
  const { up, down } = (await import(file)) as Migration;
  await down(world.db);
  await world.db('orders').where({ status: 'Invoiced' }).update({ invoiced_date: '2026-01-01' });
  await up(world.db);

  const approvedIds = (await world.db('invoices').where({ was_approved: true }).pluck('id')) as string[];
  expect(approvedIds.sort()).toEqual([reopenedId, auditedId].sort());
  const invoice = await getInvoice(office(), { id: deniedId });
  expect(invoice.sinceDenial).toMatchObject({ reason: 'The ramp is missing', changes: [] });
  const { rows } = (await world.db.raw(
    `select count(*)::int as n from orders o join invoices i on i.order_id = o.id where o.invoiced_date <> i.invoiced_date`,
  )) as { rows: [{ n: number }] };
  expect(rows[0].n).toBe(0);
  expect(approvedIds).not.toContain(newId);
});
