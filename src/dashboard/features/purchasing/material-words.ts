import { lineByLine } from '../../components/shared/history/history-lines.js';
import type { HistoryWords } from '../../components/shared/history/record-history.js';
import { day, money, quantity as quantityText, unitPrice } from '../../lib/format.js';
import type { MaterialOrder, MaterialValues } from './material-values.js';
import { formatYesNo } from '../../../domain/kernel/text/yes-no.js';

export const LIST = '/shop/purchase/material';
export const RECEIVED = '/shop/items/category/all?tab=received';
export const AREA = 'Material Order';
export const DELETE_QUESTION = 'Are you sure you want to delete this Material Order?';

/** The address of a material order's form. */
export const materialForm = (id: string): string => `/shop/purchase/material/form?id=${id}`;

export const stateWords: Readonly<Record<MaterialOrder['state'], string>> = {
  draft: 'Draft',
  ordered: 'Ordered',
  partly: 'Partly received',
  received: 'Received',
};

export const materialLabels = {
  vendor: 'Vendor',
  purchaseOrderNumber: 'PO#',
  orderedDate: 'Order Date',
  freight: 'Freight',
  draft: 'Draft',
  items: 'Items',
} as const satisfies Record<keyof MaterialValues, string>;

/** A line as the history shows it, in dollars. */
interface TracedLine {
  readonly item: string;
  readonly description: string;
  readonly quantity: number;
  readonly newPrice: number;
  readonly total: number;
  readonly received: number;
  readonly pushed: number;
}

/** `12 (16 ft) at $1.50 = $18.00, 4 received, 2 in current inventory`. */
const lineText = ({ description, quantity, newPrice, total, received, pushed }: TracedLine): string =>
  [
    `${quantityText(quantity)}${description ? ` (${description})` : ''} at ${unitPrice(newPrice)} = ${money(total)}`,
    ...(received > 0 ? [`${quantityText(received)} received`] : []),
    ...(pushed > 0 ? [`${quantityText(pushed)} in stock`] : []),
  ].join(', ');

/** Labels for the history of a material order. */
export const materialHistory: HistoryWords = {
  purchaseOrderNumber: ['PO#'],
  vendor: ['Vendor'],
  orderedDate: ['Order Date', day],
  draft: ['Draft', formatYesNo],
  recieved: ['Received', formatYesNo],
  recievedDate: ['Received Date', day],
  freight: ['Freight', money],
  grandTotal: ['Total', money],
  items: lineByLine<TracedLine>({
    getName: ({ item }) => item,
    label: (name) => `Item ${name}`,
    formatValue: lineText,
    gone: 'removed',
  }),
};
