import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import { formatDay } from '../../kernel/time.js';
import {
  amount,
  amountHead,
  breakable,
  caption,
  cell,
  frame,
  head,
  masthead,
  purchaseParties,
  rows,
  type Party,
} from '../../files/pdf/layout.js';
import type { PaperSize } from '../../files/pdf/paper.js';
import { fileNamePart, type FileAnswer } from '../../files/file.js';
import { pdfFile } from '../../files/pdf/pdf.js';
import { formatPacks, formatQuantity, formatUnit, type PaperUnit } from '../vendors/paper.js';

/** The content of a metal order document. */
export interface MetalOrderDocument {
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
  readonly changedAt: string;
  readonly packages: readonly PackageOfDocument[];
}

interface PackageOfDocument {
  readonly serialNumber: string;
  readonly name: string;
  readonly category: string;
  readonly roofColor: string;
  readonly sidingColor: string;
  readonly trimColor: string;
  readonly items: readonly ItemOfDocument[];
}

interface ItemOfDocument extends PaperUnit {
  readonly name: string;
  readonly quantity: number;
}

/**
 * The purchase order for metal, with shop, vendor, and one package per shed with its colors and the items to deliver.
 * An item of quantity 0 is bought already, so the vendor does not see it.
 */
export function metalOrderDocument(order: MetalOrderDocument): TDocumentDefinitions {
  const { shop, purchaseOrderNumber, orderedDate, changedAt, packages } = order;
  return frame({
    title: `Metal Order ${purchaseOrderNumber}`,
    company: shop.name,
    paper: order.paper,
    changedAt,
    content: [
      masthead(
        shop,
        'Metal Order',
        [
          ['PO #', purchaseOrderNumber],
          ['Date', formatDay(orderedDate)],
          ['Packages', packages.length.toLocaleString('en-US')],
        ],
        order.logo,
      ),
      { ...purchaseParties(order), margin: [0, 0, 0, 6] },
      ...packages.flatMap(packageContent),
    ],
  });
}

function packageContent({ serialNumber, name, category, items, ...colors }: PackageOfDocument): Content[] {
  const facts: readonly (readonly [string, string])[] = [
    ['Serial Number', serialNumber],
    ['Roof Color', colors.roofColor],
    ['Siding Color', colors.sidingColor],
    ['Trim Color', colors.trimColor],
  ];
  const orderedItems = items.filter(({ quantity }) => quantity > 0);
  const title = [name || 'Metal package', category].filter(Boolean).join(' · ');
  return [
    {
      unbreakable: true,
      margin: [0, 16, 0, 6],
      stack: [
        { text: breakable(title), bold: true, fontSize: 12, margin: [0, 0, 0, 5] },
        {
          columns: facts.map(([label, value]) => ({
            width: '*',
            stack: [caption(label), { text: breakable(value || '–', 18), bold: true }],
          })),
        },
      ],
    },
    ...(orderedItems.length > 0 ? [itemTable(orderedItems)] : []),
  ];
}

const itemTable = (items: PackageOfDocument['items']): Content => ({
  layout: rows,
  table: {
    headerRows: 1,
    keepWithHeaderRows: 1,
    dontBreakRows: true,
    widths: ['*', 70, 60, 70],
    body: [
      [head('Item'), amountHead('Quantity'), head('Unit'), amountHead('Packs')],
      ...items.map((item) => [
        cell(item.name, 60),
        amount(formatQuantity(item.quantity)),
        cell(formatUnit(item), 10),
        amount(formatPacks(item.quantity, item)),
      ]),
    ],
  },
});

/** Creates `{purchaseOrderNumber}_metal_order.pdf`: a purchase order for metal packages. */
export const metalOrderPdf = (order: MetalOrderDocument): Promise<FileAnswer> =>
  pdfFile(`${fileNamePart(order.purchaseOrderNumber)}_metal_order.pdf`, import.meta.url, metalOrderDocument, order);
