import type { SelectOption } from '../../ui/form/fields.js';
import { findByLabel } from '../../ui/form/combobox/choices.js';
import { parseNumber } from '../../../lib/decimals.js';

/** A line pasted from a spreadsheet: a name and how many. */
interface PastedLine {
  readonly name: string;
  /** The text as pasted; empty if there was none. */
  readonly text: string;
  /** Null if the pasted text is not a quantity. */
  readonly quantity: number | null;
}

/** A pasted line that names one option. */
interface KnownLine {
  readonly value: string;
  readonly quantity: number;
}

/** A pasted line that could not be added, and why. */
export interface UnknownLine extends PastedLine {
  readonly why: string;
}

const HEADER = /^(quantity|qty\.?|count|amount)$/i;

/**
 * Reads two columns, name and quantity, from a spreadsheet (tabs) or from CSV (commas; a name may contain some). A line
 * without a quantity counts as 1. Skips empty lines and a header.
 */
export function parsePaste(text: string): readonly PastedLine[] {
  const lines = text
    .split(/\r\n|\r|\n/)
    .map(splitLine)
    .filter(([name, cell]) => name !== '' || cell !== '');
  const body = HEADER.test(lines[0]?.[1] ?? '') ? lines.slice(1) : lines;
  return body.map(([name, cell]) => ({ name, text: cell, quantity: cell === '' ? 1 : toQuantity(cell) }));
}

/** Whether a pasted text is a table rather than the text of one field: several lines, two columns, or `Hinge, 4`. */
export const isTable = (text: string): boolean => /[\t\n\r]/.test(text.trim()) || /,\s*\d[\d.]*\s*$/.test(text);

function splitLine(line: string): readonly [name: string, quantity: string] {
  const [name = '', itemText = ''] = line.includes('\t') ? line.split('\t') : splitAtComma(line);
  return [unquote(name), unquote(itemText)];
}

/** Splits at the last comma if a number or nothing follows it; otherwise the whole text is a name. */
function splitAtComma(line: string): readonly string[] {
  const quotedCell = /^\s*"((?:[^"]|"")*)"\s*(?:,(.*))?$/.exec(line);
  if (quotedCell) return [`"${quotedCell[1] ?? ''}"`, quotedCell[2] ?? ''];
  const at = line.lastIndexOf(',');
  const end = line.slice(at + 1).trim();
  const isSplit = at >= 0 && (end === '' || parseNumber(end) !== null || HEADER.test(end));
  return isSplit ? [line.slice(0, at), end] : [line];
}

const unquote = (text: string): string =>
  text
    .trim()
    .replace(/^"(.*)"$/, '$1')
    .replaceAll('""', '"')
    .trim();

const toQuantity = (text: string): number | null => {
  const value = parseNumber(text);
  return value === null || value < 0 ? null : value;
};

/** Finds the option for each pasted line. Lines that match none or several, or have no quantity, get the reason. */
export function matchPaste(
  lines: readonly PastedLine[],
  options: readonly SelectOption[],
  what: string,
): { readonly known: readonly KnownLine[]; readonly unknown: readonly UnknownLine[] } {
  const knownLines: KnownLine[] = [];
  const unknown: UnknownLine[] = [];
  for (const line of lines) {
    const option = findByLabel(options, line.name);
    if (option && line.quantity !== null) knownLines.push({ value: option.value, quantity: line.quantity });
    else unknown.push({ ...line, why: describeProblem(line, option !== undefined, options, what) });
  }
  return { known: knownLines, unknown };
}

function describeProblem(line: PastedLine, isKnown: boolean, options: readonly SelectOption[], what: string): string {
  if (isKnown) return `“${line.text}” is not a quantity.`;
  if (line.name === '') return `This line has no ${what}.`;
  const sameNameCount = options.filter(({ label }) => label.toLowerCase() === line.name.toLowerCase()).length;
  return sameNameCount > 1 ? `${sameNameCount} ${what}s have this name.` : `No ${what} has this name.`;
}
