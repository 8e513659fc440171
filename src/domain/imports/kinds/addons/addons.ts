import { z } from 'zod';
import type { SheetCell } from '../../../files/workbook/sheet.js';
import { addOnTypes, allocationFlags } from '../../../pricing/case/case.js';
import { OptionalText, Percent, RequiredText, UnitPrice } from '../../../kernel/records/fields.js';
import { exportName } from '../../reading/export-name.js';
import type { AboutKind, RecordLookup, ImportColumn, Spreadsheet, Values } from '../../reading/kind.js';
import { keyText } from '../../reading/labels.js';
import { addOnFinder, type FoundAddOn } from './add-on-finder.js';
import { exportedItems, itemCells, itemColumns, readItems } from './add-on-items.js';
import {
  addOnCategories,
  type AddOnTarget,
  type AddOnCategorySheet,
  type AddOnRecordFields,
  listProblems,
  sheetsByCategory,
  storedAddOns,
  writeAddOns,
} from './add-on-records.js';
import {
  addOnFlags,
  addOnNames,
  addOnValues,
  flagFields,
  fullValues,
  readLabor,
  type AddOnNames,
  readFields,
} from './add-on-values.js';
import { formatYesNo } from '../../../kernel/text/yes-no.js';
import { expectOneOf } from '../fields.js';

const Mode = expectOneOf([...allocationFlags, 'default']).transform((mode) => (mode === 'default' ? null : mode));

const plainColumns: readonly ImportColumn[] = [
  { header: 'id', also: ['Add-on Id', '_id'], field: 'id', kind: 'text', check: z.uuid('an ID, or empty'), key: true },
  { header: 'Parent_Category', field: 'parentCategory', kind: 'text', check: z.string() },
  { header: 'Category', also: ['Add-on Category'], field: 'category', kind: 'text', check: z.string() },
  { header: 'Name', also: ['Add-on'], field: 'name', kind: 'text', check: RequiredText('a name'), required: true },
  { header: 'Type', field: 'type', kind: 'text', check: expectOneOf(addOnTypes), required: true },
  { header: 'Retail_Price', field: 'retailPrice', kind: 'number', check: UnitPrice(), required: true },
  { header: 'Shop_Percent', field: 'shopPercent', kind: 'number', check: Percent() },
  { header: 'Shed_Suite_ID', also: ['ssId'], field: 'ssId', kind: 'text', check: OptionalText(100), clears: true },
  { header: 'Labor', also: ['Add-on Labor'], field: 'addOnLabor', kind: 'text', check: z.string(), clears: true },
  { header: 'Mode', also: ['Allocation Mode'], field: 'mode', kind: 'text', check: Mode, clears: true },
  ...flagFields.map((field): ImportColumn => ({ header: addOnFlags[field], field, kind: 'flag', check: z.boolean() })),
  {
    header: 'Standard_Non_Inv_Cost',
    also: ['Non Inventory Cost'],
    field: 'standardNonInvCost',
    kind: 'number',
    check: UnitPrice(),
    clears: true,
  },
];
const columns = [...plainColumns, ...itemColumns];

export const about: AboutKind = {
  title: 'Add-ons',
  purpose: 'Complete add-ons, including new ones, one sheet per category.',
  takes: ['category'],
  importing: 'catalogue.write',
  exporting: 'catalogue.read',
  movesPrices: true,
};

/** Whole add-ons, one sheet per category: new ones are added, existing ones are changed. */
export const addons: Spreadsheet<AddOnTarget> = {
  ...about,
  entity: 'add-on',
  tables: ['add_ons', 'add_on_items'],
  columns: () => columns,
  find: async (db, rows, options) => {
    const categories = await addOnCategories(db);
    const toAddOn = addOnFinder(await storedAddOns(db), categories, options);
    const names = await addOnNames(db);
    return rows.map((row) => {
      const match = toAddOn(row);
      return 'problems' in match ? match : becoming(row.values, match, { names, categories });
    });
  },
  write: writeAddOns,
  export: async ({ db }, { category }) => {
    const all = await storedAddOns(db, category);
    const names = await addOnNames(db);
    const byId = new Map(all.map((addOn) => [addOn.addOn._id, addOn]));
    const sheets = sheetsByCategory(
      await addOnCategories(db),
      all.map(({ addOn }) => addOn),
      (addOns) => [...exportColumns, ...exportedItems(addOns)],
      (addOn, place) => {
        const storedAddOn = byId.get(addOn._id);
        const values: Values = storedAddOn ? { id: addOn._id, ...addOnValues(storedAddOn, place, names) } : {};
        return [...plainColumns.map(({ field }) => toCell(values[field])), ...itemCells(addOn, names.items)];
      },
    );
    return { name: await exportName(db, 'AddOns', { category }, 'addOn'), sheets };
  },
  successText: () => 'Add-ons are created',
};

const toCell = (value: unknown): SheetCell => {
  if (typeof value === 'boolean') return formatYesNo(value);
  return typeof value === 'string' || typeof value === 'number' ? value : null;
};

const widths: Readonly<Record<string, number>> = { id: 38, name: 36 };
const exportColumns = plainColumns.map(({ header, field, kind }) => {
  const number = field === 'shopPercent' ? ('number' as const) : ('dollars' as const);
  const width = widths[field];
  return { header, kind: kind === 'number' ? number : ('text' as const), ...(width ? { width } : {}) };
});

interface AddOnLookup {
  readonly names: AddOnNames;
  readonly categories: readonly AddOnCategorySheet[];
}

/** The add-on after a row is applied, or the problems its form would report. */
function becoming(
  values: Values,
  { storedAddOn, place }: FoundAddOn,
  { names, categories }: AddOnLookup,
): RecordLookup<AddOnTarget> {
  const items = readItems(values, storedAddOn?.fields.standardItems ?? [], names.items);
  const labor = readLabor(values, storedAddOn, names.labor);
  const problems = [...('problems' in items ? items.problems : []), ...('expected' in labor ? [labor] : [])];
  if ('problems' in items || 'expected' in labor) return { problems };
  const rowFields = readFields(values, storedAddOn);
  const fields: AddOnRecordFields = {
    ...rowFields,
    addOnLabor: labor.id,
    category: place.id,
    standardItems: [...items.lines],
  };
  const issues = listProblems(fields, storedAddOn?.fields, columns);
  if (issues.length > 0) return { problems: issues };
  const id = storedAddOn?.addOn._id ?? null;
  const category = categories.find((one) => one.id === storedAddOn?.fields.category);
  return {
    key: id ?? `${place.id} ${keyText(fields.name)}`,
    name: storedAddOn?.addOn.name ?? fields.name,
    target: { id, fields },
    before: storedAddOn ? addOnValues(storedAddOn, category, names) : null,
    values: fullValues(items.values, fields, place, names),
  };
}
