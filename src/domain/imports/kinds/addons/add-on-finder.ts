import type { FileRow, LookupRefusal } from '../../reading/kind.js';
import { keyText, isSameText } from '../../reading/labels.js';
import type { ImportOptions } from '../../reading/schema.js';
import type { AddOnCategorySheet, StoredAddOn } from './add-on-records.js';
import { readCells } from '../../reading/cells.js';
import { groupBy } from '../../../kernel/objects.js';
import { refuse } from '../../reading/problem.js';

/** The add-on of a row (undefined for a new one), and its category after the import. */
export interface FoundAddOn {
  readonly storedAddOn: StoredAddOn | undefined;
  readonly place: AddOnCategorySheet;
}

/** Finds add-ons by ID, or by name in the category given by a column, the sheet or an option. */
export function addOnFinder(
  all: readonly StoredAddOn[],
  categories: readonly AddOnCategorySheet[],
  { category: chosenId }: ImportOptions,
): (row: FileRow) => FoundAddOn | LookupRefusal {
  const byId = new Map(all.map((addOn) => [addOn.addOn._id, addOn]));
  const byName = groupBy(all, ({ addOn }) => toKey(addOn.category._id, addOn.name));
  return (row) => {
    const { id, name } = readCells<{ id?: string | null; name: string }>(row.values);
    const knownAddOn = id ? byId.get(id) : undefined;
    if (id && !knownAddOn) return refuse('id', id, 'the ID of an add-on, or empty');
    const place = getPlace(row, categories, knownAddOn?.addOn.category._id ?? null, chosenId);
    if ('problems' in place) return place;
    const matches = knownAddOn ? [knownAddOn] : (byName.get(toKey(place.id, name)) ?? []);
    if (matches.length > 1)
      return refuse('Name', name, 'identified by its ID: the category has several add-ons with this name');
    return { storedAddOn: matches[0], place };
  };
}

const toKey = (categoryId: string, name: string): string => `${categoryId} ${keyText(name)}`;

function getPlace(
  { sheet, values }: FileRow,
  categories: readonly AddOnCategorySheet[],
  ownId: string | null,
  chosenId: string | undefined,
): AddOnCategorySheet | LookupRefusal {
  const { category, parentCategory: parent } = readCells<{ category?: string | null; parentCategory?: string | null }>(
    values,
  );
  const ownCategory = categories.find(({ id }) => id === ownId);
  if (!category && ownCategory) return ownCategory;
  const categoryName = category ?? sheet;
  const within = categories.filter((one) => !parent || isSameText(one.parent, parent));
  const candidates = [
    within.filter((one) => isSameText(one.name, categoryName)),
    within.filter((one) => isSameText(`${one.name} (${one.parent})`, categoryName)),
    category ? [] : within.filter((one) => isSameText(one.sheet, categoryName) || one.id === chosenId),
  ];
  const [first, ...rest] = candidates.find((matches) => matches.length > 0) ?? [];
  if (first && rest.length === 0) return first;
  const expected = first
    ? 'listed with its Parent_Category: several parents have a category with this name'
    : 'the name of an add-on category';
  if (category) return refuse('Category', category, parent && !first ? `${expected} of ${parent}` : expected);
  return refuse(null, sheet, `${expected}; name the sheet after it, or add a Category column`);
}
