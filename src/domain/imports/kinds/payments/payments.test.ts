import { describe, expect, test } from 'vitest';
import { deletePayment, updatePayment } from '../../../billing/payments/service.js';
import { createPayment } from '../../../billing/payments/paying/create.js';
import { createCorrection } from '../../../billing/corrections/service.js';
import { makeApprovedRepairs } from '../../../testing/approved-repairs.js';
import { makeApprovedInvoices } from '../../../testing/approved-invoices.js';
import { insertManyOrders, readToEnd } from '../../../testing/plans.js';
import { homeShop, otherShop, useWorld } from '../../../testing/world.js';
import { getImport } from '../../history.js';
import { undoImport } from '../../undo.js';
import { createKindDriver } from '../../../testing/kind-driver.js';
import type { FileRow } from '../../reading/kind.js';
import { findPaid } from './payment-finder.js';

const world = useWorld();
const { sheets, stage, refusals, apply } = createKindDriver(world, 'payments', 'office.user');
type Row = Record<string, unknown>;
const clerk = () => world.ctx('office.user');

/** Approved invoices of a shop with their numbers. */
async function invoices(count: number, shop = homeShop): Promise<{ ids: string[]; numbers: string[] }> {
  const ids = await makeApprovedInvoices(world, count, shop);
  const rows = (await world.db('invoices').whereIn('id', ids).select('id', 'invoice_number')) as Record<
    string,
    string
  >[];
  return { ids, numbers: ids.map((id) => rows.find((row) => row['id'] === id)?.['invoice_number'] ?? '') };
}
const getRows = (numbers: readonly string[], more: Row): Row[] =>
  numbers.map((number) => ({
    Payment_Number: 'H-1',
    Shop: homeShop,
    Payment_Date: '03/02/2024',
    Invoice_Number: number,
    ...more,
  }));
const readStored = (number: string) => world.db('payments').where({ payment_number: number }).first<Row>();
const readStatus = async (ids: readonly string[]) =>
  (await world
    .db('invoices')
    .whereIn('id', [...ids])
    .distinct()
    .pluck('status')) as string[];

describe('the payments', () => {
  test('are created like those entered by hand: totals, invoices, history', async () => {
    const [a, b] = [await invoices(3), await invoices(3)];
    const [first = {}, ...others] = getRows(a.numbers, {
      Payment_Number: 501,
      Adjustment: '-$12.50',
      Memo: 'from the old books',
    });
    const rows = [first, ...others.map((row) => ({ ...row, Adjustment: '', Memo: '' }))];
    const preview = await stage(rows);
    expect(preview.counts).toEqual({ new: 3, changed: 0, unchanged: 0, refused: 0 });
    expect((await apply(preview._id)).msg).toBe('Payments are created');
    const { payment } = await createPayment(clerk(), {
      invoices: b.ids,
      paymentNumber: '502',
      paymentDate: '2024-03-02',
      shopsPaymentAdjustment: -12.5,
      memo: 'from the old books',
    });
    const own = ['id', 'payment_number', 'number_key', 'created_at', 'updated_at', 'changed_at'];
    const apart = (row: Row | undefined) =>
      Object.fromEntries(Object.entries(row ?? {}).filter(([key]) => !own.includes(key)));
    const sums = (row: Row | undefined) => ({ ...apart(row), figures: Object.keys(row?.['figures'] ?? {}) });
    const totals = (row: Row) => ({ ...row, sub_total: 0, total: 0, company_total: 0, order_total: 0 });
    expect(totals(sums(await readStored('501')))).toEqual(totals(sums(await readStored('502'))));
    expect(await readStored('501')).toMatchObject({
      payment_date: '2024-03-02',
      adjustment: -1250,
      invoice_count: 3,
      revision: 1,
    });
    const [{ sum }] = (await world.db('invoices').whereIn('id', a.ids).sum({ sum: 'shop_total' })) as [{ sum: number }];
    expect((await readStored('501'))?.['sub_total']).toBe(sum);
    expect(await readStatus(a.ids)).toEqual(['Paid']);
    const actions = async (id: unknown) =>
      (await world
        .db('audit_entries')
        .where({ entity: 'payment' })
        .whereRaw('? = any(entity_ids)', [id as string])
        .distinct()
        .orderBy('action')
        .pluck('action')) as string[];
    expect(await actions((await readStored('501'))?.['id'])).toEqual(['create', 'import']);
    expect(await actions(payment._id)).toEqual(['create']);
    expect((await stage(rows)).counts).toEqual({ new: 0, changed: 0, unchanged: 3, refused: 0 });
  });

  test('undo works like deleting them, but not when one was changed or deleted since', async () => {
    const { ids, numbers } = await invoices(2);
    const preview = await stage(getRows(numbers, { Payment_Number: 'U-1' }));
    await apply(preview._id);
    const { id } = (await readStored('U-1')) as { id: string };
    expect((await getImport(clerk(), { id: preview._id })).inTheWay).toEqual([]);
    const { msg } = await undoImport(clerk(), { id: preview._id });
    expect(msg).toBe('test.json is undone: 1 row deleted, 0 restored.');
    expect((await readStored('U-1'))?.['deleted_at']).not.toBeNull();
    expect(await readStatus(ids)).toEqual(['Approved']);

    const again = await stage(getRows(numbers, { Payment_Number: 'U-2' }));
    await apply(again._id);
    const changed = ((await readStored('U-2')) as { id: string }).id;
    await updatePayment(clerk(), { id: changed, memo: 'looked at' });
    expect((await getImport(clerk(), { id: again._id })).inTheWay).toEqual([
      { _id: changed, name: 'payment U-2 to Ridge Line Barns', why: 'was changed by Owen Price' },
    ]);
    await expect(undoImport(clerk(), { id: again._id })).rejects.toThrow(
      'payment U-2 to Ridge Line Barns was changed by Owen Price',
    );
    expect(await readStatus(ids)).toEqual(['Paid']);
    await deletePayment(clerk(), { id: changed });
    await expect(undoImport(clerk(), { id: again._id })).rejects.toThrow(
      'payment U-2 to Ridge Line Barns was deleted by Owen Price',
    );
    expect(id).not.toBe(changed);
  });

  test('are imported completely or not at all: one refused row refuses the others of its payment, but no other payment', async () => {
    const { numbers } = await invoices(3);
    const [one = '', two = '', three = ''] = numbers;
    const preview = await stage([
      ...getRows([one], {}),
      ...getRows([two], { Payment_Date: 'soon' }),
      ...getRows([three], { Payment_Number: 'H-2' }),
    ]);
    expect(preview.rows.map(({ row, state, problems }) => [row, state, problems[0]?.expected])).toEqual([
      [2, 'refused', 'imported together with its group; sheet "Rows", row 3 is refused'],
      [3, 'refused', 'a date'],
      [4, 'new', undefined],
    ]);
    const twice = await stage([...getRows([one], {}), ...getRows([one], { Payment_Number: 'H-2' })]);
    expect(twice.rows[1]?.problems[0]?.why).toBe('is a duplicate of row 2');
  });

  test('are refused if they contradict themselves, the invoices or an existing payment', async () => {
    const { numbers } = await invoices(2);
    const { numbers: elsewhere } = await invoices(1, otherShop);
    const { ids: paidIds, numbers: paidNumbers } = await invoices(2);
    await createPayment(clerk(), { invoices: paidIds, paymentNumber: 'P-9', paymentDate: '2024-05-01' });
    const [paid = ''] = paidNumbers;
    const rows = [
      ...getRows(numbers.slice(0, 1), { Shop: 'Nowhere' }),
      ...getRows(elsewhere, {}),
      ...getRows([paid], {}),
      ...getRows(numbers.slice(0, 1), { Payment_Number: 'p-9' }),
      ...getRows([paid], { Payment_Number: 'P-9', Payment_Date: '2024-05-01' }),
      ...getRows(numbers.slice(0, 1), { Adjustment: 1.005 }),
      ...getRows(numbers.slice(0, 1), { Payment_Date: '1066-10-14' }),
    ];
    expect(await refusals(rows)).toEqual([
      'Shop "Nowhere" must be the name of a shop',
      `Invoice_Number "${elsewhere[0] ?? ''}" must be the number of an invoice of ${homeShop}`,
      `Invoice_Number "${paid}" must be an Approved invoice; this one is Paid`,
      `Invoice_Number "${numbers[0] ?? ''}" must be an invoice of payment p-9 to Ridge Line Barns, which already exists`,
      'Payment_Number "P-9" must be a new number, or listed with all 2 invoices of payment P-9 to Ridge Line Barns, which already exists',
      'Adjustment "1.005" must be an amount in dollars with at most 2 decimals',
      'Payment_Date "1066-10-14" must be a date',
    ]);
    const [first = {}, second = {}] = getRows(numbers, {});
    const reasons = async (staged: Row[]) =>
      (await stage(staged)).rows.map(({ problems: [problem] }) => problem?.expected);
    expect(
      await reasons([
        { ...first, Adjustment: 5 },
        { ...second, Adjustment: 6 },
      ]),
    ).toEqual([
      'imported together with its group; sheet "Rows", row 3 is refused',
      'the same in all rows of the payment: 5',
    ]);
    const existing = getRows(paidNumbers, { Payment_Number: 'P-9', Payment_Date: '2024-05-01' });
    expect(await reasons(existing)).toEqual([]);
    expect(await reasons(existing.map((row) => ({ ...row, Memo: 'other' })))).toEqual([
      'empty, as in the existing payment',
      'empty, as in the existing payment',
    ]);
  });

  test('are only for the office: a shop can neither import nor export them', async () => {
    const [first] = getRows(['1'], {});
    const shop = createKindDriver(world, 'payments', 'shop.admin');
    await expect(shop.stage([first ?? {}])).rejects.toMatchObject({ code: 'permission-denied' });
    await expect(shop.sheets()).rejects.toMatchObject({ code: 'permission-denied' });
    await expect(
      createKindDriver(world, 'dealers', 'office.user').stage([{ Name: 'A', Shop: homeShop }]),
    ).rejects.toMatchObject({
      code: 'permission-denied',
    });
    const all = (await sheets()).flatMap(({ rows }) => rows);
    expect(all.length).toBeGreaterThan(5);
    expect((await stage(all)).counts).toEqual({ new: 0, changed: 0, unchanged: all.length, refused: 0 });
  });

  test("include repair and driver invoices by type, and a correction by its invoice and amount; the file's totals add up", async () => {
    const paid = await invoices(1);
    await createPayment(clerk(), { invoices: paid.ids, corrections: [] });
    const { order_id: order } = (await world.db('invoices').where({ id: paid.ids[0] }).first('order_id')) as {
      order_id: string;
    };
    for (const amount of [-5, 7.25]) await createCorrection(clerk(), { order, amount, reason: 'Billed twice' });
    const [repair = '', driver = ''] = [
      ...(await makeApprovedRepairs(world, 'Repair', [10_00])),
      ...(await makeApprovedRepairs(world, 'Driver', [20_00])),
    ];
    const more = { Payment_Number: 'M-1' };
    const rows = [
      ...getRows([`R-${repair}`], { ...more, Invoice_Type: 'repair', Amount: 10 }),
      ...getRows([`R-${driver}`], { ...more, Invoice_Type: 'Driver' }),
      ...getRows(paid.numbers, { ...more, Invoice_Type: 'Correction', Amount: 7.25 }),
    ];
    expect(
      await refusals([
        ...getRows([`R-${repair}`], { ...more, Invoice_Type: 'Loan' }),
        ...getRows([`R-${repair}`], { ...more, Invoice_Type: 'Driver' }),
        ...getRows([`R-${repair}`], { ...more, Invoice_Type: 'Repair', Amount: 11 }),
        ...getRows(paid.numbers, { ...more, Invoice_Type: 'Correction', Amount: 8 }),
      ]),
    ).toEqual([
      'Invoice_Type "Loan" must be Invoice, Repair, Driver, Correction',
      `Invoice_Number "R-${repair}" must be the number of a driver invoice of ${homeShop}`,
      `Amount "11" must be $10.00, as on invoice R-${repair}, or empty`,
      `Invoice_Number "${paid.numbers[0] ?? ''}" must be an invoice with a correction of this amount`,
    ]);
    await apply((await stage(rows))._id);
    expect(await readStored('M-1')).toMatchObject({ sub_total: 37_25, repair_total: 10_00, correction_count: 1 });
    expect(await world.db('corrections').where({ order_id: order }).whereNull('payment_id').pluck('amount')).toEqual([
      -5_00,
    ]);
    const all = (await sheets()).flatMap((sheet) => sheet.rows);
    const mine = all.filter((row) => row['Payment_Number'] === 'M-1');
    expect(new Set(mine.map((row) => row['Amount']))).toEqual(new Set([10, 20, 7.25]));
    expect((await stage(all)).counts).toEqual({ new: 0, changed: 0, unchanged: all.length, refused: 0 });
  });

  test('with equal corrections of one invoice pay the oldest first, each once, and are unchanged when imported as exported', async () => {
    const paid = await invoices(1);
    await createPayment(clerk(), { invoices: paid.ids, corrections: [] });
    const { order_id: order } = (await world.db('invoices').where({ id: paid.ids[0] }).first('order_id')) as {
      order_id: string;
    };
    for (const reason of ['First', 'Second', 'Third']) await createCorrection(clerk(), { order, amount: -5, reason });
    const rows = (payment: string, count: number) =>
      Array.from({ length: count }, () =>
        getRows(paid.numbers, { Payment_Number: payment, Invoice_Type: 'Correction', Amount: -5 }),
      ).flat();
    expect((await stage(rows('E-1', 4))).counts).toMatchObject({ new: 0, refused: 4 });
    const more = await invoices(1);
    await apply((await stage([...rows('E-1', 2), ...getRows(more.numbers, { Payment_Number: 'E-1' })]))._id);
    const left = () => world.db('corrections').where({ order_id: order }).whereNull('payment_id').pluck('reason');
    expect(await left()).toEqual(['Third']);
    const all = (await sheets()).flatMap((sheet) => sheet.rows);
    expect(all.filter((row) => row['Payment_Number'] === 'E-1')).toHaveLength(3);
    expect((await stage(all)).counts).toEqual({ new: 0, changed: 0, unchanged: all.length, refused: 0 });
    expect(await refusals(rows('E-1', 1))).toEqual([expect.stringContaining('or listed with all 3 invoices')]);
  });

  test('whose numbers contain extra spaces are unchanged when imported as exported', async () => {
    const { ids } = await invoices(2);
    const [one = '', two = ''] = ids;
    await world.db('invoices').where({ id: one }).update({ invoice_number: 'INV  7' });
    await world.db('invoices').where({ id: two }).update({ invoice_number: 'INV\u00a08' });
    await createPayment(clerk(), { invoices: ids, paymentNumber: 'P  \u00a07', memo: 'two  words' });
    const all = (await sheets()).flatMap(({ rows }) => rows);
    expect(await stage(all)).toMatchObject({ msg: 'Nothing to change.', counts: { unchanged: all.length } });
    const more = await invoices(2);
    await world.db('invoices').where({ id: more.ids[0] }).update({ invoice_number: 'INV 7' });
    expect(await refusals(getRows(['INV 7'], { Payment_Number: 'H-7' }))).toEqual([
      'Invoice_Number "INV 7" must be a number that only one invoice of the shop has',
    ]);
  });
});

test('invoices are looked up by shop and number, however many rows the file has', async () => {
  await insertManyOrders(world, await world.createFinishedOrder(), 5_000);
  const row = { shop: homeShop, paymentDate: '2026-11-20' };
  const rows = Array.from({ length: 10_000 }, (_, n) => ({
    values: { ...row, paymentNumber: `Long list ${Math.floor(n / 100)}`, invoiceNumber: `p-${n + 1}` },
  })) as unknown as FileRow[];
  for (const size of [30, 300, 10_000]) {
    let paidRecords: Awaited<ReturnType<typeof findPaid>> = [];
    const read = await readToEnd(world, async () => (paidRecords = await findPaid(world.db, rows.slice(0, size))));
    const few = 'invoices_odd_number'; // only those whose number a cell cannot represent
    expect(read.filter((name) => name.startsWith('invoices') && name !== few)).toEqual([]);
    expect(paidRecords.filter((one) => 'before' in one)).toHaveLength(Math.min(size, 5_000));
  }
});
