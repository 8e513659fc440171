import { groupRows } from '../../reading/grouped.js';
import type { FileRow, Problem } from '../../reading/kind.js';
import { keyText } from '../../reading/labels.js';
import type { ImportOptions } from '../../reading/schema.js';
import type { CategorySheet, StoredAddOn } from './add-on-records.js';
import { readCells } from '../../reading/read-cells.js';

/** The add-on of a row (undefined for a new one), and its category after the import. */
export interface FoundAddOn {
  readonly stored: StoredAddOn | undefined;
  readonly place: CategorySheet;
}
type Refused = { readonly problems: readonly Problem[] };

const isSame = (a: string, b: string): boolean => keyText(a) === keyText(b);

/** Finds add-ons by ID, or by name in the category given by a column, the sheet or an option. */
export function addOnFinder(
  all: readonly StoredAddOn[],
  categories: readonly CategorySheet[],
  { category: chosenId }: ImportOptions,
): (row: FileRow) => FoundAddOn | Refused {
  const byId = new Map(all.map((addOn) => [addOn.addOn._id, addOn]));
  const byName = groupRows(all, ({ addOn }) => toKey(addOn.category._id, addOn.name));
  return (row) => {
    const { id, name } = readCells<{ id?: string | null; name: string }>(row.values);
    const knownAddOn = id ? byId.get(id) : undefined;
    if (id && !knownAddOn) return refuseValue('id', id, 'the ID of an add-on, or empty');
    const place = getPlace(row, categories, knownAddOn?.addOn.category._id ?? null, chosenId);
    if ('problems' in place) return place;
    const matches = knownAddOn ? [knownAddOn] : (byName.get(toKey(place.id, name)) ?? []);
    if (matches.length > 1)
      return refuseValue('Name', name, 'identified by its ID: the category has several add-ons with this name');
    return { stored: matches[0], place };
  };
}

const toKey = (categoryId: string, name: string): string => `${categoryId} ${keyText(name)}`;
const refuseValue = (column: string | null, value: string, expected: string): Refused => ({
  problems: [{ column, value, expected }],
});

function getPlace(
  { sheet, values }: FileRow,
  categories: readonly CategorySheet[],
  own: string | null,
  chosenId: string | undefined,
): CategorySheet | Refused {
  const { category, parentCategory: parent } = readCells<{ category?: string | null; parentCategory?: string | null }>(
    values,
  );
  const current = categories.find(({ id }) => id === own);
  if (!category && current) return current;
  const categoryName = category ?? sheet;
  const within = categories.filter((one) => !parent || isSame(one.parent, parent));
  const candidates = [
    within.filter((one) => isSame(one.name, categoryName)),
    within.filter((one) => isSame(`${one.name} (${one.parent})`, categoryName)),
    category ? [] : within.filter((one) => isSame(one.sheet, categoryName) || one.id === chosenId),
  ];
  const [first, ...rest] = candidates.find((matches) => matches.length > 0) ?? [];
  if (first && rest.length === 0) return first;
  const expected = first
    ? 'listed with its Parent_Category: several parents have a category with this name'
    : 'the name of an add-on category';
  if (category) return refuseValue('Category', category, parent && !first ? `${expected} of ${parent}` : expected);
  return refuseValue(null, sheet, `${expected}; name the sheet after it, or add a Category column`);
}
