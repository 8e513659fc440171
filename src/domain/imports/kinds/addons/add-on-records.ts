import type { Knex } from 'knex';
import type { z } from 'zod';
import { selectAddOnCategories, selectWholeAddOns } from '../../../catalogue/addons/queries.js';
import { type AddOn, type AddOnCategory, AddOnFields } from '../../../catalogue/addons/schema.js';
import { addOnRow } from '../../../catalogue/addons/service.js';
import type { WriteCtx } from '../../../kernel/context.js';
import type { Sheet, SheetCell, SheetColumn } from '../../../files/workbook/sheet.js';
import { newId } from '../../../kernel/ids.js';
import { queryRows } from '../../../kernel/database/rows.js';
import { present } from '../../../kernel/objects.js';
import { getExpected } from '../../reading/problem.js';
import type { RowChange, ImportColumn, Problem } from '../../reading/kind.js';
import { isItemField } from './add-on-items.js';
import { nameSheets } from '../../../files/workbook/sheet-names.js';
import type { CategorySheet } from '../../reading/sheds/sheet-names.js';
import { insertImportedRows, putRows } from '../../reading/write-rows.js';

type AddOnRecord = z.output<typeof AddOn>;
export type AddOnRecordFields = z.output<typeof AddOnFields>;

/** An add-on as stored, and in the fields of its form. */
export interface StoredAddOn {
  readonly addOn: AddOnRecord;
  readonly fields: AddOnRecordFields;
}

/** The result of a row for an add-on; without an ID it is a new one. */
export interface AddOnTarget {
  readonly id: string | null;
  readonly fields: AddOnRecordFields;
}

/** All add-ons with their standard items, by category and name; of one category if given. */
export async function storedAddOns(db: Knex, category?: string): Promise<StoredAddOn[]> {
  const query = selectWholeAddOns(db);
  if (category) query.where('a.category_id', category);
  const addOns = await queryRows<AddOnRecord>(query);
  return addOns.map((addOn) => ({ addOn, fields: toFields(addOn) }));
}

const toFields = ({
  _id: _,
  revision: __,
  category,
  addOnLabor,
  standardItems,
  ...addOn
}: AddOnRecord): AddOnRecordFields => ({
  ...addOn,
  shopPercent: addOn.shopPercent as number, // the form reports null; a problem that already existed is not refused
  category: category._id,
  addOnLabor: addOnLabor?._id ?? null,
  standardItems: standardItems.map((line) => ({
    ...line,
    item: line.item._id,
    replacementItem: line.replacementItem?._id ?? null,
  })),
});

/** An add-on category with its parent and its sheet. */
export interface AddOnCategorySheet extends CategorySheet {
  readonly parent: string;
}

export async function addOnCategories(db: Knex): Promise<AddOnCategorySheet[]> {
  const categories = await queryRows<z.output<typeof AddOnCategory>>(selectAddOnCategories(db));
  return nameSheets(
    categories.map(({ _id: id, name, addonParentCategory: { name: parent } }) => ({ id, name, parent })),
  );
}

/** One sheet per category that has add-ons. */
export const sheetsByCategory = (
  categories: readonly AddOnCategorySheet[],
  addOns: readonly AddOnRecord[],
  toColumns: (own: readonly AddOnRecord[]) => readonly SheetColumn[],
  cells: (addOn: AddOnRecord, category: AddOnCategorySheet) => readonly SheetCell[],
): Sheet[] =>
  categories.flatMap((category): Sheet[] => {
    const categoryAddOns = addOns.filter((addOn) => addOn.category._id === category.id);
    if (categoryAddOns.length === 0) return [];
    return [
      {
        name: category.sheet,
        columns: toColumns(categoryAddOns),
        rows: categoryAddOns.map((addOn) => cells(addOn, category)),
      },
    ];
  });

/** P4: the problems that the add-on form would report after the change and did not report before. */
export function listProblems(
  fields: AddOnRecordFields,
  before: AddOnRecordFields | undefined,
  columns: readonly ImportColumn[],
): Problem[] {
  const earlierIssues = new Set(before ? listIssues(before).map(({ path, message }) => `${path} ${message}`) : []);
  return listIssues(fields)
    .filter(({ path, message }) => !earlierIssues.has(`${path} ${message}`))
    .map(({ path, message }) => {
      const value = Object.entries(fields).find(([name]) => name === path)?.[1];
      return {
        column: columns.find(({ field }) => field === path)?.header ?? path,
        value: typeof value === 'string' || typeof value === 'number' ? String(value) : null,
        expected: getExpected(message),
      };
    });
}

const listIssues = (fields: AddOnRecordFields) =>
  (AddOnFields.safeParse(fields).error?.issues ?? []).map(({ path, message }) => ({ path: path.join('.'), message }));

/** Stores add-ons with their standard items; returns their IDs. */
export async function writeAddOns(tx: WriteCtx, changes: readonly RowChange<AddOnTarget>[]): Promise<string[]> {
  const rows = changes.map(({ target: { id, fields } }) => ({ id: id ?? newId(), ...addOnRow(fields) }));
  const ids = await putRows(tx.db, 'add_ons', rows, changes);
  const lines = rows.map(({ id }, n) => ({ id, items: changes[n]?.target.fields.standardItems ?? [] }));
  await putLines(
    tx.db,
    lines.filter((_, n) => changesItems(present(changes[n]))),
  );
  return ids;
}

const changesItems = ({ before, after }: RowChange<AddOnTarget>): boolean =>
  [...Object.keys(after), ...Object.keys(before ?? {})].some(
    (field) => isItemField(field) && (before?.[field] ?? null) !== (after[field] ?? null),
  );

async function putLines(
  db: Knex,
  addOns: readonly { id: string; items: AddOnRecordFields['standardItems'] }[],
): Promise<void> {
  await db('add_on_items')
    .whereNull('shop_id')
    .whereRaw('add_on_id = any(?)', [addOns.map(({ id }) => id)])
    .delete();
  const rows = addOns.flatMap(({ id, items }) =>
    items.map((line, position) => ({
      id: newId(),
      add_on_id: id,
      item_id: line.item,
      description: line.description,
      quantity: line.quantity,
      replace_item: line.replaceItem,
      replacement_item_id: line.replaceItem ? line.replacementItem : null,
      position,
    })),
  );
  await insertImportedRows(db, 'add_on_items', rows);
}
