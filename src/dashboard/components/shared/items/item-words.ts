import { metals } from '../../../../domain/company/company/metals.js';
import type { HistoryWords } from '../history/record-history.js';
import { quantity, unitPrice } from '../../../lib/format.js';
import { recordFrom } from '../../../../domain/kernel/objects.js';

/** The fields of an item as people say them. */
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

/** A value of an item as a conflict shows it. */
export function inWords(field: ItemField, value: unknown): string {
  if (value === null || value === '') return 'standard';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number') return prices.has(field) ? unitPrice(value) : quantity(value);
  return typeof value === 'string' ? value : '';
}

/** The ten metal prices in the past of a shop, or of the company. */
export const metalWords = recordFrom(
  metals,
  ({ name }) => name,
  ({ label }) => [`${label} per linear foot`, (value: number) => unitPrice(value)] as const,
);

const yesNo = (value: boolean): string => (value ? 'Yes' : 'No');

export const historyWords: HistoryWords = {
  name: [labels.name],
  type: [labels.type],
  category: [labels.category, (category: { readonly name: string }) => category.name],
  subTotal: [labels.subTotal, unitPrice],
  freight: [labels.freight, unitPrice],
  inventoryItem: [labels.inventoryItem, yesNo],
  orderPointWarning: [labels.orderPointWarning, quantity],
  orderPointCritical: [labels.orderPointCritical, quantity],
  fullPoint: [labels.fullPoint, quantity],
  quantityOnOrder: [labels.quantityOnOrder, quantity],
  quantityInRecieved: [labels.quantityInRecieved, quantity],
  quantityInCurrent: [labels.quantityInCurrent, quantity],
};
