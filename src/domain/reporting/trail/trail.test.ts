import { beforeAll, describe, expect, test } from 'vitest';
import { createDealer, updateDealer } from '../../company/dealers/service.js';
import { createInvoice } from '../../billing/invoices/life/create.js';
import { updateInvoice } from '../../billing/invoices/life/change.js';
import { createPayment } from '../../billing/payments/paying/create.js';
import { listRecordHistory } from '../../operations/history/service.js';
import { createCursors } from '../../kernel/records/cursors.js';
import { inTransaction } from '../../kernel/service.js';
import { getHeaders, readSheetCells, toColumn, toLines } from '../../testing/table-files.js';
import { readToEnd } from '../../testing/plans.js';
import { useWorld } from '../../testing/world.js';
import { downloadReport } from '../reports/file.js';
import { listTrail, listTrailChoices } from './service.js';

const world = useWorld();
const admin = () => world.ctx('office.admin', { cursors: createCursors('x'.repeat(32)) });
type TrailFilter = Parameters<typeof listTrail>[1];
const list = async (filter: TrailFilter = {}) => listTrail(admin(), { range: 'today', size: 500, ...filter });
const readActions = async (filter: TrailFilter) => (await list(filter)).items.map(({ action }) => action);

let invoice: string;
let order: string;
let dealer: string;
beforeAll(async () => {
  order = await world.createFinishedOrder();
  ({
    invoice: { _id: invoice },
  } = await createInvoice(world.ctx('shop.user', { origin: '/shop/orders/finished' }), {
    order,
    invoiceNumber: 'T-1',
  }));
  await updateInvoice(world.ctx('office.user', { origin: '/company/approvals' }), { id: invoice, status: 'Approved' });
  const { item } = await createDealer(world.ctx('system', { via: 'cli', origin: 'catalogue import' }), {
    name: 'Barns & Co',
  });
  dealer = item._id;
  await updateDealer(world.ctx('office.admin'), { id: dealer, revision: item.revision, name: item.name, city: 'Reno' });
  await inTransaction(world.ctx('office.admin', { origin: '/company/items' }), async (tx) => {
    const entry = { entity: 'item', id: dealer, action: 'change' };
    await tx.audit([
      { ...entry, before: { subTotal: 10, city: 'A' }, after: { subTotal: 12.5, city: 'A' } },
      { ...entry, before: { cost: { shop: -700, standard: 3 } }, after: { cost: { shop: 4, standard: 3 } } },
      { ...entry, action: 'import', after: { retailPrice: 9000, profitPercent: 99_000, file: 'prices.xlsx' } },
    ]);
  });
});

describe('the history of everything', () => {
  test('shows who did what, from where, with old and new values and the name of the record', async () => {
    const [entry] = (await list({ record: invoice, action: 'change status' })).items;
    expect(entry).toMatchObject({
      by: { name: world.actor('office.user').name },
      recordKind: 'invoice',
      record: { _id: invoice, name: 'T-1' },
      source: 'screen',
      origin: '/company/approvals',
      changes: [{ field: 'status', from: 'New', to: 'Approved' }],
    });
  });

  test('distinguishes screens, files, commands and jobs', async () => {
    const origins = async (source: 'screen' | 'file' | 'command') =>
      (await list({ source, record: dealer })).items.map(({ origin }) => origin);
    expect(await origins('command')).toEqual(['catalogue import']);
    expect(await origins('file')).toEqual(['prices.xlsx']);
    expect(await origins('screen')).toEqual(['/company/items', '/company/items', null]);
    expect((await list({ origin: 'prices.xlsx' })).total).toBe(1);
  });

  test('finds a record by its ID, number or name', async () => {
    for (const record of [invoice, invoice.toUpperCase(), 'T-1'])
      expect((await list({ record, recordKind: 'invoice' })).total, record).toBe(2);
    expect((await list({ record: 'Barns & Co' })).total).toBe(5);
    expect((await list({ record: 'nothing of the kind' })).items).toEqual([]);
  });

  test('filters by user, program, kind, action and field', async () => {
    const { id } = world.actor('office.user');
    expect(await readActions({ person: id ?? '', record: invoice })).toEqual(['change status']);
    expect(await readActions({ person: 'cli', record: dealer })).toEqual(['add']);
    expect(await readActions({ recordKind: 'dealer', record: dealer })).toEqual(['change', 'add']);
    expect(await readActions({ field: 'city', record: dealer })).toEqual(['change', 'add']);
    expect(await readActions({ field: 'file' })).toEqual([]);
  });

  test('has the largest amount, old or new, as the amount of a change; percents do not count', async () => {
    const amounts = async (filter: TrailFilter) =>
      (await list({ record: dealer, recordKind: 'item', ...filter })).items.map(({ amount }) => amount);
    expect(await amounts({})).toEqual(expect.arrayContaining([9000, 700, 12.5]));
    expect(await amounts({ amountFrom: 700, amountTo: 700 })).toEqual([700]);
    expect(await amounts({ amountFrom: 13, amountTo: 8999.99 })).toEqual([700]);
    expect(await amounts({ amountTo: 12.5 })).toEqual([12.5]);
  });

  test("uses days in the company's time zone", async () => {
    const day = '2026-11-18';
    expect((await listTrail(admin(), { from: day, to: day, record: dealer })).total).toBe(5);
    expect((await listTrail(admin(), { to: '2026-11-17', record: dealer })).total).toBe(0);
    await expect(listTrail(admin(), { from: '2026-11-19', to: day })).rejects.toMatchObject({
      errors: [{ path: 'to' }],
    });
  });

  test('pages by cursor and by number without a gap', async () => {
    const all = (await list()).items.map(({ _id }) => _id);
    const topicsSeen: string[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await list({ size: 3, ...(cursor ? { cursor } : {}) });
      topicsSeen.push(...page.items.map(({ _id }) => _id));
      cursor = page.nextCursor;
    } while (cursor);
    expect(topicsSeen).toEqual(all);
    const last = Math.ceil(all.length / 3);
    expect((await list({ size: 3, page: last })).items.map(({ _id }) => _id)).toEqual(all.slice((last - 1) * 3));
  });

  test('offers the filter values that occur in it', async () => {
    const { persons, recordKinds, actions, fields } = await listTrailChoices(admin(), {});
    const { id, name } = world.actor('office.user');
    expect(persons).toContainEqual({ _id: id, name });
    expect(persons).toContainEqual({ _id: 'cli', name: 'cli (program)' });
    expect(recordKinds).toContainEqual({ _id: 'invoice', name: 'Invoice' });
    expect(actions).toContainEqual({ _id: 'change status', name: 'Change status' });
    expect(fields).toContainEqual({ _id: 'retailPrice', name: 'Retail price' });
    expect(new Set(recordKinds.map(({ _id }) => _id)).size).toBe(recordKinds.length);
  });

  test('is only for Office Admins', async () => {
    for (const who of ['office.user', 'shop.admin', 'shop.user', 'builder'] as const) {
      await expect(listTrail(world.ctx(who), {})).rejects.toMatchObject({ code: 'permission-denied' });
      await expect(listTrailChoices(world.ctx(who), {})).rejects.toMatchObject({ code: 'permission-denied' });
      await expect(downloadReport(world.ctx(who), { name: 'trail' })).rejects.toMatchObject({
        code: 'permission-denied',
      });
    }
  });
});

describe('as a file', () => {
  const filter = { range: 'today', record: 'T-1' };

  test('a workbook has a row for each changed field', async () => {
    const sheet = await readSheetCells(await downloadReport(admin(), { name: 'trail', filter }));
    expect(getHeaders(sheet)).toContain('File, Screen or Command');
    expect(toColumn(sheet, 'Record')).toContain('T-1');
    const row = toColumn(sheet, 'Action').indexOf('Change status');
    expect(['Field', 'Old', 'New', 'Source'].map((header) => toColumn(sheet, header)[row])).toEqual([
      ...['Status', 'New', 'Approved', 'Screen'],
    ]);
  });

  test('CSV is streamed with the same rows, and escapes formulas', async () => {
    await inTransaction(admin(), (tx) =>
      tx.audit({ entity: 'dealer', id: dealer, action: 'change', before: { memo: '' }, after: { memo: '=1+1' } }),
    );
    const lines = await toLines(
      await downloadReport(admin(), { name: 'trail', format: 'csv', filter: { field: 'memo' } }),
    );
    expect(lines).toHaveLength(2);
    expect(lines[1]).not.toMatch(/,=1/);
  });
});

test('names a payment with its shop, also where an invoice refers to it', async () => {
  const { payment } = await createPayment(world.ctx('office.admin'), { invoices: [invoice], corrections: [] });
  const name = `${payment.paymentNumber} to ${payment.shop.name}`;
  const [created] = (await list({ record: payment._id, action: 'create' })).items;
  expect(created?.record).toEqual({ _id: payment._id, name });
  const [paid] = (await list({ record: invoice, action: 'pay' })).items;
  expect(paid?.changes).toContainEqual({ field: 'paymentNumber', from: null, to: name });
  for (const record of [payment.paymentNumber, name])
    expect((await list({ record, recordKind: 'payment' })).total, record).toBe(1);
  const read = async (who: 'office.admin' | 'shop.user') =>
    (await listRecordHistory(world.ctx(who), { id: invoice })).items.flatMap(({ changes }) => changes);
  expect(await read('office.admin')).toContainEqual({ field: 'paymentNumber', from: null, to: name });
  expect(await read('shop.user')).toContainEqual({ field: 'paymentNumber', from: null, to: payment.paymentNumber });
});

const wholeReads = async (filter: TrailFilter) =>
  (await readToEnd(world, () => listTrail(admin(), filter))).filter((table) => /audit|orders|invoices/.test(table));

test('no query reads all of a long history', { timeout: 60_000 }, async () => {
  await world.db.raw(
    `insert into audit_entries (id, at, actor_id, actor_name, via, request_id, action, entity, entity_ids, before, after, origin)
     select gen_random_uuid(), '2026-01-01'::timestamptz + n * interval '14 minutes', (array[null, ?::uuid, gen_random_uuid()])[1 + n % 3],
       'someone ' || n % 40, 'web', 'r', 'act ' || n % 30, 'kind ' || n % 50, array[gen_random_uuid()],
       jsonb_build_object('field' || n % 60, n), jsonb_build_object('field' || n % 60, n + 1, 'cost', n), 'file ' || n % 500
       from generate_series(1, 30000) n`,
    [world.actor('office.user').id],
  );
  await world.db.raw('analyze audit_entries');
  const year = { from: '2020-01-01', to: '2026-12-31', size: 50 };
  for (const filter of [
    { person: world.actor('office.admin').id ?? '' },
    { person: 'someone 3' },
    { record: dealer },
    { recordKind: 'kind 7' },
    { action: 'act 9' },
    { field: 'field5' },
    { amountFrom: 29_990 },
    { origin: 'file 77' },
    { source: 'file' as const },
    { recordKind: 'kind 7', field: 'field5', amountFrom: 10 },
  ])
    expect(await wholeReads({ ...year, ...filter }), JSON.stringify(filter)).toEqual([]);
  expect(await wholeReads({ range: 'yesterday' })).toEqual([]);
  const all = await listTrail(admin(), year);
  expect(all).toMatchObject({ total: 10_000, more: true });
  expect((await listTrail(admin(), { ...year, page: 200 })).items).toHaveLength(50);
});
