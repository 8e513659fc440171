import { z } from 'zod';
import { Percent, RequiredText, UnitPrice } from '../../../kernel/records/fields.js';
import { difference } from '../../../kernel/records/record.js';
import { exportName } from '../../reading/export-name.js';
import type { AboutKind, ImportColumn, Spreadsheet, Values } from '../../reading/kind.js';
import { type Labels, plainText, textOrStored } from '../../reading/labels.js';
import { exportedItems, itemCells, itemColumns, itemLabels, itemValues, readItems, withItems } from './add-on-items.js';
import {
  addOnCategories,
  type AddOnTarget,
  listProblems,
  sheetsByCategory,
  type StoredAddOn,
  storedAddOns,
  writeAddOns,
} from './add-on-records.js';
import { refuse } from '../../reading/problem.js';
import { identifying, readCells } from '../../reading/cells.js';

const Id = z.string().toLowerCase();
const columns: readonly ImportColumn[] = [
  { header: 'id', also: ['Add-on Id', '_id'], field: 'id', kind: 'text', check: Id, ...identifying },
  { header: 'Name', also: ['Add-on'], field: 'name', kind: 'text', check: RequiredText('a name'), required: true },
  { header: 'Retail_Price', field: 'retailPrice', kind: 'number', check: UnitPrice() },
  { header: 'Shop_Percent', field: 'shopPercent', kind: 'number', check: Percent() },
  ...itemColumns,
];

export const about: AboutKind = {
  title: 'Add-on BOM',
  purpose: 'Retail prices, shop percents and items of add-ons.',
  takes: ['category'],
  importing: 'catalogue.write',
  exporting: 'catalogue.read',
  movesPrices: true,
};

/** The prices and standard items of existing add-ons, one sheet per category. */
export const addonBom: Spreadsheet<AddOnTarget> = {
  ...about,
  entity: 'add-on',
  tables: ['add_ons', 'add_on_items'],
  columns: () => columns,
  find: async (db, rows) => {
    const byId = new Map((await storedAddOns(db)).map((addOn) => [addOn.addOn._id, addOn]));
    const labels = await itemLabels(db);
    return rows.map(({ values }) => {
      const id = String(values['id']);
      const addOn = byId.get(id);
      if (!addOn) return refuse('id', id, 'the ID of an add-on');
      const items = readItems(values, addOn.fields.standardItems, labels);
      if ('problems' in items) return items;
      const { name } = addOn.addOn;
      const fields = { ...addOn.fields, ...describeBom(values, addOn), standardItems: [...items.lines] };
      const problems = listProblems(fields, addOn.fields, columns);
      if (problems.length > 0) return { problems };
      return { key: id, name, target: { id, fields }, before: toShown(addOn, labels), values: items.values };
    });
  },
  write: writeAddOns,
  describeChange: ({ before, after }) => difference(withItems(before ?? {}), withItems(after)),
  export: async ({ db }, { category }) => {
    const addOns = (await storedAddOns(db, category)).map(({ addOn }) => addOn);
    const labels = await itemLabels(db);
    const sheets = sheetsByCategory(
      await addOnCategories(db),
      addOns,
      (addOns) => [
        { header: 'id', kind: 'text', width: 38 },
        { header: 'Name', kind: 'text', width: 36 },
        { header: 'Retail_Price', kind: 'dollars' },
        { header: 'Shop_Percent', kind: 'number' },
        ...exportedItems(addOns),
      ],
      (addOn) => [addOn._id, addOn.name, addOn.retailPrice, addOn.shopPercent, ...itemCells(addOn, labels)],
    );
    return { name: await exportName(db, 'AddOn_BOM', { category }, 'addOn'), sheets };
  },
  successText: () => 'Add-ons are updated',
};

/** The fields of an add-on after a row is applied. Empty cells keep the stored value. */
function describeBom(values: Values, { addOn, fields }: StoredAddOn) {
  const { name, retailPrice, shopPercent } = readCells<{ name?: string; retailPrice?: number; shopPercent?: number }>(
    values,
  );
  return {
    name: textOrStored(name ?? addOn.name, addOn.name),
    retailPrice: retailPrice ?? fields.retailPrice,
    shopPercent: shopPercent ?? fields.shopPercent,
  };
}

const toShown = ({ addOn, fields }: StoredAddOn, labels: Labels): Values => ({
  name: plainText(addOn.name),
  retailPrice: addOn.retailPrice,
  shopPercent: addOn.shopPercent,
  ...itemValues(fields.standardItems, labels),
});
