import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Cell } from '../../files/sheets/file-contents.js';
import type { ColumnMapping, ImportColumn } from './kind.js';
import { layOutAgain, layOutSheet } from './layout.js';

const column = (header: string): ImportColumn => ({ header, field: header, kind: 'text', check: z.unknown() });
const columns = [column('Name'), column('Sub_Total')];
const layOut = (rows: readonly (readonly Cell[])[], mapping: ColumnMapping = {}, exportOnly: readonly string[] = []) =>
  layOutSheet({ name: 'Items', rows: rows.map((cells, at) => ({ row: at + 1, cells })) }, columns, mapping, exportOnly)
    .layout;

test.each(['Sub_Total', 'Sub-total', 'sub total', 'SUB–TOTAL', 'Sub‑Total #'])(
  '%s is a header of Sub_Total',
  (header) => expect(layOut([['Name', header]]).columns.map(({ field }) => field)).toEqual(['Name', 'Sub_Total']),
);

test('a column with values that no field gets is lost, unless it is ignored by choice or only exported', () => {
  const rows = [
    ['Name', 'Price', 'Notes', 'Empty', 'Total'],
    ['Board', 0, null, '  ', 5],
    ['Nail', null, 'sharp', null, 6],
  ];
  const listLost = (layout: ReturnType<typeof layOut>) =>
    layout.columns.filter(({ lost }) => lost).map(({ header }) => header);
  const layout = layOut(rows, {}, ['Total']);
  expect(listLost(layout)).toEqual(['Price', 'Notes']);
  expect(listLost(layOutAgain(layout, columns, { price: 'Sub_Total' }))).toEqual(['Notes']);
  expect(listLost(layOutAgain(layout, columns, { price: null, notes: null }))).toEqual([]);
  expect(listLost(layOut(rows, { notes: null }, ['Total']))).toEqual(['Price']);
});
