import type { Content, TableCell, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import { formatCents } from '../../../kernel/cents.js';
import { formatDay } from '../../../kernel/time.js';
import {
  amount,
  amountHead,
  breakable,
  caption,
  cell,
  drawBillTo,
  frame,
  head,
  masthead,
  party,
  rows,
  type Party,
} from '../../../files/pdf/layout.js';
import type { PaperSize } from '../../../files/pdf/paper.js';
import { itemTable, type LineOfDocument } from '../../repair-invoices/paper/template.js';
import { fileNamePart, type FileAnswer } from '../../../files/file.js';
import { pdfFile } from '../../../files/pdf/pdf.js';

/** The content of a payment document; amounts in cents. `office` has the data that only the company's version shows. */
export interface PaymentDocument {
  readonly paper: PaperSize;
  readonly company: Party;
  /** The company's logo, as a data URL; null without one. */
  readonly logo: string | null;
  readonly paymentTo: Party;
  readonly paymentNumber: string;
  readonly paymentDate: string;
  readonly memo: string;
  readonly changedAt: string;
  readonly counts: readonly CountOfType[];
  readonly invoices: readonly InvoiceOfDocument[];
  readonly repairInvoices: readonly RepairOfDocument[];
  readonly corrections: readonly CorrectionOfDocument[];
  readonly subTotal: number;
  readonly adjustment: number;
  readonly total: number;
  readonly office: { readonly companyTotal: number; readonly orderTotal: number } | null;
}

interface CountOfType {
  readonly type: string;
  readonly count: number;
  readonly amount: number;
  /** What the customers pay; null if the reader may not see it. */
  readonly retail: number | null;
}

interface InvoiceOfDocument {
  readonly invoiceNumber: string;
  readonly invoicedDate: string;
  readonly billTo: string;
  readonly serialNumber: string;
  readonly building: string;
  readonly type: string;
  readonly amount: number;
}

interface RepairOfDocument {
  readonly invoiceNumber: string;
  readonly invoicedDate: string;
  readonly billTo: string;
  readonly type: string;
  readonly items: readonly LineOfDocument[];
  readonly amount: number;
}

interface CorrectionOfDocument {
  readonly serialNumber: string;
  readonly invoiceNumber: string;
  readonly reason: string;
  readonly amount: number;
}

/** A payment on its own pages, followed by one page per invoice. */
export function paymentDocument(payment: PaymentDocument): TDocumentDefinitions {
  const { company, paymentTo, paymentNumber, paymentDate, changedAt } = payment;
  return frame({
    title: `Payment ${paymentNumber}`,
    company: company.name,
    paper: payment.paper,
    changedAt,
    content: [
      masthead(
        company,
        'Payment',
        [
          ['Payment #', paymentNumber],
          ['Date', formatDay(paymentDate)],
        ],
        payment.logo,
      ),
      {
        margin: [0, 0, 0, 20],
        columns: [
          { width: '*', ...party('Payment to', paymentTo) },
          {
            width: 190,
            stack: [
              { ...caption('Total'), alignment: 'right' },
              { text: formatCents(payment.total), style: 'large', alignment: 'right' },
            ],
          },
        ],
      },
      countsTable(payment),
      ...(payment.invoices.length > 0 ? [invoiceTable(payment.invoices)] : []),
      ...repairTable(payment.repairInvoices),
      ...correctionTable(payment.corrections),
      totalsTable(payment),
      ...layOutMemo(payment.memo),
      ...payment.invoices.flatMap((invoice) => invoicePage(payment, invoice)),
      ...payment.repairInvoices.flatMap((invoice) => repairPage(payment, invoice)),
    ],
  });
}

function countsTable({ counts, office }: PaymentDocument): Content {
  const heads = office ? [amountHead('Retail total'), amountHead('Company cost')] : [amountHead('Amount')];
  return {
    margin: [0, 0, 0, 18],
    layout: rows,
    table: {
      headerRows: 1,
      widths: ['*', 60, ...heads.map(() => 100)],
      body: [
        [head('Type'), amountHead('Count'), ...heads],
        ...counts.map(({ type, count, retail, amount: cost }) => [
          cell(type),
          amount(String(count)),
          ...(office ? [amount(retail === null ? '—' : formatCents(retail))] : []),
          amount(formatCents(cost)),
        ]),
      ],
    },
  };
}

const invoiceTable = (invoices: readonly InvoiceOfDocument[]): Content => ({
  layout: rows,
  table: {
    headerRows: 1,
    dontBreakRows: true,
    widths: [74, 54, 116, '*', 48, 74],
    body: [
      [head('Invoice #'), head('Date'), head('Serial #'), head('Building'), head('Type'), amountHead('Amount')],
      ...invoices.map((invoice) => [
        cell(invoice.invoiceNumber, 12),
        cell(formatDay(invoice.invoicedDate)),
        cell(invoice.serialNumber, 12),
        cell(invoice.building, 18),
        cell(invoice.type),
        amount(formatCents(invoice.amount)),
      ]),
    ],
  },
});

function repairTable(invoices: readonly RepairOfDocument[]): Content[] {
  if (invoices.length === 0) return [];
  const lines = invoices.map(({ invoiceNumber, invoicedDate, type, billTo, amount: cents }) => [
    cell(invoiceNumber, 12),
    cell(formatDay(invoicedDate)),
    cell(type),
    cell(billTo, 30),
    amount(formatCents(cents)),
  ]);
  const heads = [head('Invoice #'), head('Date'), head('Type'), head('Bill to'), amountHead('Amount')];
  return [getList('Repair and driver invoices', [74, 54, 60, '*', 74], [heads, ...lines])];
}

function correctionTable(corrections: readonly CorrectionOfDocument[]): Content[] {
  if (corrections.length === 0) return [];
  const lines = corrections.map(({ serialNumber, invoiceNumber, reason, amount: cents }) => [
    cell(serialNumber, 18),
    cell(invoiceNumber, 12),
    cell(reason, 40),
    amount(formatCents(cents)),
  ]);
  const heads = [head('Serial #'), head('Invoice #'), head('Reason'), amountHead('Amount')];
  return [getList('Corrections to earlier payments', [116, 74, '*', 74], [heads, ...lines])];
}

const getList = (title: string, widths: (number | '*')[], body: TableCell[][]): Content => ({
  margin: [0, 14, 0, 0],
  stack: [caption(title), { layout: rows, table: { headerRows: 1, dontBreakRows: true, widths, body } }],
});

function totalsTable({ subTotal, adjustment, total, office }: PaymentDocument): Content {
  const line = (label: string, cents: number, strong = false) => [
    { text: label, bold: strong },
    { ...amount(formatCents(cents)), bold: strong },
  ];
  const more = office ? [line('Company Total', office.companyTotal), line('Order Total', office.orderTotal)] : [];
  return {
    margin: [0, 14, 0, 16],
    unbreakable: true,
    columns: [
      { width: '*', text: '' },
      {
        width: 220,
        layout: rows,
        table: {
          widths: ['*', 110],
          body: [line('Sub-Total', subTotal), line('Adjustment', adjustment), line('Total', total, true), ...more],
        },
      },
    ],
  };
}

/** Keeps a memo that fits on a page together with its heading. */
function layOutMemo(memo: string): Content[] {
  if (!memo.trim()) return [];
  const isShort = memo.length < 1500 && memo.split('\n').length < 20;
  return [{ unbreakable: isShort, stack: [caption('Memo'), { text: breakable(memo) }] }];
}

function repairPage(payment: PaymentDocument, invoice: RepairOfDocument): Content[] {
  const { type, invoiceNumber, invoicedDate, billTo, items, amount: total } = invoice;
  const top = masthead(payment.paymentTo, `${type} Invoice`, [
    ['Invoice #', invoiceNumber],
    ['Date', formatDay(invoicedDate)],
  ]);
  return [
    { ...top, pageBreak: 'before' },
    drawBillTo(billTo, payment.company),
    itemTable({ items, total }),
    paidWith(payment),
  ];
}

const paidWith = ({ company, paymentNumber, paymentDate }: PaymentDocument): Content => ({
  margin: [0, 16, 0, 0],
  style: 'faint',
  text: breakable(`Paid by ${company.name} with payment ${paymentNumber} on ${formatDay(paymentDate)}.`),
});

function invoicePage(payment: PaymentDocument, invoice: InvoiceOfDocument): Content[] {
  const top = masthead(payment.paymentTo, 'Invoice', [
    ['Invoice #', invoice.invoiceNumber],
    ['Date', formatDay(invoice.invoicedDate)],
  ]);
  const item: Content = {
    stack: [{ text: breakable(invoice.serialNumber) }, { text: breakable(invoice.building), style: 'faint' }],
  };
  return [
    { ...top, pageBreak: 'before' },
    drawBillTo(invoice.billTo, payment.company),
    {
      layout: rows,
      table: {
        headerRows: 1,
        widths: ['*', 60, 90, 90],
        body: [
          [head('Item'), amountHead('Quantity'), amountHead('Rate'), amountHead('Amount')],
          [item, amount('1'), amount(formatCents(invoice.amount)), amount(formatCents(invoice.amount))],
          [
            { text: 'Total', bold: true, colSpan: 3, alignment: 'right' },
            '',
            '',
            { ...amount(formatCents(invoice.amount)), bold: true },
          ],
        ],
      },
    },
    paidWith(payment),
  ];
}

/** Creates `{paymentNumber}_payment.pdf`: a payment and its invoices. */
export const paymentPdf = (payment: PaymentDocument): Promise<FileAnswer> =>
  pdfFile(`${fileNamePart(payment.paymentNumber)}_payment.pdf`, import.meta.url, paymentDocument, payment);
