import type { Knex } from 'knex';
import { z } from 'zod';
import type { AddOn, AddOnFields } from '../../addons/schema.js';
import type { SheetColumn } from '../../documents/workbook.js';
import { Quantity } from '../../records/fields.js';
import type { ImportColumn, Problem, Values } from '../kind.js';
import { type Labels, labelsOf } from '../labels.js';

/** As many items as an add-on can have; the columns of the first are offered where columns are assigned by hand. */
const MOST = 500;
const OFFERED = 40;
const slots = Array.from({ length: MOST }, (_, n) => ({
  item: `item${n + 1}`,
  quantity: `quantity${n + 1}`,
  n: n + 1,
}));
type Slot = (typeof slots)[number];

/** The pairs of columns of the items of an add-on, Item_1, Quantity_1, Item_2 and so on. */
export const itemColumns: readonly ImportColumn[] = slots.flatMap(({ item, quantity, n }): ImportColumn[] => {
  const both = n > OFFERED ? ({ clears: true, unlisted: true } as const) : ({ clears: true } as const);
  return [
    { header: `Item_${n}`, field: item, kind: 'text', check: z.string(), ...both },
    { header: `Quantity_${n}`, also: [`Qty_${n}`], field: quantity, kind: 'number', check: Quantity(), ...both },
  ];
});

/** The names of all items, told apart by their categories. */
export async function itemLabels(db: Knex): Promise<Labels> {
  const rows = (await db('items as i')
    .join('item_categories as c', 'c.id', 'i.category_id')
    .select({ id: 'i.id', name: 'i.name', within: 'c.name' })) as { id: string; name: string; within: string }[];
  return labelsOf(rows, 'an item', 'item category');
}

type Line = z.output<typeof AddOnFields>['standardItems'][number];

/** The standard items of a row, and its values with gaps closed up; none where the file has no column of items. */
export type ReadItems =
  { readonly lines: readonly Line[]; readonly values: Values } | { readonly problems: readonly Problem[] };

/** Reads the items of a row as a whole; a line whose item stays keeps its description and its replacement. */
export function readItems(values: Values, stored: readonly Line[], labels: Labels): ReadItems {
  const told = slots.filter(({ item, quantity }) => values[item] !== undefined || values[quantity] !== undefined);
  if (told.length === 0) return { lines: stored, values };
  const read = told.flatMap((slot) => lineOf(values, slot, labels));
  const problems = read.filter((line) => 'expected' in line);
  if (problems.length > 0) return { problems };
  const left = [...stored];
  const lines = (read as { item: string; quantity: number }[]).map(({ item, quantity }): Line => {
    const at = left.findIndex((line) => line.item === item);
    const kept = at < 0 ? undefined : left.splice(at, 1)[0];
    return { ...(kept ?? { description: '', replaceItem: false, replacementItem: null }), item, quantity };
  });
  const last = Math.max(stored.length, told.at(-1)?.n ?? 0);
  const empty = slots.slice(0, last).flatMap(({ item, quantity }): [string, unknown][] => [
    [item, null],
    [quantity, null],
  ]);
  return { lines, values: { ...values, ...Object.fromEntries(empty), ...itemValues(lines, labels) } };
}

function lineOf(values: Values, slot: Slot, labels: Labels): ({ item: string; quantity: number } | Problem)[] {
  const name = (values[slot.item] ?? null) as string | null;
  const quantity = (values[slot.quantity] ?? null) as number | null;
  const [itemHeader, quantityHeader] = [`Item_${slot.n}`, `Quantity_${slot.n}`];
  if (name === null && quantity === null) return [];
  if (name === null) return [{ column: itemHeader, value: null, expected: `given, as ${quantityHeader} is` }];
  if (quantity === null) return [{ column: quantityHeader, value: null, expected: `given, as ${itemHeader} is` }];
  const found = labels.find(itemHeader, name);
  return ['id' in found ? { item: found.id, quantity } : found];
}

/** Items as a spreadsheet shows them, by field. */
export const itemValues = (lines: readonly Pick<Line, 'item' | 'quantity'>[], labels: Labels): Values =>
  Object.fromEntries(
    lines.flatMap((line, at): [string, unknown][] => [
      [`item${at + 1}`, labels.of(line.item)],
      [`quantity${at + 1}`, line.quantity],
    ]),
  );

/** Values with their items as a list, as an add-on has them. */
export function withItems(values: Values): Values {
  const rest = Object.entries(values).filter(([field]) => !/^(item|quantity)\d+$/.test(field));
  const standardItems = slots.flatMap(({ item, quantity }) =>
    typeof values[item] === 'string'
      ? [{ item: { name: values[item] }, description: '', quantity: values[quantity] }]
      : [],
  );
  return { ...Object.fromEntries(rest), standardItems };
}

type WithItems = Pick<z.output<typeof AddOn>, 'standardItems'>;

/** The columns of an export: as many pairs as its longest add-on has. */
export function exportedItems(addOns: readonly WithItems[]): SheetColumn[] {
  const longest = Math.max(0, ...addOns.map(({ standardItems }) => standardItems.length));
  return Array.from({ length: longest }, (_, n): SheetColumn[] => [
    { header: `Item_${n + 1}`, kind: 'text' },
    { header: `Quantity_${n + 1}`, kind: 'number' },
  ]).flat();
}

/** The items of an add-on in those columns. */
export const itemCells = ({ standardItems }: WithItems, labels: Labels) =>
  standardItems.flatMap(({ item, quantity }) => [labels.of(item._id), quantity]);
