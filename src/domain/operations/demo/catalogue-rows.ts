import { newId } from '../../kernel/ids.js';
import type { AddOnItem, Catalogue, CompanyFile } from './company-file.js';
import type { Ids } from './names.js';
import { shedRows } from './shed-rows.js';
import type { DemoRow, TableRows } from './rows.js';

/** The whole catalogue, ordered so that references point to earlier rows. */
export const catalogueRows = (file: Catalogue, ids: Ids): TableRows[] => [
  ...itemRows(file, ids),
  ...addOnRows(file, ids),
  ...componentRows(file, ids),
  ...shedRows(file, ids),
];

/** The company and its colors. */
export function companyRows({ company }: CompanyFile): TableRows[] {
  const { roofColors, sidingColors, trimColors, ...row } = company;
  const colors = (kind: string, names: readonly string[]) =>
    names.map((color, position) => ({ id: newId(), kind, color, position }));
  return [
    ['companies', [{ id: newId(), ...row }]],
    [
      'company_colors',
      [...colors('roof', roofColors), ...colors('siding', sidingColors), ...colors('trim', trimColors)],
    ],
  ];
}

function itemRows(file: Catalogue, ids: Ids): TableRows[] {
  return [
    ['item_categories', file.itemCategories.map((name) => ({ id: ids.itemCategories.id(name), name }))],
    [
      'items',
      file.items.map(({ category, ...item }) => ({
        ...item,
        id: ids.items.id(item.name),
        categoryId: ids.itemCategories.id(category, `item "${item.name}"`),
      })),
    ],
  ];
}

function addOnRows(file: Catalogue, ids: Ids): TableRows[] {
  const categoryId = (name: string, asks: string) => ids.addOnCategories.id(name, asks);
  return [
    ['addon_parent_categories', file.addOnParentCategories.map((row) => ({ id: ids.parents.id(row.name), ...row }))],
    [
      'addon_categories',
      file.addOnCategories.map(({ name, parent }) => {
        const parentId = ids.parents.id(parent, `add-on category "${name}"`);
        return { id: ids.addOnCategories.id(name), name, parentId };
      }),
    ],
    [
      'addon_labor',
      file.addOnLabor.map(({ category, ...row }) => {
        const asks = `add-on labor "${row.name}"`;
        return {
          ...row,
          id: ids.addOnLabor.id(row.name),
          categoryId: category === null ? null : categoryId(category, asks),
        };
      }),
    ],
    [
      'add_ons',
      file.addOns.map(({ category, labor, items: _, ...row }) => {
        const asks = `add-on "${row.name}"`;
        const addonLaborId = labor === null ? null : ids.addOnLabor.id(labor, asks);
        return { ...row, id: ids.addOns.id(row.name), categoryId: categoryId(category, asks), addonLaborId };
      }),
    ],
    ['add_on_items', file.addOns.flatMap((addOn) => addOnItemRows(addOn.name, null, addOn.items, ids))],
  ];
}

/** The items of an add-on: for the company, or for one shop. */
export function addOnItemRows(addOn: string, shop: string | null, items: readonly AddOnItem[], ids: Ids): DemoRow[] {
  const asks = shop === null ? `add-on "${addOn}"` : `add-on "${addOn}" of shop "${shop}"`;
  return items.map(({ item, replacementItem, ...row }, position) => ({
    ...row,
    id: newId(),
    addOnId: ids.addOns.id(addOn, asks),
    shopId: shop === null ? null : ids.shops.id(shop),
    itemId: ids.items.id(item, asks),
    replacementItemId: replacementItem === null ? null : ids.items.id(replacementItem, asks),
    position,
  }));
}

function componentRows(file: Catalogue, ids: Ids): TableRows[] {
  const { components, componentCategories, shedCategories } = file;
  return [
    [
      'shed_categories',
      shedCategories.map(({ name, sidingTypes, roofTypes }) => ({
        ...{ id: ids.shedCategories.id(name), name, sidingTypes, roofTypes },
      })),
    ],
    [
      'shed_category_addon_parents',
      shedCategories.flatMap(({ name, addonParentCategories }) =>
        addonParentCategories.map((parent) => ({
          shedCategoryId: ids.shedCategories.id(name),
          addonParentCategoryId: ids.parents.id(parent, `shed category "${name}"`),
        })),
      ),
    ],
    ['component_categories', componentCategories.map((row) => ({ id: ids.componentCategories.id(row.name), ...row }))],
    [
      'components',
      components.map(({ category, shedCategory, items: _, ...row }) => {
        const asks = `component "${row.name}"`;
        const shedCategoryId = ids.shedCategories.id(shedCategory, asks);
        return {
          ...row,
          id: ids.components.id(row.name),
          categoryId: ids.componentCategories.id(category, asks),
          shedCategoryId,
        };
      }),
    ],
    [
      'component_items',
      components.flatMap(({ name, items }) =>
        items.map(({ item, ...row }, position) => ({
          ...row,
          id: newId(),
          componentId: ids.components.id(name),
          itemId: ids.items.id(item, `component "${name}"`),
          position,
        })),
      ),
    ],
  ];
}
