import type { Content, TableCell, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import { formatCents, formatUnitPrice } from '../../../kernel/cents.js';
import { formatDay } from '../../../kernel/time.js';
import {
  amount,
  amountHead,
  breakable,
  cell,
  frame,
  head,
  masthead,
  party,
  rows,
  type Party,
} from '../../../files/pdf/layout.js';
import { fileNamePart, type FileAnswer } from '../../../files/file.js';
import { pdfFile } from '../../../files/pdf/pdf.js';

/** The content of a material order document; totals in cents, unit prices in dollars. */
export interface MaterialOrderDocument {
  readonly shop: Party;
  readonly vendor: Party;
  readonly vendorEmail: string;
  readonly purchaseOrderNumber: string;
  readonly orderedDate: string;
  /** Whether the order is not placed yet. */
  readonly draft: boolean;
  readonly changedAt: string;
  readonly items: readonly LineOfDocument[];
  readonly total: number;
  readonly freight: number;
}

interface LineOfDocument {
  readonly name: string;
  readonly description: string;
  readonly quantity: number;
  readonly price: number;
  readonly total: number;
}

/** A purchase order for material: who orders what from whom, the prices and the freight. */
export function materialOrderDocument(order: MaterialOrderDocument): TDocumentDefinitions {
  const { shop, vendor, vendorEmail, purchaseOrderNumber, orderedDate, draft, changedAt } = order;
  const { stack } = party('Vendor', vendor);
  return frame({
    title: `Material Order ${purchaseOrderNumber}`,
    company: shop.name,
    changedAt,
    content: [
      masthead(shop, 'Material Order', [
        ['PO #', purchaseOrderNumber],
        ['Date', formatDay(orderedDate)],
        ...(draft ? ([['Status', 'Draft']] as const) : []),
      ]),
      {
        margin: [0, 0, 0, 20],
        stack: [...stack, ...(vendorEmail ? [{ text: breakable(vendorEmail), style: 'faint' }] : [])],
      },
      itemTable(order),
    ],
  });
}

const itemTable = ({ items, total, freight }: MaterialOrderDocument): Content => ({
  layout: rows,
  table: {
    headerRows: 1,
    dontBreakRows: true,
    widths: ['*', '*', 60, 75, 85],
    body: [
      [head('Item'), head('Description'), amountHead('Quantity'), amountHead('Price'), amountHead('Total')],
      ...items.map((item) => [
        cell(item.name, 24),
        cell(item.description, 24),
        amount(item.quantity.toLocaleString('en-US', { maximumFractionDigits: 4 })),
        amount(formatUnitPrice(item.price)),
        amount(formatCents(item.total)),
      ]),
      sumRow('Total', total),
      sumRow('Freight', freight),
      sumRow('Total with freight', total + freight),
    ],
  },
});

const sumRow = (label: string, value: number): TableCell[] => [
  { text: label, bold: true, colSpan: 4, alignment: 'right' },
  '',
  '',
  '',
  { ...amount(formatCents(value)), bold: true },
];

/** Creates `{purchaseOrderNumber}_material_order.pdf`: a purchase order for material. */
export const materialOrderPdf = (order: MaterialOrderDocument): Promise<FileAnswer> =>
  pdfFile(
    `${fileNamePart(order.purchaseOrderNumber)}_material_order.pdf`,
    import.meta.url,
    materialOrderDocument,
    order,
  );
