import type { HistoryWords } from '../../../components/shared/history/record-history.js';
import { day } from '../../../lib/format.js';
import type { MetalValues } from './metal-values.js';

export const LIST = '/shop/purchase/metal';
export const DELETE_QUESTION = 'Are you sure you want to delete this Metal Order?';

/** The address of a metal order's form. */
export const metalForm = (id: string): string => `/shop/purchase/metal/form?id=${id}`;

export const metalLabels = {
  vendor: 'Vendor',
  purchaseOrderNumber: 'PO#',
  orderedDate: 'Ordered Date',
  metalOrder: 'Metal packages',
} as const satisfies Record<keyof MetalValues, string>;

/** Labels for the history of a metal order. */
export const metalHistory: HistoryWords = {
  purchaseOrderNumber: ['PO#'],
  vendor: ['Vendor'],
  orderedDate: ['Ordered Date', day],
  recievedDate: ['Received Date', day],
  packages: ['Metal packages', (lines: readonly string[]) => lines.join('; ')],
};
