import type {
  Content,
  ContentColumns,
  ContentImage,
  ContentStack,
  ContentText,
  CustomTableLayout,
  TDocumentDefinitions,
} from 'pdfmake/interfaces.js';
import type { PaperSize } from './paper.js';

/** The sender or recipient of a document. */
export interface Party {
  readonly name: string;
  readonly streetAddress: string;
  readonly city: string;
  readonly state: string;
  readonly zipCode: string;
}

const ink = '#1f2937';
const faint = '#6b7280';
const line = '#d1d5db';
const shade = '#f3f4f6';

/** A table with thin lines between rows, a shaded header and comfortable spacing. */
export const rows: CustomTableLayout = {
  hLineWidth: (at, node) => (at === 0 ? 0 : at === node.table.body.length ? 0.8 : 0.5),
  vLineWidth: () => 0,
  hLineColor: () => line,
  fillColor: (row, node) => (row < (node.table.headerRows ?? 0) ? shade : null),
  paddingLeft: () => 6,
  paddingRight: () => 6,
  paddingTop: () => 4,
  paddingBottom: () => 4,
};

/** The frame of every document: Roboto, the same bytes for the same record, and `page n of m` on each page. */
export function frame(document: {
  readonly title: string;
  readonly company: string;
  readonly paper: PaperSize;
  /** The time of the record's last change, as ISO text. */
  readonly changedAt: string;
  readonly content: Content[];
}): TDocumentDefinitions {
  const { title, company, paper, changedAt, content } = document;
  return {
    pageSize: paper === 'A4' ? 'A4' : 'LETTER',
    pageMargins: [44, 44, 44, 60],
    info: { title, author: company, creator: 'Shedworks', producer: 'Shedworks', creationDate: new Date(changedAt) },
    defaultStyle: { font: 'Roboto', fontSize: 9.5, lineHeight: 1.15, color: ink },
    styles: {
      title: { fontSize: 20, bold: true, lineHeight: 1 },
      label: { fontSize: 8, color: faint, bold: true },
      head: { fontSize: 8, color: faint, bold: true },
      strong: { bold: true },
      large: { fontSize: 17, bold: true, lineHeight: 1 },
      faint: { color: faint },
    },
    footer: (page, pages) => ({
      margin: [44, 18, 44, 0],
      fontSize: 8,
      color: faint,
      columns: [
        { width: '*', text: breakable(`${company} · ${title}`) },
        { width: 80, alignment: 'right', text: `Page ${page} of ${pages}` },
      ],
    }),
    content,
  };
}

/** The top of a page: the sender with a logo (a data URL), and the document's title, number and dates. */
export function masthead(
  from: Party,
  title: string,
  facts: readonly (readonly [string, string])[],
  logo: string | null = null,
): ContentColumns {
  return {
    margin: [0, 0, 0, 22],
    columns: [
      {
        width: '*',
        stack: [
          ...(logo ? [{ image: logo, fit: [180, 48], margin: [0, 0, 0, 6] } satisfies ContentImage] : []),
          { text: breakable(from.name), fontSize: 13, bold: true, margin: [0, 2, 0, 3] },
          ...addressLines(from),
        ],
      },
      {
        width: 210,
        stack: [
          { text: title, style: 'title', alignment: 'right', margin: [0, 0, 0, 6] },
          ...facts.map(([label, value]): Content => ({
            columns: [
              { width: '*', text: label, style: 'faint', alignment: 'right' },
              { width: 110, text: breakable(value, 18), bold: true, alignment: 'right' },
            ],
            margin: [0, 0, 0, 2],
          })),
        ],
      },
    ],
  };
}

/** A name and address with a label. */
export const party = (label: string, { name, ...address }: Party): ContentStack => ({
  stack: [caption(label), { text: breakable(name), bold: true, fontSize: 11 }, ...addressLines(address)],
});

/** The name and the address of a company, a shop or a vendor. */
export const pickParty = ({ name, streetAddress, city, state, zipCode }: Party): Party => ({
  ...{ name, streetAddress, city, state, zipCode },
});

/** Who an invoice bills, as typed; with the address if it bills the company. */
export const drawBillTo = (name: string, company: Party): ContentStack => ({
  ...party('Bill to', name.trim() === company.name.trim() ? company : { ...withoutAddress, name }),
  margin: [0, 0, 0, 20],
});

const withoutAddress = { streetAddress: '', city: '', state: '', zipCode: '' };

/** The vendor, the delivery address and the payment terms of a purchase order. */
export const purchaseParties = (order: {
  readonly vendor: Party;
  readonly vendorEmail: string;
  readonly shop: Party;
  readonly terms: string;
}): ContentColumns => ({
  columnGap: 16,
  columns: [
    {
      width: '*',
      stack: [
        party('Vendor', order.vendor),
        ...(order.vendorEmail ? [{ text: breakable(order.vendorEmail), style: 'faint' }] : []),
      ],
    },
    { width: '*', ...party('Ship to', order.shop) },
    ...(order.terms ? [{ width: 120, stack: [caption('Terms'), { text: breakable(order.terms), bold: true }] }] : []),
  ],
});

function addressLines({ streetAddress, city, state, zipCode }: Omit<Party, 'name'>): Content[] {
  const place = [city, [state, zipCode].filter(Boolean).join(' ')].filter(Boolean).join(', ');
  return [streetAddress, place].filter(Boolean).map((text) => ({ text: breakable(text), style: 'faint' }));
}

/** A small heading above the text that follows. */
export const caption = (text: string): ContentText => ({
  text: text.toUpperCase(),
  style: 'label',
  margin: [0, 0, 0, 3],
});

/** A table cell. Text too long for a line is broken, never cut off. */
export const cell = (text: string, longest = 22): ContentText => ({ text: breakable(text, longest) });
export const head = (text: string): ContentText => ({ text, style: 'head', noWrap: true });
export const amount = (text: string): ContentText => ({ text, alignment: 'right', noWrap: true });
export const amountHead = (text: string): ContentText => ({ text, style: 'head', alignment: 'right', noWrap: true });

/**
 * Text in which words longer than `longest` characters may be broken anywhere; other text is shown exactly as given.
 */
export function breakable(text: string, longest = 40): string | ContentText[] {
  const words = text.split(/(\s+)/);
  if (!words.some((word) => word.length > longest)) return text;
  return words.map((word) =>
    word.length > longest ? { text: word, wordBreak: 'break-all' as const } : { text: word },
  );
}
