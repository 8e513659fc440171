import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import { formatCents } from '../cents.js';
import { formatDay } from '../time.js';
import {
  amount,
  amountHead,
  breakable,
  caption,
  cell,
  frame,
  head,
  masthead,
  party,
  rows,
  type Party,
} from './layout.js';

/** What the document of a repair or driver invoice shows; amounts in cents. */
export interface RepairInvoiceDocument {
  readonly company: Party;
  readonly shop: Party;
  readonly type: string;
  readonly invoiceNumber: string;
  readonly invoicedDate: string;
  readonly status: string;
  readonly billTo: string;
  readonly changedAt: string;
  readonly items: readonly LineOfDocument[];
  readonly total: number;
}

interface LineOfDocument {
  readonly name: string;
  readonly quantity: number;
  readonly rate: number;
  readonly amount: number;
}

/** A repair or driver invoice: the company, who bills whom, what for, and the grand total. */
export function repairInvoiceDocument(invoice: RepairInvoiceDocument): TDocumentDefinitions {
  const { company, shop, type, invoiceNumber, invoicedDate, status, billTo, changedAt } = invoice;
  return frame({
    title: `Invoice ${invoiceNumber}`,
    company: company.name,
    changedAt,
    content: [
      masthead(company, `${type} Invoice`, [
        ['Invoice #', invoiceNumber],
        ['Date', formatDay(invoicedDate)],
        ['Status', status],
      ]),
      {
        margin: [0, 0, 0, 20],
        columns: [
          { width: '*', ...party('From', shop) },
          { width: '*', stack: [caption('Bill to'), { text: breakable(billTo), bold: true, fontSize: 11 }] },
        ],
      },
      itemTable(invoice),
    ],
  });
}

const itemTable = ({ items, total }: RepairInvoiceDocument): Content => ({
  layout: rows,
  table: {
    headerRows: 1,
    dontBreakRows: true,
    widths: ['*', 70, 95, 95],
    body: [
      [head('Item'), amountHead('Quantity'), amountHead('Rate'), amountHead('Total')],
      ...items.map((item) => [
        cell(item.name, 40),
        amount(item.quantity.toLocaleString('en-US')),
        amount(formatCents(item.rate)),
        amount(formatCents(item.amount)),
      ]),
      [
        { text: 'Grand Total', bold: true, colSpan: 3, alignment: 'right' },
        '',
        '',
        { ...amount(formatCents(total)), bold: true },
      ],
    ],
  },
});
