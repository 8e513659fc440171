import { beforeAll, expect, test } from 'vitest';
import { makeApprovedInvoices } from '../../../testing/approved-invoices.js';
import { toColumn, getHeaders, toLines, readSheetCells } from '../../../testing/table-files.js';
import { homeShop, otherShop, useWorld } from '../../../testing/world.js';
import { createPayment } from '../paying/create.js';
import { exportPayments } from './export.js';
import { listPayments } from '../read.js';

const world = useWorld();

beforeAll(async () => {
  const pay = async (shop: string, paymentNumber: string, memo: string) =>
    createPayment(world.ctx('office.user'), {
      invoices: await makeApprovedInvoices(world, 2, shop),
      paymentNumber,
      memo,
      shopsPaymentAdjustment: -12.34,
    });
  await pay(homeShop, 'A-10', '@home');
  await pay(homeShop, 'A-9', 'two\nlines');
  await pay(otherShop, '3', '');
});

test('the office exports the whole list in its sort order', async () => {
  const list = { sort: 'paymentNumber' } as const;
  const { items } = await listPayments(world.ctx('office.user'), list);
  const file = await exportPayments(world.ctx('office.user'), list);
  expect(file.name).toBe('payments.xlsx');
  const sheet = await readSheetCells(file);
  expect(toColumn(sheet, 'Payment Number')).toEqual(['3', 'A-9', 'A-10']);
  expect(toColumn(sheet, 'Shop')).toEqual(items.map((item) => item.shop.name));
  expect(toColumn(sheet, 'Payment Date')).toEqual(items.map((item) => new Date(item.paymentDate)));
  expect(toColumn(sheet, 'Invoices')).toEqual(items.map((item) => item.invoiceCount));
  expect(toColumn(sheet, 'Sub-Total')).toEqual(items.map((item) => item.shopsPaymentSubTotal));
  expect(toColumn(sheet, 'Adjustment')).toEqual([-12.34, -12.34, -12.34]);
  expect(toColumn(sheet, 'Amount')).toEqual(items.map((item) => item.shopsPaymentTotal));
  expect(toColumn(sheet, 'Company Total')).toEqual(items.map((item) => item.paymentTotal.company));
});

test('a shop exports only its own payments, without company figures', async () => {
  const list = { shop: await world.findShopId(otherShop), sort: 'paymentNumber' } as const;
  const sheet = await readSheetCells(await exportPayments(world.ctx('shop.user'), list));
  expect(toColumn(sheet, 'Payment Number')).toEqual(['A-9', 'A-10']);
  expect(getHeaders(sheet).filter((header) => /company|order/i.test(header))).toEqual([]);
});

test('CSV has the payments that a search finds, with memos as text', async () => {
  const list = { search: '10', format: 'csv' } as const;
  const lines = await toLines(await exportPayments(world.ctx('shop.user'), list));
  expect(lines).toHaveLength(2);
  expect(lines[1]).toMatch(/^A-10,.*,-12\.34,.*,'@home,/);
});

test('a builder gets none', async () => {
  await expect(exportPayments(world.ctx('builder'), {})).rejects.toMatchObject({ code: 'permission-denied' });
});
