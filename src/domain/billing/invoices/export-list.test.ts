import { beforeAll, expect, test } from 'vitest';
import { toColumn, getHeaders, toLines, readSheetCells } from '../../testing/table-files.js';
import { otherShop, useWorld } from '../../testing/world.js';
import { updateInvoice } from './life/change.js';
import { createInvoice } from './life/create.js';
import { exportInvoices } from './export-list.js';
import { listInvoices } from './service.js';

const world = useWorld();

beforeAll(async () => {
  for (const invoiceNumber of ['=2', 'A-10', 'A-9'])
    await createInvoice(world.ctx('shop.user'), { order: await world.createFinishedOrder(), invoiceNumber });
  const { invoice } = await createInvoice(world.ctx('other.shop'), {
    order: await world.createFinishedOrder(otherShop),
    invoiceNumber: 'foreign',
  });
  await updateInvoice(world.ctx('office.user'), { id: invoice._id, status: 'Approved' });
});

test('the office exports the whole list in its sort order, with every total', async () => {
  const list = { status: 'New', sort: 'invoiceNumber' } as const;
  const { items, totals } = await listInvoices(world.ctx('office.user'), { ...list, size: 1 });
  const file = await exportInvoices(world.ctx('office.user'), list);
  expect(file.name).toBe('invoices_new.xlsx');
  const sheet = await readSheetCells(file);
  expect(toColumn(sheet, 'Invoice Number')).toEqual(['=2', 'A-9', 'A-10']);
  expect(toColumn(sheet, 'Invoice Number')[0]).toBe(items[0]?.invoiceNumber);
  expect(toColumn(sheet, 'Invoiced Date')[0]).toEqual(new Date(items[0]?.invoicedDate ?? ''));
  expect(toColumn(sheet, 'Order')[0]).toBe(items[0]?.order.serialNumber);
  expect(toColumn(sheet, 'Company Total')[0]).toBe(items[0]?.order.grandTotal.company);
  const last = sheet.getRow(sheet.rowCount);
  const results = ['Amount', 'Company Total', 'Order Total'].map(
    (header) => (last.getCell(getHeaders(sheet).indexOf(header) + 1).value as { result: number }).result,
  );
  expect(results).toEqual([totals.shop, totals.company, totals.order]);
});

test('a shop exports only its own invoices, without company figures', async () => {
  const sheet = await readSheetCells(
    await exportInvoices(world.ctx('shop.user'), { shop: await world.findShopId(otherShop) }),
  );
  expect(toColumn(sheet, 'Invoice Number')).toEqual([]);
  const shopCells = await readSheetCells(await exportInvoices(world.ctx('shop.user'), { status: 'New' }));
  expect(getHeaders(shopCells)).toEqual(['Invoice Number', 'Invoiced Date', 'Status', 'Order', 'Type', 'Amount']);
  expect(toColumn(shopCells, 'Invoice Number')).toHaveLength(3);
});

test('without a status it exports invoices in any status; CSV keeps formulas as text', async () => {
  const file = await exportInvoices(world.ctx('office.user'), { format: 'csv', sort: 'invoiceNumber' });
  expect(file.name).toBe('invoices.csv');
  const numbers = (await toLines(file)).slice(1).map((line) => line.split(',')[1]);
  expect(numbers).toEqual(["'=2", 'A-9', 'A-10', 'foreign']);
});

test('search and cut-off date narrow the list; a builder gets none', async () => {
  const searchCells = await readSheetCells(
    await exportInvoices(world.ctx('office.user'), { status: 'New', search: 'a-1' }),
  );
  expect(toColumn(searchCells, 'Invoice Number')).toEqual(['A-10']);
  const cut = await readSheetCells(await exportInvoices(world.ctx('office.user'), { cutoff: '2000-01-01' }));
  expect(toColumn(cut, 'Invoice Number')).toEqual([]);
  await expect(exportInvoices(world.ctx('builder'), {})).rejects.toMatchObject({ code: 'permission-denied' });
});
