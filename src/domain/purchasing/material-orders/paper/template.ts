import type { Content, TableCell, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import { formatCents, formatUnitPrice } from '../../../kernel/cents.js';
import { formatDay } from '../../../kernel/time.js';
import {
  amount,
  amountHead,
  cell,
  frame,
  head,
  masthead,
  purchaseParties,
  rows,
  type Party,
} from '../../../files/pdf/layout.js';
import type { PaperSize } from '../../../files/pdf/paper.js';
import { fileNamePart, type FileAnswer } from '../../../files/file.js';
import { pdfFile } from '../../../files/pdf/pdf.js';
import { formatPacks, formatQuantity, formatUnit, type PaperUnit } from '../../vendors/paper.js';

/** The content of a material order document; totals in cents, unit prices in dollars. */
export interface MaterialOrderDocument {
  readonly paper: PaperSize;
  readonly shop: Party;
  /** The company's logo, as a data URL; null without one. */
  readonly logo: string | null;
  readonly vendor: Party;
  readonly vendorEmail: string;
  /** The payment terms, such as `Net 30`; empty if none were agreed. */
  readonly terms: string;
  readonly purchaseOrderNumber: string;
  readonly orderedDate: string;
  /** Whether the order is still a draft. */
  readonly draft: boolean;
  readonly changedAt: string;
  readonly items: readonly LineOfDocument[];
  readonly total: number;
  readonly freight: number;
}

interface LineOfDocument extends PaperUnit {
  readonly name: string;
  readonly description: string;
  readonly quantity: number;
  readonly price: number;
  readonly total: number;
}

/** The purchase order for material, with shop, vendor, lines, prices and freight. */
export function materialOrderDocument(order: MaterialOrderDocument): TDocumentDefinitions {
  const { shop, purchaseOrderNumber, orderedDate, draft, changedAt } = order;
  return frame({
    title: `Material Order ${purchaseOrderNumber}`,
    company: shop.name,
    paper: order.paper,
    changedAt,
    content: [
      masthead(
        shop,
        'Material Order',
        [
          ['PO #', purchaseOrderNumber],
          ['Date', formatDay(orderedDate)],
          ...(draft ? ([['Status', 'Draft']] as const) : []),
        ],
        order.logo,
      ),
      { ...purchaseParties(order), margin: [0, 0, 0, 20] },
      itemTable(order),
    ],
  });
}

const itemTable = ({ items, total, freight }: MaterialOrderDocument): Content => ({
  layout: rows,
  table: {
    headerRows: 1,
    dontBreakRows: true,
    widths: ['*', '*', 52, 44, 44, 64, 70],
    body: [
      [
        ...[head('Item'), head('Description'), amountHead('Quantity'), head('Unit'), amountHead('Packs')],
        ...[amountHead('Price'), amountHead('Total')],
      ],
      ...items.map((item) => [
        cell(item.name, 24),
        cell(item.description, 24),
        amount(formatQuantity(item.quantity)),
        cell(formatUnit(item), 10),
        amount(formatPacks(item.quantity, item)),
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
  { text: label, bold: true, colSpan: 6, alignment: 'right' },
  ...['', '', '', '', ''],
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
