import type { Column, Content, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import { formatDay } from '../../kernel/time.js';
import { present } from '../../kernel/objects.js';
import {
  amount,
  amountHead,
  breakable,
  caption,
  cell,
  frame,
  head,
  masthead,
  rows,
  type Party,
} from '../../files/pdf/layout.js';
import type { PaperSize } from '../../files/pdf/paper.js';
import { fileNamePart, type FileAnswer } from '../../files/file.js';
import { pdfFile } from '../../files/pdf/pdf.js';

/** A surface of the building, with its material, its color and the paint it needs. */
export interface Surface {
  readonly type: string | null;
  readonly color: string | null;
  readonly paintColor: string | null;
  readonly paintQuantity: number | null;
}

/** What is needed to build an order and plan its delivery, without any money. Sizes in feet. */
export interface WorkOrderDocument {
  readonly paper: PaperSize;
  readonly company: Party;
  /** The company's logo, as a data URL; null without one. */
  readonly logo: string | null;
  readonly shop: string | null;
  readonly serialNumber: string;
  readonly status: string;
  readonly type: string;
  readonly model: string;
  readonly category: string | null;
  readonly width: number;
  readonly length: number;
  readonly dateOrdered: string;
  readonly deliveryScheduled: string | null;
  /** The delivery address on one line; null on a builder's sheet. */
  readonly deliverTo: string | null;
  readonly builder: string | null;
  readonly dealer: string | null;
  readonly customer: string | null;
  readonly condition: string | null;
  readonly siding: Surface;
  readonly roof: Surface;
  readonly trim: Surface;
  readonly addOns: readonly {
    readonly name: string;
    readonly quantity: number;
    readonly unit: string;
    readonly included: boolean;
  }[];
  readonly customAddOns: readonly { readonly name: string; readonly quantity: number }[];
  readonly notes: readonly string[];
  readonly changedAt: string;
}

/** The work order of one building: size, colors, add-ons with checkboxes, notes. */
export const workOrderDocument = (order: WorkOrderDocument): TDocumentDefinitions =>
  frame({
    title: `Work order ${order.serialNumber}`,
    company: order.company.name,
    paper: order.paper,
    changedAt: order.changedAt,
    content: layOutOrder(order),
  });

/** The work orders of one or more buildings of one company, each on its own pages. */
export function workOrdersDocument(orders: readonly WorkOrderDocument[]): TDocumentDefinitions {
  const { company, paper } = present(orders[0]);
  const changedAt = orders.map((order) => order.changedAt).reduce((last, one) => (one > last ? one : last));
  const content = orders.map((order, n): Content => ({
    stack: layOutOrder(order),
    ...(n > 0 && { pageBreak: 'before' }),
  }));
  return frame({ title: 'Work orders', company: company.name, paper, changedAt, content });
}

const layOutOrder = (order: WorkOrderDocument): Content[] => [
  masthead(
    order.company,
    'Work order',
    [
      ['Serial #', order.serialNumber],
      ['Ordered', formatDay(order.dateOrdered)],
      ['Status', order.status],
    ],
    order.logo,
  ),
  {
    text: breakable(`${order.model} ${order.width} × ${order.length} ft`),
    style: 'large',
    lineHeight: 1.1,
    margin: [0, 0, 0, 10],
  },
  facts(order),
  colors(order),
  ...addOns(order),
  ...notes(order.notes),
];

function facts(order: WorkOrderDocument): Content {
  const fields: (readonly [string, string | null])[] = [
    ['Shop', order.shop],
    ['Builder', order.builder],
    ['Category', order.category],
    ['Type', order.type],
    ['Condition', order.condition],
    ['Customer', order.customer],
    ['Dealer', order.dealer],
    ['Delivery', order.deliveryScheduled && formatDay(order.deliveryScheduled)],
    ['Deliver to', order.deliverTo],
  ];
  const rows = fields.flatMap(([label, value]) => (value ? [{ label, value }] : []));
  const half = Math.ceil(rows.length / 2);
  const column = (list: typeof rows): Column => ({
    width: '*',
    stack: list.map(({ label, value }) => ({
      margin: [0, 0, 0, 3],
      columns: [
        { width: 64, text: label, style: 'faint' },
        { width: '*', text: breakable(value, 26), bold: true },
      ],
    })),
  });
  return { margin: [0, 0, 0, 18], columnGap: 16, columns: [column(rows.slice(0, half)), column(rows.slice(half))] };
}

const colors = ({ siding, roof, trim }: WorkOrderDocument): Content => ({
  margin: [0, 0, 0, 20],
  layout: rows,
  table: {
    headerRows: 1,
    widths: [60, '*', '*', '*', 80],
    body: [
      [head('Part'), head('Material'), head('Color'), head('Paint'), amountHead('Paint quantity')],
      ...(
        [
          ['Siding', siding],
          ['Roof', roof],
          ['Trim', trim],
        ] as const
      ).map(([label, part]) => [
        { text: label, bold: true },
        cell(part.type ?? '–', 18),
        cell(part.color ?? '–', 18),
        cell(part.paintColor ?? '–', 18),
        amount(part.paintQuantity === null ? '–' : String(part.paintQuantity)),
      ]),
    ],
  },
});

const units: Record<string, string> = { piece: 'piece', linearFt: 'linear ft', sqft: '× sq ft', percent: '' };

function addOns({ addOns, customAddOns }: WorkOrderDocument): Content[] {
  const lines = [
    ...addOns.map(({ name, quantity, unit, included }) => ({
      name,
      quantity,
      unit: units[unit] ?? unit,
      kind: included ? 'Standard' : 'Add-on',
    })),
    ...customAddOns.map((line) => ({ ...line, unit: 'piece', kind: 'Custom' })),
  ];
  if (lines.length === 0) return [caption('Add-ons'), { text: 'None', style: 'faint', margin: [0, 0, 0, 20] }];
  const table: Content = {
    margin: [0, 0, 0, 20],
    layout: rows,
    table: {
      headerRows: 1,
      dontBreakRows: true,
      widths: [12, '*', 60, 56, 56],
      body: [
        ['', head('Add-on'), head('Kind'), amountHead('Quantity'), head('Unit')],
        ...lines.map(({ name, quantity, unit, kind }) => [
          box(),
          cell(name, 44),
          cell(kind),
          amount(String(quantity)),
          cell(unit),
        ]),
      ],
    },
  };
  return [table];
}

/** An empty checkbox. */
const box = (): Content => ({
  canvas: [{ type: 'rect', x: 0, y: 1, w: 9, h: 9, lineWidth: 0.8, lineColor: '#6b7280' }],
});

const notes = (texts: readonly string[]): Content[] =>
  texts.length === 0
    ? []
    : [caption('Notes'), ...texts.map((text): Content => ({ text: breakable(text), margin: [0, 0, 0, 4] }))];

/** Creates `{serialNumber}_work_order.pdf`, the order for its builder without money. */
export const workOrderPdf = (order: WorkOrderDocument): Promise<FileAnswer> =>
  pdfFile(`${fileNamePart(order.serialNumber)}_work_order.pdf`, import.meta.url, workOrderDocument, order);

/** Creates `work_orders.pdf`, the orders for their builders in the given order, without money. */
export const workOrdersPdf = (orders: readonly WorkOrderDocument[], signal?: AbortSignal): Promise<FileAnswer> =>
  pdfFile('work_orders.pdf', import.meta.url, workOrdersDocument, orders, signal);
