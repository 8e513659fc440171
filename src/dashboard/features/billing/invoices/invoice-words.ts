import type { HistoryWords } from '../../../components/shared/history/record-history.js';
import { day, money } from '../../../lib/format.js';

/** Labels for the history of an invoice. */
export const invoiceWords: HistoryWords = {
  invoiceNumber: ['Invoice Number'],
  invoicedDate: ['Invoice Date', day],
  billTo: ['Bill To'],
  serialNumber: ['Order'],
  status: ['Status'],
  amount: ['Amount', money],
  companyTotal: ['Company Total', money],
  orderTotal: ['Order Total', money],
  corrected: ['Corrected'],
  correctedByCompany: ['Corrected (office only)'],
  message: ['Message'],
  paymentNumber: ['Payment'],
};
