import { metals } from '../../../../domain/company/company/metals.js';
import type { HistoryWords } from '../history/record-history.js';
import { quantity, unitPrice } from '../../../lib/format.js';
import { recordFrom } from '../../../../domain/kernel/objects.js';
import { formatYesNo } from '../../../../domain/kernel/text/yes-no.js';

/** Labels of an item's fields. */
export const labels = {
  name: 'Name',
  type: 'Type',
  category: 'Category',
  subTotal: 'Sub-total',
  freight: 'Freight',
  inventoryItem: 'Inventory Item',
  orderPointWarning: 'Order point warning',
  orderPointCritical: 'Order point critical',
  fullPoint: 'Full point',
  quantityOnOrder: 'On-order quantity',
  quantityInRecieved: 'Received quantity',
  quantityInCurrent: 'Current quantity',
} as const;
export type ItemField = keyof typeof labels;

const prices: ReadonlySet<string> = new Set(['subTotal', 'freight']);

/** Formats an item's value for a conflict. */
export function inWords(field: ItemField, value: unknown): string {
  if (value === null || value === '') return 'standard';
  if (typeof value === 'boolean') return formatYesNo(value);
  if (typeof value === 'number') return prices.has(field) ? unitPrice(value) : quantity(value);
  return typeof value === 'string' ? value : '';
}

/** Labels for the history of the ten metal prices of a shop or the company. */
export const metalWords = recordFrom(
  metals,
  ({ name }) => name,
  ({ label }) => [`${label} per linear foot`, (value: number) => unitPrice(value)] as const,
);

export const historyWords: HistoryWords = {
  name: [labels.name],
  type: [labels.type],
  category: [labels.category, (category: { readonly name: string }) => category.name],
  subTotal: [labels.subTotal, unitPrice],
  freight: [labels.freight, unitPrice],
  inventoryItem: [labels.inventoryItem, formatYesNo],
  orderPointWarning: [labels.orderPointWarning, quantity],
  orderPointCritical: [labels.orderPointCritical, quantity],
  fullPoint: [labels.fullPoint, quantity],
  quantityOnOrder: [labels.quantityOnOrder, quantity],
  quantityInRecieved: [labels.quantityInRecieved, quantity],
  quantityInCurrent: [labels.quantityInCurrent, quantity],
};
