import type { Knex } from 'knex';
import type { ItemRow } from '../../../catalogue/items/queries.js';
import { groupBy } from '../../../kernel/objects.js';
import type { FileRow, LookupRefusal } from '../../reading/kind.js';
import { keyText, isSameText } from '../../reading/labels.js';
import { readCells } from '../../reading/cells.js';
import { categorySheets } from '../../reading/sheds/sheet-names.js';
import { refuse } from '../../reading/problem.js';

/** The stored item of a row, or null for a new one, with its category. */
export interface Target {
  readonly item: ItemRow | null;
  readonly categoryId: string;
}

/** The item categories, with the name of the sheet of each. */
export const itemCategories = (db: Knex) => categorySheets(db, 'item_categories');

type FoundItem = { readonly item: ItemRow | undefined; readonly categoryId: string } | LookupRefusal;

/** The refusal of a row for its name, with what was expected. */
export const refusedName = ({ values }: FileRow, expected: string): LookupRefusal =>
  refuse('Name', String(values['name']), expected);

/** Finds the item of a row: by ID, or by name in the category given by a column or the sheet. */
export async function itemFinder(db: Knex, all: readonly ItemRow[]): Promise<(row: FileRow) => FoundItem> {
  const byId = new Map(all.map((item) => [item._id, item]));
  const byName = byEachName(all);
  const categories = await itemCategories(db);
  return (row) => {
    const { sheet, values } = row;
    const { id, name, category } = readCells<{ id?: string | null; name: string; category?: string | null }>(values);
    const knownItem = id ? byId.get(id) : undefined;
    if (knownItem) return { item: knownItem, categoryId: knownItem.category._id };
    if (id) return refuse('id', id, 'the ID of an item, or empty');
    const place = categories.find((one) => [one.name, one.sheet].some((text) => isSameText(text, category ?? sheet)));
    const everywhere = byName.get(keyText(name)) ?? [];
    const candidates = place ? everywhere.filter((one) => one.category._id === place.id) : everywhere;
    const [item] = candidates;
    if (place && candidates.length > 1) return refusedName(row, 'a name that only one item in the category has');
    if (place) return { item, categoryId: place.id };
    if (item && candidates.length === 1 && !category) return { item, categoryId: item.category._id };
    const expected = 'the name of an item category';
    return refuse(category ? 'Category' : null, category ?? sheet, expected);
  };
}

/** Items by each of their names: the shop's and the standard one. */
const byEachName = (all: readonly ItemRow[]): Map<string, ItemRow[]> => {
  const namedItems = all.flatMap((item) =>
    [...new Set([keyText(item.name), keyText(item.standard.name)])].map((name) => ({ name, item })),
  );
  const namesakes = [...groupBy(namedItems, ({ name }) => name)];
  return new Map(namesakes.map(([name, group]) => [name, group.map(({ item }) => item)]));
};
