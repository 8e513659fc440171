import type { ColumnKind } from './styles.js';

const LONGEST_TEXT = 32_767;
const DAY_MS = 86_400_000;
const FIRST_DAY = Date.UTC(1899, 11, 30);
const MARCH_1900 = 61; // before March 1, 1900, spreadsheets are one day behind, because they count February 29, 1900

/** Returns the XML of a cell in a row; `''` for null. */
type CellXml = (row: number | string, value: string | number | null) => string;

/**
 * The XML of the cells of a column, each in its row. Cents become dollars and dates become date numbers. Text never
 * becomes a formula. The last cell is remembered without its row, because columns often repeat a value.
 */
export function columnXml(letters: string, style: number, kind: ColumnKind): CellXml {
  const open = `<c r="${letters}`;
  let last: string | number | null = null;
  let rest = '';
  return (row, value) => {
    if (value === null) return '';
    if (value !== last) [last, rest] = [value, restXml(value, style, kind)];
    return open + row + rest;
  };
}

/** The XML of a cell after its row. */
function restXml(value: string | number, style: number, kind: ColumnKind): string {
  const amount = typeof value === 'number' ? toAmountCell(value, kind) : kind === 'day' ? dayNumber(value) : null;
  if (amount !== null) return `" s="${style}"><v>${amount}</v></c>`;
  const text = String(value);
  if (isPlain(text)) return `" s="${style}" t="str"><v>${text}</v></c>`; // shorter, and read by every spreadsheet
  return `" s="${style}" t="inlineStr"><is>${textXml(text)}</is></c>`;
}

/** The XML of a formula cell with its stored result. */
export const formulaXml = (ref: string, style: number, formula: string, result: number): string =>
  `<c r="${ref}" s="${style}"><f>${formula}</f><v>${result}</v></c>`;

/** A number in its column's unit; null if a cell cannot hold it. */
export const toAmountCell = (value: number, kind: ColumnKind): number | null =>
  Number.isFinite(value) ? (kind === 'money' ? value / 100 : value) : null;

/** The letters of a column; `index` starts at 0. */
export function columnLetters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : columnLetters(Math.floor(index / 26) - 1) + last;
}

/**
 * Escapes text for an attribute or between tags; characters that XML cannot hold become `_x000B_`, as in spreadsheets.
 */
export const escapedXml = (text: string): string =>
  text
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replace(UNWRITABLE, (character) => `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
    .replace(/[&<>"]/g, (character) => entities[character] ?? character);

const UNWRITABLE = /[\0-\x08\x0b-\x1f\uFFFE\uFFFF]/g;

/** Whether a text needs escapes, or space that is kept; most need neither. */
const SPECIAL = /[&<>"\0-\x1f\uFFFE\uFFFF]|_x|^\s|\s$|\s\s/;
const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const isPlain = (text: string): boolean => text.length <= LONGEST_TEXT && !SPECIAL.test(text);

function textXml(text: string): string {
  const shortText = text.length > LONGEST_TEXT ? text.slice(0, LONGEST_TEXT) : text;
  const space = /^\s|\s$|\s\s|[\n\t]/.test(shortText) ? ' xml:space="preserve"' : '';
  return `<t${space}>${escapedXml(shortText)}</t>`;
}

/** The date number of a date such as `2026-03-02`; null for any other text. */
function dayNumber(day: string): number | null {
  const days = (Date.parse(`${day}T00:00:00Z`) - FIRST_DAY) / DAY_MS;
  if (!(days >= 2)) return null;
  return days < MARCH_1900 ? days - 1 : days;
}
