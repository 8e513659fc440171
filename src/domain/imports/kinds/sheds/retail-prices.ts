import type { Knex } from 'knex';
import { z } from 'zod';
import { toColumns } from '../../../files/workbook/sheet.js';
import { exportName } from '../../reading/export-name.js';
import {
  isGiven,
  otherSize,
  shedFinder,
  shedName,
  type StoredShed,
  storedSheds,
} from '../../reading/sheds/find-sheds.js';
import type { AboutKind, FileRow, Spreadsheet, LookupRefusal } from '../../reading/kind.js';
import { keyText } from '../../reading/labels.js';
import { modelSheets, sheetsByModel, sizeColumns, sizeHeaders } from '../../reading/sheds/places.js';
import type { ImportOptions } from '../../reading/schema.js';
import { putRows } from '../../reading/write-rows.js';
import { Dollars, readCents } from '../fields.js';
import { readCells } from '../../reading/cells.js';
import { groupBy } from '../../../kernel/objects.js';
import { refuse } from '../../reading/problem.js';

const SS_ID = 'Shed_Suite_ID';

export const about: AboutKind = {
  title: 'Retail prices',
  purpose: "The retail price of each size, from the sales system's export of models.",
  takes: ['category', 'model'],
  importing: 'prices.change',
  exporting: 'catalogue.view',
  movesPrices: true,
};

/**
 * Retail prices as the sales system exports them, matched by its shed ID, or else by model and size. Only existing
 * sheds are changed.
 */
export const retailPrices: Spreadsheet<{ id: string }> = {
  ...about,
  entity: 'shed',
  tables: ['sheds'],
  columns: () => [
    ...sizeColumns.map(({ required: _, ...column }) => column),
    { header: SS_ID, also: ['SSID'], field: 'ssId', kind: 'text', check: z.string(), key: true },
    {
      header: 'Price',
      also: ['Retail Price', 'Base Price'],
      field: 'price',
      kind: 'number',
      check: Dollars,
      required: true,
    },
  ],
  find: async (db, rows, options) => {
    const findShed = await bySsIdOrSize(db, options);
    return rows.map((row) => {
      const shed = findShed(row);
      if ('problems' in shed) return shed;
      return { key: shed.id, name: shedName(shed), target: { id: shed.id }, before: { price: shed.cents / 100 } };
    });
  },
  write: async (tx, changes) => {
    const rows = changes.map(({ target, after }) => ({ id: target.id, retail_price: readCents(after['price']) }));
    return putRows(tx.db, 'sheds', rows, changes);
  },
  describeChange: ({ before, after }) => ({
    before: { retailPrice: before?.['price'] ?? null },
    after: { retailPrice: after['price'] },
  }),
  export: async ({ db }, options) => {
    const columns = [
      ...[...sizeHeaders, { header: SS_ID, kind: 'text', width: 16 } as const],
      ...toColumns('money', 'Price'),
    ];
    const sheets = sheetsByModel(await modelSheets(db), await storedSheds(db, options), columns, (shed) => [
      shed.baseStyle,
      shed.width,
      shed.length,
      shed.ssId,
      shed.cents,
    ]);
    return { name: await exportName(db, 'Retail_Prices', options), sheets };
  },
  successText: () => 'Retail Prices are updated',
};

/** Finds a row's shed by the sales system's ID if only one shed has it, or else by model, size and base style. */
async function bySsIdOrSize(db: Knex, options: ImportOptions) {
  const sheds = await storedSheds(db, options);
  const bySsId = groupBy(sheds, ({ ssId }) => keyText(ssId ?? ''));
  const bySize = await shedFinder(db, sheds, options, SS_ID);
  return (row: FileRow): StoredShed | LookupRefusal => {
    const { ssId, width, length } = readCells<{ ssId?: string | null } & FileRow['values']>(row.values);
    const sheds = ssId ? (bySsId.get(ssId.toLowerCase()) ?? []) : [];
    if (sheds.length === 1 && sheds[0]) {
      const problems = otherSize(row, sheds[0], SS_ID);
      return problems.length > 0 ? { problems } : sheds[0];
    }
    if (!ssId || isGiven(width) || isGiven(length)) return bySize(row);
    const expected =
      sheds.length > 1 ? 'the ID of only one shed; otherwise fill in model and size' : 'the ID of an existing shed';
    return refuse(SS_ID, ssId, expected);
  };
}
