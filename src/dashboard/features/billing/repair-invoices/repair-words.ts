import type { HistoryWords } from '../../../components/shared/history/record-history.js';
import { day, money } from '../../../lib/format.js';

const lines = (items: readonly string[]): string => items.join('; ');

/** Labels for the history of a repair or driver invoice. */
export const repairWords: HistoryWords = {
  invoiceNumber: ['Invoice Number'],
  invoicedDate: ['Invoice Date', day],
  type: ['Type'],
  billTo: ['Bill To'],
  status: ['Status'],
  items: ['Items', lines],
  invoiceTotal: ['Invoice Total', money],
  standardInvoiceTotal: ['Standard Total', money],
  paid: ['Paid'],
  paymentNumber: ['Payment'],
  message: ['Message'],
};
