import { describe, expect, test } from 'vitest';
import { listRecordHistory } from '../../../operations/history/service.js';
import { useWorld, type ActorName } from '../../../testing/world.js';
import { updateRepair } from './change.js';
import { createRepair } from './create.js';
import { deleteRepair } from './delete.js';
import type { RepairStatus, RepairType } from '../status.js';
import { listRepairs, getRepair } from '../service.js';

const world = useWorld();
let count = 0;
const check = { date: '2026-11-17', method: 'Check', reference: '1042' };
const paidWith = { Approved: {}, Paid: { paid: check } };

async function make(status: RepairStatus = 'New', type: RepairType = 'Repair') {
  const item = ((await world.db('items').orderBy('id').first('id')) as { id: string }).id;
  const { repairInvoice } = await createRepair(world.ctx('shop.user'), {
    type,
    invoiceNumber: `C-${(count += 1)}`,
    items: [{ item, quantity: 2, rate: 10.5 }],
  });
  const steps = { New: [], Approved: ['Approved'], Paid: ['Approved', 'Paid'] } as const;
  for (const step of steps[status]) await change('office.user', repairInvoice._id, { status: step, ...paidWith[step] });
  return getRepair(world.ctx('shop.user'), { id: repairInvoice._id });
}

const change = (who: ActorName, id: string, values: object) => updateRepair(world.ctx(who), { id, ...values });
const saying = (invoice: { messages: readonly { msg: string }[] }) => invoice.messages.map(({ msg }) => msg);

describe('the life of an invoice', () => {
  test('goes from New to Approved to Paid, with a message each time, and notifies the shop', async () => {
    const { _id } = await make();
    await change('office.user', _id, { status: 'Approved', originalStatus: 'New' });
    const { msg, repairInvoice } = await change('office.user', _id, { status: 'Paid', paid: check });
    expect(msg).toBe('Invoice is updated');
    expect(repairInvoice).toMatchObject({ status: 'Paid', revision: 3 });
    expect(saying(repairInvoice)).toEqual([
      'Invoice created by Sam Miller',
      'This Invoice has been Approved.',
      'This Invoice has been Paid.',
    ]);
    const notices = (await world
      .db('notifications')
      .where({ shop_id: repairInvoice.shop._id })
      .whereILike('content', `Repair Invoice ${repairInvoice.invoiceNumber} %`)
      .orderBy('id')
      .pluck('msg')) as string[];
    expect(notices).toEqual(['Invoice Approved', 'Invoice Paid']);
    const lists = await listRepairs(world.ctx('shop.user'), { status: 'New', type: 'Repair', size: 500 });
    expect(lists.items.map((row) => row._id)).not.toContain(_id);
  });

  test.each([
    ['Paid', 'New', 'permission-denied'],
    ['Paid', 'Approved', 'permission-denied'],
  ] as const)('the office cannot move it from %s to %s', async (from, to, code) => {
    const { _id } = await make(from);
    await expect(change('office.user', _id, { status: to })).rejects.toMatchObject({ code });
    expect((await getRepair(world.ctx('office.user'), { id: _id })).status).toBe(from);
  });

  test('the form may set any status, such as New directly to Paid', async () => {
    const { _id } = await make();
    expect((await change('office.user', _id, { status: 'Paid', paid: check })).repairInvoice.status).toBe('Paid');
  });

  test.each(['shop.admin', 'shop.user'] as const)('%s can neither approve nor pay', async (who) => {
    const newRecord = await make();
    const approvedRecord = await make('Approved');
    for (const [{ _id }, status] of [
      [newRecord, 'Approved'],
      [approvedRecord, 'Paid'],
      [approvedRecord, 'New'],
    ] as const)
      await expect(change(who, _id, { status })).rejects.toMatchObject({ code: 'permission-denied' });
  });

  test('a super admin can reopen a Paid invoice, and the history shows it', async () => {
    const { _id } = await make('Paid');
    const { repairInvoice } = await change('office.admin', _id, { status: 'New' });
    expect(saying(repairInvoice).at(-1)).toBe('This Invoice has been changed to New.');
    const { items } = await listRecordHistory(world.ctx('shop.user'), { id: _id });
    expect(items[0]).toMatchObject({ action: 'reopen', by: 'Anna Keller' });
    expect(items[0]?.changes).toEqual([{ field: 'status', from: 'Paid', to: 'New' }]);
  });
});

describe('a change', () => {
  test('recomputes the totals, keeps the standard rate of an unchanged line, and appends a message', async () => {
    const before = await make();
    const [line] = before.items;
    await world.db('items').where({ id: line?.item._id }).update({ sub_total: 123.45, freight: 0 });
    const body = { ...before, items: [{ ...line, quantity: 3 }], billTo: 'The office', revision: before.revision };
    const { repairInvoice } = await change('shop.user', before._id, body);
    expect(repairInvoice).toMatchObject({ invoiceTotal: 31.5, billTo: 'The office', revision: 2 });
    expect(repairInvoice.items[0]).toMatchObject({ _id: line?._id, standardRate: line?.standardRate });
    expect(saying(repairInvoice).at(-1)).toBe('Invoice updated by Sam Miller');
    const { items } = await listRecordHistory(world.ctx('shop.user'), { id: before._id });
    expect(items[0]?.changes.map(({ field }) => field).sort()).toEqual(
      ['billTo', 'invoiceTotal', 'items', 'standardInvoiceTotal'].sort(),
    );
  });

  test('sent with a new status is saved before the status changes', async () => {
    const before = await make();
    const { repairInvoice } = await change('office.user', before._id, {
      ...{ ...before, invoiceNumber: `${before.invoiceNumber}-B`, status: 'Approved' },
      newMessage: 'Looks right.',
    });
    expect(saying(repairInvoice).slice(1)).toEqual([
      'Looks right.',
      'Invoice updated by Owen Price',
      'This Invoice has been Approved.',
    ]);
  });

  test('keeps a line whose item is no longer in the catalogue', async () => {
    const before = await make();
    await world.db('repair_invoice_items').where({ invoice_id: before._id }).update({ item_id: null });
    const deletedRecord = await getRepair(world.ctx('shop.user'), { id: before._id });
    const { repairInvoice } = await change('shop.user', before._id, { ...deletedRecord, billTo: 'Somebody else' });
    expect(repairInvoice.items).toEqual(deletedRecord.items);
    expect(repairInvoice.items[0]?.item).toEqual({ _id: null, name: before.items[0]?.item.name });
  });

  test.each(['Approved', 'Paid'] as const)(
    'of an invoice that is %s is refused; unchanged values are accepted',
    async (status) => {
      const before = await make(status);
      for (const who of ['shop.admin', 'office.admin'] as const)
        await expect(change(who, before._id, { billTo: 'x' })).rejects.toMatchObject({ code: 'invoice-locked' });
      const { repairInvoice } = await change('office.admin', before._id, { ...before });
      expect(repairInvoice).toMatchObject({ status, invoiceTotal: before.invoiceTotal });
    },
  );

  test('based on an older version is refused with both versions', async () => {
    const { _id } = await make();
    await change('shop.user', _id, { billTo: 'First', revision: 1 });
    const late = change('shop.admin', _id, { billTo: 'Second', revision: 1 });
    await expect(late).rejects.toMatchObject({
      code: 'stale-record',
      details: { by: 'Sam Miller', current: { billTo: 'First', revision: 2, invoiceTotal: 21 } },
    });
    await expect(change('office.user', _id, { status: 'Approved', originalStatus: 'Paid' })).rejects.toMatchObject({
      code: 'stale-record',
    });
  });

  test('two clerks who approve simultaneously approve it once', async () => {
    const { _id } = await make();
    const results = await Promise.allSettled(
      ['office.user', 'office.admin'].map((who) => change(who as ActorName, _id, { status: 'Approved', revision: 1 })),
    );
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const { messages } = await getRepair(world.ctx('office.user'), { id: _id });
    expect(messages.filter(({ msg }) => msg === 'This Invoice has been Approved.')).toHaveLength(1);
  });

  test('is refused for another shop, for a number that is already used, and for a view-only user', async () => {
    const { _id } = await make();
    const { invoiceNumber } = await make();
    await expect(change('other.shop', _id, { billTo: 'x' })).rejects.toMatchObject({ code: 'not-found' });
    await expect(change('shop.user', _id, { invoiceNumber })).rejects.toMatchObject({ code: 'invoice-number-taken' });
    await expect(change('view.only', _id, { status: 'Approved' })).rejects.toMatchObject({ code: 'view-only' });
  });
});

describe('deleting', () => {
  test('removes a New invoice and frees its number; the history keeps it', async () => {
    const { _id, invoiceNumber } = await make();
    expect(await deleteRepair(world.ctx('shop.user'), { id: _id })).toEqual({ msg: 'Invoice is deleted' });
    await expect(getRepair(world.ctx('office.user'), { id: _id })).rejects.toMatchObject({ code: 'not-found' });
    const again = await make();
    await change('shop.user', again._id, { invoiceNumber });
    const { items } = await listRecordHistory(world.ctx('office.user'), { id: _id });
    expect(items[0]).toMatchObject({ action: 'delete' });
  });

  test.each(['Approved', 'Paid'] as const)('is refused for an invoice that is %s', async (status) => {
    const { _id } = await make(status);
    const refusal = deleteRepair(world.ctx('office.admin'), { id: _id });
    await expect(refusal).rejects.toMatchObject({ code: 'invoice-not-deletable' });
  });

  test('a driver invoice is left to the office', async () => {
    const { _id } = await make('New', 'Driver');
    const refusal = deleteRepair(world.ctx('shop.admin'), { id: _id });
    await expect(refusal).rejects.toMatchObject({ code: 'permission-denied' });
    await deleteRepair(world.ctx('office.user'), { id: _id });
  });
});
