import type { ColumnKind } from './styles.js';

const LONGEST_TEXT = 32_767;
const DAY_MS = 86_400_000;
const FIRST_DAY = Date.UTC(1899, 11, 30);
const MARCH_1900 = 61; // before March 1, 1900, spreadsheets are one day behind, because they count February 29, 1900

/** Returns the XML of a cell in a row; `''` for null. */
type CellXml = (row: number | string, value: string | number | null) => string;

/**
 * The XML of the cells of a column, each in its row. Cents become dollars and dates become date numbers. Text never
 * becomes a formula.
 */
export function columnXml(letters: string, style: number, kind: ColumnKind): CellXml {
  const toNumber = kind === 'day' ? lastRemembered(dayNumber) : null;
  const open = `<c r="${letters}`;
  const number = `" s="${style}"><v>`;
  const text = `" s="${style}" t="inlineStr"><is>`;
  return (row, value) => {
    if (value === null) return '';
    const amount = typeof value === 'number' ? toAmountCell(value, kind) : (toNumber?.(value) ?? null);
    if (amount !== null) return `${open}${row}${number}${amount}</v></c>`;
    return `${open}${row}${text}${textXml(String(value))}</is></c>`;
  };
}

/** A function that remembers its last result, because a column of days often repeats one. */
function lastRemembered(compute: (text: string) => number | null): (text: string) => number | null {
  let last = '';
  let result = compute(last);
  return (text) => {
    if (text !== last) [last, result] = [text, compute(text)];
    return result;
  };
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

function textXml(text: string): string {
  if (text.length <= LONGEST_TEXT && !SPECIAL.test(text)) return `<t>${text}</t>`;
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
