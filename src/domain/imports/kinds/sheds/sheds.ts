import { z } from 'zod';
import type { WriteCtx } from '../../../kernel/context.js';
import { newId } from '../../../kernel/ids.js';
import { readCells } from '../../reading/cells.js';
import { shedName, type StoredShed, storedSheds } from '../../reading/sheds/find-sheds.js';
import type {
  AboutKind,
  FileRow,
  RecordLookup,
  ImportColumn,
  Spreadsheet,
  Values,
  LookupRefusal,
} from '../../reading/kind.js';
import { plainText, textOrStored } from '../../reading/labels.js';
import {
  modelFinder,
  type SheetSize,
  shedId,
  sizeColumns,
  sizeFinder,
  sheetSizeKey,
  toSizeRow,
} from '../../reading/sheds/places.js';
import { putRows } from '../../reading/write-rows.js';
import { Dollars, readCents } from '../fields.js';
import { computedHeaders, exportSheds } from './sheds-export.js';
import { refuse } from '../../reading/problem.js';

interface Target {
  readonly id: string | null;
  readonly size: SheetSize;
  /** The stored value. */
  readonly ssId: string | null;
}

const isModel = ({ field }: ImportColumn): boolean => field === 'category' || field === 'model';
/** With an ID, a row may change the base style and size of its shed. */
const changeable = ({ key: _, ...column }: ImportColumn): ImportColumn => column;
const SsId = z.string().max(100, 'at most 100 characters');

export const about: AboutKind = {
  title: 'Sheds',
  purpose: 'Sizes and retail prices of models.',
  takes: ['category', 'model'],
  importing: 'catalogue.write',
  exporting: 'prices.view',
  movesPrices: true,
};

/**
 * Sheds with their retail prices, one sheet per model. A new shed has no components, and gets the standard add-ons of
 * its model.
 */
export const sheds: Spreadsheet<Target> = {
  ...about,
  entity: 'shed',
  tables: ['sheds'],
  exportOnly: computedHeaders,
  columns: () => [
    shedId,
    ...sizeColumns.filter(isModel),
    ...sizeColumns.filter((column) => !isModel(column)).map(changeable),
    { header: 'Retail_Price', also: ['Price'], field: 'retailPrice', kind: 'number', check: Dollars, required: true },
    { header: 'Shed_Suite_ID', also: ['SSID'], field: 'ssId', kind: 'text', check: SsId, clears: true },
  ],
  find: async (db, rows, options) => {
    const sheds = await storedSheds(db, {});
    const byId = new Map(sheds.map((shed) => [shed.id, shed]));
    const bySize = new Map(sheds.map((shed) => [sheetSizeKey(shed), shed]));
    const [modelIn, findSize] = [await modelFinder(db, options), await sizeFinder(db, options)];
    const takenBy = new Map<string, string>();
    return rows.map((row) => {
      const knownShed = shedWithId(row, byId, modelIn);
      if (knownShed && 'problems' in knownShed) return knownShed;
      const size = findSize(row, knownShed && { id: knownShed.modelId, name: knownShed.model });
      if ('problems' in size) return size;
      const key = sheetSizeKey(size.size);
      const shed = knownShed ?? bySize.get(key);
      const owner = shed?.id ?? key;
      if ((bySize.get(key)?.id ?? takenBy.get(key) ?? owner) !== owner)
        return refuse(null, size.name, 'a size that no other shed has');
      takenBy.set(key, owner);
      return foundShed(row, shed, size);
    });
  },
  write: async (tx, changes) => {
    const rows = changes.map(({ target: { id, size, ssId }, after }) => ({
      id: id ?? newId(),
      ...toSizeRow(size),
      ss_id: textOrStored(after['ssId'], ssId) ?? null,
      retail_price: readCents(after['retailPrice']),
    }));
    const ids = await putRows(tx.db, 'sheds', rows, changes);
    await startWithAddOns(
      tx,
      ids.filter((_, n) => changes[n]?.before === null),
    );
    return ids;
  },
  export: exportSheds,
  successText: ({ changed, sheets }) => `Successfully imported ${changed} records from ${sheets} sheets.`,
};

/** Gives new sheds the standard add-ons of their models. */
const startWithAddOns = (tx: WriteCtx, ids: readonly string[]) =>
  tx.db.raw(
    `insert into shed_add_ons (shed_id, add_on_id, quantity)
     select s.id, x.add_on_id, x.quantity from sheds s join shed_model_add_ons x on x.model_id = s.model_id where s.id = any(?)`,
    [[...ids]],
  );

/** The shed with a row's ID; it must belong to the model given by the row or its sheet. */
function shedWithId(
  row: FileRow,
  byId: ReadonlyMap<string, StoredShed>,
  modelIn: Awaited<ReturnType<typeof modelFinder>>,
): StoredShed | LookupRefusal | undefined {
  const { id, model: modelName } = readCells<{ id?: string | null; model?: string | null }>(row.values);
  if (!id) return undefined;
  const shed = byId.get(id);
  if (!shed) return refuse('id', id, 'the ID of a shed, or empty');
  const model = modelIn(row);
  if ('expected' in model) return modelName ? { problems: [model] } : shed;
  if (model.id === shed.modelId) return shed;
  return refuse('id', id, `the ID of a shed of ${model.name}, or empty`);
}

const foundShed = (
  { values }: FileRow,
  shed: StoredShed | undefined,
  { size, name }: { readonly size: SheetSize; readonly name: string },
): RecordLookup<Target> => ({
  key: shed?.id ?? sheetSizeKey(size),
  name: shed ? shedName(shed) : name,
  target: { id: shed?.id ?? null, size, ssId: shed?.ssId ?? null },
  before: shed ? asShown(shed, size, values) : null,
});

/**
 * The stored shed under the names that the row uses, because different spellings of the same base style do not count
 * as a change.
 */
const asShown = (shed: StoredShed, { baseStyleId }: SheetSize, values: Values): Values => ({
  baseStyle: shed.baseStyleId === baseStyleId ? values['baseStyle'] : shed.baseStyle,
  width: shed.width,
  length: shed.length,
  retailPrice: shed.cents / 100,
  ssId: plainText(shed.ssId ?? '') || null,
});
