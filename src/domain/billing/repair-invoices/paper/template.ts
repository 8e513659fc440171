import type { Content, ContentStack, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import { formatCents } from '../../../kernel/cents.js';
import { formatDay } from '../../../kernel/time.js';
import {
  amount,
  amountHead,
  breakable,
  cell,
  drawBillTo,
  frame,
  head,
  masthead,
  rows,
  type Party,
} from '../../../files/pdf/layout.js';
import type { PaperSize } from '../../../files/pdf/paper.js';
import { fileNamePart, type FileAnswer } from '../../../files/file.js';
import { pdfFile } from '../../../files/pdf/pdf.js';

/** The content of a repair or driver invoice document; amounts in cents. */
export interface RepairInvoiceDocument {
  readonly paper: PaperSize;
  readonly shop: Party;
  readonly type: string;
  readonly invoiceNumber: string;
  readonly invoicedDate: string;
  readonly status: string;
  readonly company: Party;
  readonly billTo: string;
  readonly changedAt: string;
  readonly items: readonly LineOfDocument[];
  readonly total: number;
}

/** A line of the document; amounts in cents. */
export interface LineOfDocument {
  readonly name: string;
  /** The reason for a free line; null for an item. */
  readonly reason: string | null;
  readonly quantity: number;
  readonly rate: number;
  readonly amount: number;
}

/**
 * A repair or driver invoice on the billing shop's letterhead, with the bill-to party, the lines and the grand total.
 */
export function repairInvoiceDocument(invoice: RepairInvoiceDocument): TDocumentDefinitions {
  const { paper, shop, type, invoiceNumber, invoicedDate, status, company, billTo, changedAt } = invoice;
  return frame({
    title: `Invoice ${invoiceNumber}`,
    company: shop.name,
    paper,
    changedAt,
    content: [
      masthead(shop, `${type} Invoice`, [
        ['Invoice #', invoiceNumber],
        ['Date', formatDay(invoicedDate)],
        ['Status', status],
      ]),
      drawBillTo(billTo, company),
      itemTable(invoice),
    ],
  });
}

/** The lines of an invoice and their total. */
export const itemTable = ({ items, total }: Pick<RepairInvoiceDocument, 'items' | 'total'>): Content => ({
  layout: rows,
  table: {
    headerRows: 1,
    dontBreakRows: true,
    widths: ['*', 70, 95, 95],
    body: [
      [head('Item'), amountHead('Quantity'), amountHead('Rate'), amountHead('Total')],
      ...items.map((item) => [
        item.reason === null ? cell(item.name, 40) : freeLine(item.name, item.reason),
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

const freeLine = (name: string, reason: string): ContentStack => ({
  stack: [cell(name, 40), { text: breakable(reason), style: 'faint' }],
});

/** Creates `{invoiceNumber}_invoice.pdf`: a repair or driver invoice. */
export const repairInvoicePdf = (invoice: RepairInvoiceDocument): Promise<FileAnswer> =>
  pdfFile(`${fileNamePart(invoice.invoiceNumber)}_invoice.pdf`, import.meta.url, repairInvoiceDocument, invoice);
