import type { Knex } from 'knex';
import { z } from 'zod';
import type { AddOn, AddOnFields } from '../../../catalogue/addons/schema.js';
import { type SheetColumn, toColumns } from '../../../files/workbook/sheet.js';
import { OptionalText, Quantity } from '../../../kernel/records/fields.js';
import { queryRows } from '../../../kernel/database/rows.js';
import { readCells } from '../../reading/cells.js';
import type { ImportColumn, Problem, Values, LookupRefusal } from '../../reading/kind.js';
import { type Labels, buildLabels, plainText, textOrStored } from '../../reading/labels.js';
import { formatYesNo } from '../../../kernel/text/yes-no.js';

/** The most items of an add-on. Only the columns of the first 40 are offered when users assign columns by hand. */
const MOST = 500;
const OFFERED = 40;
const slots = Array.from({ length: MOST }, (_, n) => ({
  item: `item${n + 1}`,
  quantity: `quantity${n + 1}`,
  description: `description${n + 1}`,
  replaceItem: `replaceItem${n + 1}`,
  replacementItem: `replacementItem${n + 1}`,
  n: n + 1,
}));
type Slot = (typeof slots)[number];
type SlotField = Exclude<keyof Slot, 'n'>;

const slotFields = [
  'item',
  'quantity',
  'description',
  'replaceItem',
  'replacementItem',
] as const satisfies readonly SlotField[];

/** Whether a field of a row belongs to its items. */
export const isItemField = (field: string): boolean =>
  /^(item|quantity|description|replaceItem|replacementItem)\d+$/.test(field);

/**
 * The item columns of an add-on: Item_1, Quantity_1, Description_1, Replace_Item_1, Replacement_Item_1, Item_2 and so
 * on.
 */
export const itemColumns: readonly ImportColumn[] = slots.flatMap((slot): ImportColumn[] => {
  const { n } = slot;
  const all = n > OFFERED ? ({ clears: true, unlisted: true } as const) : ({ clears: true } as const);
  return [
    { header: `Item_${n}`, field: slot.item, kind: 'text', check: z.string(), ...all },
    { header: `Quantity_${n}`, also: [`Qty_${n}`], field: slot.quantity, kind: 'number', check: Quantity(), ...all },
    { header: `Description_${n}`, field: slot.description, kind: 'text', check: OptionalText(500), ...all },
    { header: `Replace_Item_${n}`, field: slot.replaceItem, kind: 'flag', check: z.boolean(), ...all },
    { header: `Replacement_Item_${n}`, field: slot.replacementItem, kind: 'text', check: z.string(), ...all },
  ];
});

/** The names of all items, made unique by their categories. */
export async function itemLabels(db: Knex): Promise<Labels> {
  const rows = await queryRows<{ id: string; name: string; within: string }>(
    db('items as i')
      .join('item_categories as c', 'c.id', 'i.category_id')
      .select({ id: 'i.id', name: 'i.name', within: 'c.name' }),
  );
  return buildLabels(rows, 'an item', 'item category');
}

type Line = z.output<typeof AddOnFields>['standardItems'][number];

/** The standard items of a row, and its values with gaps closed. The stored items if the file has no item columns. */
export type ReadItems = { readonly lines: readonly Line[]; readonly values: Values } | LookupRefusal;

/**
 * Reads all items of a row together. A line whose item is unchanged keeps the values for which the file has no
 * column.
 */
export function readItems(values: Values, storedLines: readonly Line[], labels: Labels): ReadItems {
  const filledSlots = slots.filter((slot) => slotFields.some((field) => values[slot[field]] !== undefined));
  if (filledSlots.length === 0) return { lines: storedLines, values };
  const unmatchedLines = [...storedLines];
  const results = filledSlots.flatMap((slot) => {
    const line = toLine(values, slot, labels);
    if (line === null || 'expected' in line) return line ?? [];
    const at = unmatchedLines.findIndex(({ item }) => item === line.item);
    return mergedLine(line, at < 0 ? undefined : unmatchedLines.splice(at, 1)[0], slot);
  });
  const problems = results.filter((line) => 'expected' in line);
  const lines = results.flatMap((line) => ('expected' in line ? [] : [line]));
  if (problems.length > 0) return { problems };
  const last = Math.max(storedLines.length, filledSlots.at(-1)?.n ?? 0);
  const emptyCells = slots
    .slice(0, last)
    .flatMap((slot) => slotFields.map((field): [string, unknown] => [slot[field], null]));
  return { lines, values: { ...values, ...Object.fromEntries(emptyCells), ...itemValues(lines, labels) } };
}

/** A line from the file; undefined for missing columns. */
interface ReadLine {
  readonly item: string;
  readonly quantity: number;
  readonly description: string | null | undefined;
  readonly replaceItem: boolean | null | undefined;
  readonly replacementItem: string | null | undefined;
}

/** The line of a row, null if its cells are empty, or a problem with a cell. */
function toLine(values: Values, slot: Slot, labels: Labels): ReadLine | Problem | null {
  const of = <V>(field: SlotField) => readCells<Readonly<Record<string, V | null | undefined>>>(values)[slot[field]];
  const [name, quantity] = [of<string>('item') ?? null, of<number>('quantity') ?? null];
  const [itemHeader, quantityHeader] = [`Item_${slot.n}`, `Quantity_${slot.n}`];
  const more = { description: of<string>('description'), replaceItem: of<boolean>('replaceItem') };
  const replacement = of<string>('replacementItem');
  if (name === null && quantity === null) {
    const details = [
      more.description && 'Description',
      more.replaceItem && 'Replace_Item',
      replacement && 'Replacement_Item',
    ];
    const first = details.find(Boolean);
    return first ? { column: itemHeader, value: null, expected: `filled in because ${first}_${slot.n} is` } : null;
  }
  if (name === null) return { column: itemHeader, value: null, expected: `filled in because ${quantityHeader} is` };
  if (quantity === null) return { column: quantityHeader, value: null, expected: `filled in because ${itemHeader} is` };
  const item = labels.find(itemHeader, name);
  if (!('id' in item)) return item;
  const line = { item: item.id, quantity, ...more };
  if (!replacement) return { ...line, replacementItem: replacement };
  const other = labels.find(`Replacement_Item_${slot.n}`, replacement);
  return 'id' in other ? { ...line, replacementItem: other.id } : other;
}

/**
 * A line completed with its stored values where the file has no column. Replace_Item and a replacement require each
 * other.
 */
function mergedLine(line: ReadLine, storedLine: Line | undefined, { n }: Slot): Line | Problem {
  const { item, quantity, description } = line;
  const { replaceItem, replacementItem } = getReplacement(line, storedLine);
  if (replaceItem && !replacementItem)
    return { column: `Replacement_Item_${n}`, value: null, expected: `filled in because Replace_Item_${n} is Yes` };
  if (!replaceItem && line.replacementItem)
    return { column: `Replace_Item_${n}`, value: null, expected: `Yes because Replacement_Item_${n} is filled in` };
  const text =
    description === undefined
      ? (storedLine?.description ?? '')
      : textOrStored(description ?? '', storedLine?.description);
  return { item, quantity, description: text, replaceItem, replacementItem: replaceItem ? replacementItem : null };
}

/** Without a Replace_Item column, an item is replaced if it has a replacement. */
function getReplacement({ replaceItem, replacementItem }: ReadLine, storedLine: Line | undefined) {
  const replacement = replacementItem === undefined ? (storedLine?.replacementItem ?? null) : replacementItem;
  const replaces = replacementItem === undefined ? (storedLine?.replaceItem ?? false) : replacementItem !== null;
  return { replaceItem: replaceItem === undefined ? replaces : replaceItem === true, replacementItem: replacement };
}

/** Items as spreadsheet values, by field. */
export const itemValues = (lines: readonly Line[], labels: Labels): Values =>
  Object.fromEntries(
    lines.flatMap((line, at): [string, unknown][] => [
      [`item${at + 1}`, labels.of(line.item)],
      [`quantity${at + 1}`, line.quantity],
      [`description${at + 1}`, plainText(line.description) || null],
      [`replaceItem${at + 1}`, line.replaceItem || null],
      [`replacementItem${at + 1}`, line.replaceItem && line.replacementItem ? labels.of(line.replacementItem) : null],
    ]),
  );

/** Converts item values to a list, as in the add-on. */
export function withItems(values: Values): Values {
  const rest = Object.entries(values).filter(([field]) => !isItemField(field));
  const standardItems = slots.flatMap((slot) => {
    const [name, replacement] = [values[slot.item], values[slot.replacementItem]];
    if (typeof name !== 'string') return [];
    const line = { item: { name }, description: values[slot.description] ?? '', quantity: values[slot.quantity] };
    return [
      typeof replacement === 'string' ? { ...line, replaceItem: true, replacementItem: { name: replacement } } : line,
    ];
  });
  return { ...Object.fromEntries(rest), standardItems };
}

type WithItems = Pick<z.output<typeof AddOn>, 'standardItems'>;

/** The item columns of an export: as many as its longest add-on needs. */
export function exportedItems(addOns: readonly WithItems[]): SheetColumn[] {
  const longest = Math.max(0, ...addOns.map(({ standardItems }) => standardItems.length));
  return Array.from({ length: longest }, (_, n): SheetColumn[] => [
    ...[...toColumns('text', `Item_${n + 1}`), ...toColumns('number', `Quantity_${n + 1}`)],
    ...toColumns('text', `Description_${n + 1}`, `Replace_Item_${n + 1}`, `Replacement_Item_${n + 1}`),
  ]).flat();
}

/** The cells of an add-on in the exported item columns. */
export const itemCells = ({ standardItems }: WithItems, labels: Labels) =>
  standardItems.flatMap(({ item, quantity, description, replaceItem, replacementItem }) => [
    labels.of(item._id),
    quantity,
    plainText(description) || null,
    formatYesNo(replaceItem),
    replaceItem && replacementItem ? labels.of(replacementItem._id) : null,
  ]);
