export type CsvCell = string | number | boolean | null | undefined;

/** The media type of our csv files. */
export const csvType = 'text/csv; charset=utf-8';

/** What a csv file for spreadsheets begins with: without it they do not read UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

/**
 * One line of CSV with its CRLF. Text that a spreadsheet would take for a formula is prefixed with an apostrophe, also after a
 * semicolon, a tab or a line end inside a cell: a spreadsheet that separates by those would begin a cell there, and does not
 * see the quotation marks around ours.
 */
export const csvLine = (cells: readonly CsvCell[]): string => `${cells.map(fieldOf).join(',')}\r\n`;

const FORMULA = /^(?=[=+\-@\t\r])/;
/** Where a spreadsheet that separates by other signs might begin a cell with a sign of formulas. */
const INNER_FORMULA = /[;\t\r\n]"*(?=[=+\-@])/g;

function fieldOf(value: CsvCell): string {
  const text =
    typeof value === 'string' ? value.replace(INNER_FORMULA, "$&'").replace(FORMULA, "'") : String(value ?? '');
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
