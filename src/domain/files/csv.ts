export type CsvCell = string | number | boolean | null | undefined;

/** The media type of our CSV files. */
export const csvType = 'text/csv; charset=utf-8';

/** The byte order mark at the start of every CSV file, without which spreadsheets do not recognize UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Formats one line of CSV with its CRLF. Text that a spreadsheet would read as a formula gets a leading apostrophe,
 * also after a semicolon, tab or line end inside a cell, because a spreadsheet that splits cells there ignores our
 * quotation marks.
 */
export const csvLine = (cells: readonly CsvCell[]): string => `${cells.map(toField).join(',')}\r\n`;

const FORMULA = /^(?=[=+\-@\t\r])/;
/** Places where a spreadsheet with other separators could start a cell with a formula character. */
const INNER_FORMULA = /[;\t\r\n]"*(?=[=+\-@])/g;

function toField(value: CsvCell): string {
  const text =
    typeof value === 'string' ? value.replace(INNER_FORMULA, "$&'").replace(FORMULA, "'") : String(value ?? '');
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
