import type { Knex } from 'knex';
import { MAX_CENTS } from '../../../kernel/cents.js';
import { invalid } from '../../../kernel/errors.js';
import { newId } from '../../../kernel/ids.js';
import { findItems } from '../../../catalogue/items/queries.js';
import { findCategories } from '../item-categories.js';
import { getRepairRate, type RatedLine } from '../rules.js';
import type { RepairType } from '../status.js';
import type { RepairLineInput } from '../schema.js';

/** A line of an invoice: the item's name at the time, and what is billed; rates in cents. */
export interface RepairLine extends RatedLine {
  readonly _id: string;
  readonly item: { readonly _id: string | null; readonly name: string };
  /** The reason for a free line; null for a line with an item. */
  readonly reason: string | null;
}

/**
 * The lines ready to store. An existing line keeps its name and standard rate. A new line takes them from the
 * catalogue; its rate defaults to the shop's item total, its quantity to 1. Throws `invalid-input` for a line without
 * an item.
 */
export async function readRepairLines(
  db: Knex,
  { shop, type }: Billing,
  inputs: readonly RepairLineInput[],
  earlierLines: readonly RepairLine[],
): Promise<RepairLine[]> {
  const existing = inputs.map((input) => findKeptLine(input, earlierLines));
  const newItems = inputs.flatMap((input, n) => (existing[n] ? [] : (toItem(input) ?? [])));
  const itemById = await findItems(db, { shop: shop._id, ids: newItems });
  const items = new Map(itemById.map((item) => [item._id, item]));
  const allowedIds = new Set((await findAllowed(db, type, itemById)).map(({ _id }) => _id));
  return inputs.map((input, n) => {
    const { quantity, rate } = input;
    const before = existing[n];
    if (isFree(input, before)) return freeLine(input, before, n);
    if (rate !== undefined && rate < 0) throw invalid(`items.${n}.rate`, 'must not be negative');
    if (before) return { ...before, quantity: quantity ?? before.quantity, rate: rate ?? before.rate };
    const item = items.get(toItem(input) ?? '');
    if (!item) throw invalid(`items.${n}.item`, 'Choose an item');
    if (!allowedIds.has(item._id))
      throw invalid(`items.${n}.item`, `is not in a category for ${type.toLowerCase()} invoices`);
    return {
      _id: newId(),
      item: { _id: item._id, name: item.name },
      reason: null,
      quantity: quantity ?? 1,
      rate: rate ?? getRepairRate(item.total),
      standardRate: getRepairRate(item.standard.total),
    };
  });
}

interface Billing {
  readonly shop: { readonly _id: string };
  readonly type: RepairType;
}

type Item = Awaited<ReturnType<typeof findItems>>[number];

/** The items that may be billed: from the company's categories, or all if it set none. */
async function findAllowed(db: Knex, type: RepairType, items: readonly Item[]): Promise<readonly Item[]> {
  const categoryIds = new Set((await findCategories(db, type)).map(({ _id }) => _id));
  return categoryIds.size === 0 ? items : items.filter(({ category }) => categoryIds.has(category._id));
}

/** Whether a line is free, according to the stored line or else the input. */
const isFree = (input: RepairLineInput, before: RepairLine | undefined): boolean =>
  before ? before.reason !== null : (input.text ?? input.amount ?? input.reason ?? null) !== null && !toItem(input);

/**
 * A free line ready to store. Throws `invalid-input` if text, amount or reason is missing, or if quantity or rate is
 * invalid.
 */
function freeLine(input: RepairLineInput, before: RepairLine | undefined, n: number): RepairLine {
  const text = input.text ?? before?.item.name;
  const rate = input.amount ?? input.rate ?? before?.rate;
  const reason = input.reason ?? before?.reason;
  if (!text) throw invalid(`items.${n}.text`, 'Enter the text');
  if (rate === undefined) throw invalid(`items.${n}.amount`, 'is required');
  if (rate === 0) throw invalid(`items.${n}.amount`, 'must not be 0');
  if (Math.abs(rate) >= MAX_CENTS) throw invalid(`items.${n}.amount`, 'must be less than 10,000,000.00');
  if (!reason) throw invalid(`items.${n}.reason`, 'A reason is required');
  if ((input.quantity ?? 1) !== 1) throw invalid(`items.${n}.quantity`, 'must be 1 for a line without an item');
  return {
    _id: before?._id ?? newId(),
    item: { _id: null, name: text },
    reason,
    quantity: 1,
    rate,
    standardRate: rate,
  };
}

const toItem = ({ item }: RepairLineInput): string | null => (typeof item === 'string' ? item : (item?._id ?? null));

/** The stored line that an input refers to, unless the input changes its item. */
function findKeptLine(input: RepairLineInput, earlierLines: readonly RepairLine[]): RepairLine | undefined {
  const line = earlierLines.find(({ _id }) => _id === input._id);
  const item = toItem(input);
  return line && (item === null || item === line.item._id) ? line : undefined;
}
