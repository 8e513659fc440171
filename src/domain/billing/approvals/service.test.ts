import { beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../kernel/ids.js';
import { listUnreadAlerts } from '../../messaging/notices/service.js';
import { updateInvoice } from '../invoices/life/change.js';
import { createInvoice } from '../invoices/life/create.js';
import { listInvoices } from '../invoices/service.js';
import { updateRepair } from '../repair-invoices/life/change.js';
import { createRepair } from '../repair-invoices/life/create.js';
import { otherShop, useWorld } from '../../testing/world.js';
import { decideApprovals, listApprovals } from './service.js';

const world = useWorld();
const office = () => world.ctx('office.user');
beforeEach(async () => {
  for (const table of ['invoices', 'repair_invoices']) await world.db(table).update({ deleted_at: world.now });
});

let serial = 0;
async function newInvoice(of: 'shop.user' | 'other.shop' = 'shop.user', invoiceNumber = `N-${(serial += 1)}`) {
  const order = await world.createFinishedOrder(of === 'other.shop' ? otherShop : undefined);
  const { invoice } = await createInvoice(world.ctx(of), { order, invoiceNumber });
  return { kind: 'invoice', _id: invoice._id, revision: invoice.revision } as const;
}
async function newRepair(type: 'Repair' | 'Driver') {
  const { _id: item } = (await world.db('items').first({ _id: 'id' })) as { _id: string };
  const items = [{ item, quantity: 2, rate: 12.5 }];
  const { repairInvoice } = await createRepair(world.ctx('shop.admin'), {
    type,
    invoiceNumber: `R-${(serial += 1)}`,
    items,
  });
  const { _id, revision } = repairInvoice;
  return { kind: type === 'Driver' ? 'driver' : 'repair', _id, revision } as const;
}
const age = (id: string, days: number) =>
  world
    .db('invoices')
    .where({ id })
    .update({ status_since: new Date(world.now.getTime() - days * 86_400_000) });
const readStatus = async (id: string) =>
  ((await world.db('invoices').where({ id }).first('status')) as { status: string }).status;
const readMessages = async (id: string) =>
  (await world.db('invoice_messages').where({ invoice_id: id }).pluck('msg')) as string[];
const readListed = async (input: Parameters<typeof listApprovals>[1] = {}) =>
  (await listApprovals(office(), input)).items.map(({ _id }) => _id);

describe('the invoices waiting for approval', () => {
  test('count no company revenue for a repair or driver invoice, and sum each kind of amount separately', async () => {
    const invoice = await newInvoice();
    const repair = await newRepair('Repair');
    await newRepair('Driver');
    await world.db('repair_invoices').update({ standard_total: 777_00 });
    const { items, totals } = await listApprovals(office(), {});
    const of = (id: string) => items.find(({ _id }) => _id === id)?.grandTotal ?? expect.fail();
    expect(of(repair._id)).toEqual({ shop: 25, company: null });
    expect(totals.company).toBe(of(invoice._id).company);
    expect(totals.shop).toBeCloseTo(of(invoice._id).shop + 50, 6);
    expect((await listApprovals(office(), { kind: 'repair' })).totals).toEqual({ shop: 25, company: null });
  });

  test('are the New and Adjusted ones only, longest waiting first', async () => {
    const [young, old, deniedInvoice, approvedInvoice] = [
      await newInvoice(),
      await newInvoice(),
      await newInvoice(),
      await newInvoice(),
    ];
    await age(young._id, 1);
    await age(old._id, 9);
    await updateInvoice(office(), { id: approvedInvoice._id, status: 'Approved' });
    await updateInvoice(office(), { id: deniedInvoice._id, status: 'Denied', newMessage: 'no' });
    expect(await readListed()).toEqual([old._id, young._id]);
    await updateInvoice(world.ctx('shop.user'), { id: deniedInvoice._id, status: 'Adjusted', newMessage: 'the door' });
    const { items, total, counts } = await listApprovals(office(), {});
    expect(items.map(({ _id, status }) => [_id, status])).toEqual([
      [old._id, 'New'],
      [young._id, 'New'],
      [deniedInvoice._id, 'Adjusted'],
    ]);
    expect({ total, counts }).toEqual({ total: 3, counts: { invoice: 3, repair: 0, driver: 0 } });
    expect(items.map(({ changes }) => changes)).toEqual([[], [], ['the door']]);
    const adjustedInvoices = await listInvoices(office(), { status: 'Adjusted' });
    expect(adjustedInvoices.items.map(({ changes }) => changes)).toEqual([['the door']]);
    const shopInvoices = await listInvoices(world.ctx('shop.user'), { status: 'Adjusted' });
    expect(shopInvoices.items.map((row) => 'changes' in row)).toEqual([false]);
  });

  test('are found by number or serial number, shop, kind and age, with totals over all matches', async () => {
    const [mine, theirs] = [await newInvoice('shop.user', 'A%1'), await newInvoice('other.shop', 'B-10')];
    await age(theirs._id, 30);
    expect(await readListed({ search: '%' })).toEqual([mine._id]);
    expect(await readListed({ search: 't-7' })).toEqual([theirs._id, mine._id]);
    expect(await readListed({ shop: await world.findShopId(otherShop) })).toEqual([theirs._id]);
    expect(await readListed({ days: 30 })).toEqual([theirs._id]);
    expect(await readListed({ days: 31 })).toEqual([]);
    expect(await readListed({ kind: 'driver' })).toEqual([]);
    const all = await listApprovals(office(), {});
    const page = await listApprovals(office(), { size: 1, page: 2 });
    expect(page.items.map(({ _id }) => _id)).toEqual([mine._id]);
    expect(page.totals).toEqual(all.totals);
    const shopCents = all.items.map(({ grandTotal }) => Math.round(grandTotal.shop * 100));
    expect(Math.round(all.totals.shop * 100)).toBe(shopCents.reduce((a, b) => a + b, 0));
    expect(all.items.every(({ order }) => order?.serialNumber.startsWith('T-'))).toBe(true);
  });

  test('sort numbers by value', async () => {
    for (const number of ['10', '9', 'A-10', 'A-9']) await newInvoice('shop.user', number);
    const { items } = await listApprovals(office(), { sort: 'invoiceNumber' });
    expect(items.map(({ invoiceNumber }) => invoiceNumber)).toEqual(['9', '10', 'A-9', 'A-10']);
  });

  test('include repair and driver invoices while they are New', async () => {
    const [repair, driver] = [await newRepair('Repair'), await newRepair('Driver')];
    const { items, counts } = await listApprovals(office(), { kind: 'repair' });
    expect(items).toMatchObject([{ ...repair, order: null, status: 'New', grandTotal: { shop: 25 } }]);
    expect(counts).toEqual({ invoice: 0, repair: 1, driver: 1 });
    await updateRepair(office(), { id: repair._id, status: 'Approved' });
    expect(await readListed()).toEqual([driver._id]);
  });

  test('are visible only to the office', async () => {
    for (const who of ['shop.admin', 'shop.user', 'builder'] as const)
      await expect(listApprovals(world.ctx(who), {})).rejects.toMatchObject({ code: 'permission-denied' });
  });
});

describe('a batch', () => {
  test('decides each record like a single decision, with message, alert, email and history', async () => {
    const records = [await newInvoice(), await newInvoice('other.shop')];
    const answer = await decideApprovals(office(), { decision: 'Denied', reason: 'wrong size', records });
    expect(answer).toMatchObject({ msg: '2 Invoices are denied', done: 2 });
    expect(answer.results.map(({ _id, done, now }) => [_id, done, now])).toEqual(
      records.map(({ _id }) => [_id, true, { status: 'Denied', revision: 2 }]),
    );
    for (const { _id } of records) {
      expect(await readMessages(_id)).toEqual(expect.arrayContaining(['wrong size', 'This Invoice has been Denied.']));
      const trail = await world
        .db('audit_entries')
        .where({ action: 'change status' })
        .whereRaw('? = any(entity_ids)', _id);
      expect(trail).toHaveLength(1);
    }
    const denials = await world.db('outbox_messages').whereRaw("payload::text like '%wrong size%'").pluck('payload');
    expect(denials).toHaveLength(2);
  });

  test('sends each shop one notice that lists its invoices; the notice of a single invoice links to it', async () => {
    await world.db('notifications').delete();
    const invoices = [await newInvoice(), await newInvoice(), await newInvoice()];
    const other = await newInvoice('other.shop');
    await decideApprovals(office(), { decision: 'Approved', records: [...invoices, other] });
    const numbers = async (ids: string[]) =>
      (await world
        .db('invoices')
        .whereRaw('id = any(?)', [ids])
        .orderBy('number_key')
        .pluck('invoice_number')) as string[];
    const listAlerts = async (who: 'shop.user' | 'other.shop') =>
      (await listUnreadAlerts(world.ctx(who), {})).items.map(({ content, link }) => ({ content, link }));
    const numberList = (await numbers(invoices.map(({ _id }) => _id))).map((number) => `Invoice ${number}`).join(', ');
    expect(await listAlerts('shop.user')).toEqual([
      { content: `3 invoices have been Approved. ${numberList}`, link: { to: 'invoices', id: null } },
    ]);
    const [number] = await numbers([other._id]);
    expect(await listAlerts('other.shop')).toEqual([
      { content: `Invoice ${number ?? ''} has been Approved`, link: { to: 'invoice', id: other._id } },
    ]);
  });

  test('reports each record that it could not decide, and decides all others', async () => {
    const [invoice, changedInvoice, deletedInvoice, decidedInvoice, last] = [
      await newInvoice(),
      await newInvoice(),
      await newInvoice(),
      await newInvoice(),
      await newInvoice(),
    ];
    await updateInvoice(world.ctx('office.admin'), { id: changedInvoice._id, newMessage: 'wait for me' });
    await world.db('invoices').where({ id: deletedInvoice._id }).update({ deleted_at: world.now });
    await updateInvoice(world.ctx('office.admin'), { id: decidedInvoice._id, status: 'Approved' });
    const unknown = { kind: 'invoice', _id: newId(), revision: 1 } as const;
    const records = [invoice, changedInvoice, deletedInvoice, { ...decidedInvoice, revision: 2 }, unknown, last];
    const { msg, results } = await decideApprovals(office(), { decision: 'Approved', records });
    expect(msg).toBe('2 of 6 Invoices are approved');
    const { name } = world.actor('office.admin');
    expect(results.map(({ _id, done, msg, now }) => ({ _id, done, msg, now }))).toEqual([
      { _id: invoice._id, done: true, msg: 'Approved', now: { status: 'Approved', revision: 2 } },
      {
        _id: changedInvoice._id,
        done: false,
        msg: `The invoice was changed by ${name} in the meantime.`,
        now: { status: 'New', revision: 2 },
      },
      { _id: deletedInvoice._id, done: false, msg: 'Invoice not found', now: null },
      {
        _id: decidedInvoice._id,
        done: false,
        msg: 'An invoice cannot change from Approved to Approved.',
        now: { status: 'Approved', revision: 2 },
      },
      { _id: unknown._id, done: false, msg: 'Invoice not found', now: null },
      { _id: last._id, done: true, msg: 'Approved', now: { status: 'Approved', revision: 2 } },
    ]);
    expect((await readMessages(changedInvoice._id)).at(-1)).toBe('wait for me');
  });

  test('approves repair and driver invoices, but never denies or reopens them', async () => {
    const [repair, driver, invoice, paidInvoice] = [
      await newRepair('Repair'),
      await newRepair('Driver'),
      await newInvoice(),
      await newRepair('Repair'),
    ];
    const denial = await decideApprovals(office(), { decision: 'Denied', reason: 'no', records: [repair, invoice] });
    expect(denial.results.map(({ done, msg, now }) => [done, msg, now?.status])).toEqual([
      [false, 'A repair invoice cannot be denied. Approve it or leave it in the list.', 'New'],
      [true, 'Denied', 'Denied'],
    ]);
    await updateRepair(office(), { id: paidInvoice._id, status: 'Approved' });
    await updateRepair(office(), { id: paidInvoice._id, status: 'Paid', paid: { method: 'Cash' } });
    const records = [repair, driver, { ...paidInvoice, revision: 3 }];
    const { results } = await decideApprovals(world.ctx('system'), { decision: 'Approved', records });
    expect(results.map(({ done, now }) => [done, now?.status])).toEqual([
      [true, 'Approved'],
      [true, 'Approved'],
      [false, 'Paid'],
    ]);
  });

  test('sent again with the same key answers the same and decides nothing twice', async () => {
    const records = [await newInvoice()];
    const idempotency = { key: newId(), hash: 'same' };
    const send = () =>
      decideApprovals(world.ctx('office.user', { idempotency }), { decision: 'Denied', reason: 'once', records });
    const first = await send();
    expect(await send()).toEqual(first);
    expect((await readMessages(records[0]?._id ?? '')).filter((msg) => msg === 'once')).toHaveLength(1);
  });

  test('run twice simultaneously on the same records decides each of them once', async () => {
    const records = [await newInvoice(), await newInvoice(), await newInvoice()];
    const [up, down] = await Promise.all([
      decideApprovals(office(), { decision: 'Approved', records }),
      decideApprovals(world.ctx('office.admin'), { decision: 'Denied', reason: 'no', records: records.toReversed() }),
    ]);
    expect(up.done + down.done).toBe(3);
    for (const { _id } of records) {
      const won = up.results.find((result) => result._id === _id)?.done ? 'Approved' : 'Denied';
      expect(await readStatus(_id)).toBe(won);
    }
  });

  test('is refused as a whole without a reason for denial, without records, with a duplicate, or without permission', async () => {
    const record = await newInvoice();
    const ask = (input: object, who: Parameters<typeof world.ctx>[0] = 'office.user') =>
      decideApprovals(world.ctx(who), { decision: 'Approved', records: [record], ...input });
    await expect(ask({ decision: 'Denied', reason: ' ' })).rejects.toMatchObject({
      errors: [{ path: 'reason', msg: 'A reason is required to deny an invoice' }],
    });
    await expect(ask({ records: [] })).rejects.toMatchObject({ code: 'invalid-input' });
    await expect(ask({ records: [record, record] })).rejects.toMatchObject({ code: 'invalid-input' });
    await expect(ask({}, 'shop.admin')).rejects.toMatchObject({ code: 'permission-denied' });
    await expect(ask({}, 'view.only')).rejects.toMatchObject({ code: 'view-only' });
    expect(await readStatus(record._id)).toBe('New');
  });
});
