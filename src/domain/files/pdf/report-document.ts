import type { Content, ContentText, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import { NO_VALUE, type ShownProfit } from '../../kernel/cents.js';
import { breakable, caption, frame, rows as lines } from './layout.js';
import type { PaperSize } from './paper.js';
import { cellText, layOutReport, type ColumnLayout, type ReportColumn } from './report-layout.js';
import { fileNamePart, type FileAnswer } from '../file.js';
import { pdfFile } from './pdf.js';
import type { SheetCell } from '../workbook/sheet.js';

/** The contents of a report; amounts in cents, shares as fractions. */
export interface ReportDocument {
  readonly company: string;
  readonly paper: PaperSize;
  readonly title: string;
  /** When it was made, as ISO text. */
  readonly madeAt: string;
  readonly about: readonly { readonly label: string; readonly value: string }[];
  readonly columns: readonly ReportColumn[];
  readonly rows: readonly (readonly SheetCell[])[];
  readonly totals: readonly ReportTotalLine[];
}

interface ReportTotalLine {
  readonly label: string;
  readonly count?: number;
  readonly amount?: number;
  readonly percent?: ShownProfit;
}

/** A report: its subject, its summary, and its rows under a header that every page repeats. */
export function reportDocument(report: ReportDocument): TDocumentDefinitions {
  const { company, title, paper, madeAt, about } = report;
  const layout = layOutReport(paper, report.columns, report.rows, computeSums(report));
  const definition = frame({
    ...{ title, company, paper, changedAt: madeAt },
    content: [
      { text: breakable(company), style: 'faint', margin: [0, 0, 0, 2] },
      { text: title, style: 'title', margin: [0, 0, 0, 10] },
      ...about.map(({ label, value }) => aboutLine(label, value)),
      ...summarize(report.totals),
      toTable(report, layout),
    ],
  });
  return layout.isLandscape ? { ...definition, pageOrientation: 'landscape' } : definition;
}

const aboutLine = (label: string, value: string): Content => ({
  margin: [0, 0, 0, 2],
  columns: [
    { width: 90, text: label, style: 'faint' },
    { width: '*', text: breakable(value) },
  ],
});

function summarize(totals: readonly ReportTotalLine[]): Content[] {
  if (totals.length === 0) return [];
  const shownFields = (['count', 'amount', 'percent'] as const).filter((field) => totals.some((one) => field in one));
  const kinds = { count: 'number', amount: 'money', percent: 'percent' } as const;
  const body = totals.map((one) => [
    { text: breakable(one.label, 30) },
    ...shownFields.map((field) => ({
      text: cellText(one[field] ?? null, kinds[field]),
      alignment: 'right' as const,
      noWrap: true,
    })),
  ]);
  const table = { widths: [160, ...shownFields.map(() => 95)], body, dontBreakRows: true };
  return [{ margin: [0, 12, 0, 0], stack: [caption('Summary'), { layout: lines, table }] }];
}

/** The sums in the last row; null for columns without one, and a dash for those where no row has a value. */
const computeSums = ({ columns, rows }: ReportDocument): readonly SheetCell[] =>
  columns.map(({ total }, n) => {
    if (!total) return null;
    const values = rows.map((row) => row[n]).filter((value) => typeof value === 'number');
    return values.length === 0 && rows.length > 0 ? NO_VALUE : values.reduce((sum, value) => sum + value, 0);
  });

function toTable(report: ReportDocument, layout: ReturnType<typeof layOutReport>): Content {
  const { columns, rows } = report;
  const sums = computeSums(report);
  const hasTotal = columns.some(({ total }) => total);
  const total = layout.columns.map((column, n): ContentText => ({
    ...toCell(n === 0 && sums[0] === null ? 'Total' : (sums[n] ?? null), column),
    bold: true,
  }));
  return {
    margin: [0, 16, 0, 0],
    fontSize: layout.fontSize,
    layout: { ...lines, paddingLeft: () => 4, paddingRight: () => 4, paddingTop: () => 2.5, paddingBottom: () => 2.5 },
    table: {
      headerRows: 1,
      dontBreakRows: true,
      widths: layout.columns.map(({ width }) => width),
      body: [
        layout.columns.map(layOutHead),
        ...rows.map((row) => layout.columns.map((column, n) => toCell(row[n] ?? null, column))),
        ...(hasTotal ? [total] : []),
      ],
    },
  };
}

const layOutHead = ({ header, side, fits }: ColumnLayout): ContentText => ({
  text: wrap(header, fits),
  bold: true,
  color: '#6b7280',
  alignment: side,
});

const toCell = (value: SheetCell, { kind, side, fits }: ColumnLayout): ContentText => ({
  text: wrap(cellText(value, kind), fits),
  alignment: side,
});

/** Allows breaks inside words only where they do not fit. */
function wrap(text: string, fits: (word: string) => boolean): string | ContentText[] {
  const words = text.split(/(\s+)/);
  if (words.every(fits)) return text;
  return words.map((word) => (fits(word) ? { text: word } : { text: word, wordBreak: 'break-all' as const }));
}

/** Renders a report as `{name}.pdf`: pages, each with its page number and the table header. */
export const reportDocumentPdf = (name: string, report: ReportDocument, signal?: AbortSignal): Promise<FileAnswer> =>
  pdfFile(`${fileNamePart(name)}.pdf`, import.meta.url, reportDocument, report, signal);
