export type CsvCell = string | number | boolean | null | undefined;

/** The media type of our csv files. */
export const csvType = 'text/csv; charset=utf-8';

/** What a csv file for spreadsheets begins with: without it they do not read UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** One line of CSV with its CRLF; text that a spreadsheet would take for a formula is prefixed with an apostrophe. */
export const csvLine = (cells: readonly CsvCell[]): string => `${cells.map(fieldOf).join(',')}\r\n`;

function fieldOf(value: CsvCell): string {
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value ?? '');
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
