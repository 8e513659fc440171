import { describe, expect, test } from 'vitest';
import type { InvoiceRow } from '../invoice-types.js';
import { choose, stillThere } from './selection.js';

const row = (id: string, change: Partial<InvoiceRow> = {}): InvoiceRow => ({
  _id: id,
  invoiceNumber: id,
  invoicedDate: '2026-03-02',
  status: 'Approved',
  revision: 1,
  wasApproved: true,
  changes: [],
  shop: { _id: 'north', name: 'North' },
  order: { _id: `o-${id}`, serialNumber: id, type: 'Customer', grandTotal: { shop: 10, company: 20, order: 20 } },
  ...change,
});
const ids = (rows: readonly InvoiceRow[]) => rows.map(({ _id }) => _id);

describe('a selection of invoices', () => {
  test('keeps invoices that a search hides', () => {
    const first = choose(new Set(['a']), new Map(), [row('a'), row('b')]);
    const bothRows = choose(new Set(['a', 'c']), first, [row('c')]);
    expect(ids(stillThere(bothRows, { rows: [row('c')], complete: false, shop: '' }))).toEqual(['a', 'c']);
  });

  test('drops invoices that a complete list of the shop no longer has', () => {
    const other = row('s', { shop: { _id: 'south', name: 'South' } });
    const chosenRows = choose(new Set(['a', 'b', 's']), new Map(), [row('a'), row('b'), other]);
    expect(ids(stillThere(chosenRows, { rows: [row('a')], complete: true, shop: 'north' }))).toEqual(['a', 's']);
    expect(ids(stillThere(chosenRows, { rows: [row('a')], complete: true, shop: '' }))).toEqual(['a']);
  });

  test('drops invoices that are no longer Approved, and updates newer versions', () => {
    const chosenRows = choose(new Set(['a', 'b']), new Map(), [row('a'), row('b')]);
    const shownRows = [row('a', { status: 'New' }), row('b', { revision: 2 })];
    expect(stillThere(chosenRows, { rows: shownRows, complete: false, shop: '' })).toEqual([shownRows[1]]);
  });

  test('removes deselected invoices', () => {
    const chosenRows = choose(new Set(['a', 'b']), new Map(), [row('a'), row('b')]);
    expect([...choose(new Set(['b']), chosenRows, []).keys()]).toEqual(['b']);
  });
});
