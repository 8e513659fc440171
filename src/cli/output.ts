import { once } from 'node:events';
import { styleText } from 'node:util';
import Table from 'cli-table3';
import { formatDollars, formatFraction, toPercent } from '../domain/kernel/cents.js';
import { csvLine, type CsvCell } from '../domain/files/csv.js';
import { noteCounts } from './counts.js';
import { pickColumns, pickFields } from './fields.js';
import { showPaged } from './pager.js';
import { hideProgress } from './progress.js';
import { terminalJson, terminalText } from '../domain/kernel/text/plain-text.js';
import { refuseUnwritable } from './standard-output.js';
import { isObject } from '../domain/kernel/objects.js';

/** A figure or a moment: formatted in a table; in CSV, a plain number or the moment in UTC. */
export interface Figure {
  readonly text: string;
  readonly value: number | string;
}
export type Cell = string | number | boolean | null | undefined | Figure;
export type TableRow = Readonly<Record<string, Cell>>;

/** An amount in dollars. */
export const dollars = (amount: number): Figure => ({ text: formatDollars(amount), value: amount });
/** A fraction, shown as a percent. */
export const percents = (fraction: number): Figure => ({
  text: formatFraction(fraction),
  value: toPercent(fraction),
});

/** The columns of a list, by header, each with a function from an item to its cell. */
export type Columns<T> = Readonly<Record<string, (item: T) => Cell>>;

/** Rows with their columns, which CSV names even if there is no row. */
export interface Rows {
  readonly columns: readonly string[];
  readonly rows: readonly TableRow[];
}

/** The rows of items. */
export const toRows = <T>(columns: Columns<T>, items: readonly T[]): Rows => ({
  columns: Object.keys(columns),
  rows: items.map((item) =>
    Object.fromEntries(Object.entries(columns).map(([name, getCell]) => [name, getCell(item)])),
  ),
});

/** How results are written: a table for people, JSON or CSV for programs. */
export interface OutputOptions {
  readonly json?: boolean | undefined;
  /** With `json`: whether to write one line per row. */
  readonly ndjson?: boolean | undefined;
  readonly csv?: boolean | undefined;
  readonly quiet?: boolean | undefined;
  /** False to show long tables without a pager. */
  readonly pager?: boolean | undefined;
  /** The only columns or fields to write, separated by commas. */
  readonly fields?: string | undefined;
  /** Whether the JSON says that nothing was changed. */
  readonly dryRun?: boolean | undefined;
}

/** Writes data to standard output: `value` as JSON, or `rows` as CSV or a table. */
export function print(options: OutputOptions, value: unknown, rows: Rows | readonly TableRow[]): void {
  noteCounts(value);
  if (options.json) return writeJson(withFields(options.dryRun ? markDryRun(value) : value, options.fields), options);
  const all = 'columns' in rows ? rows : { columns: Object.keys(rows[0] ?? {}), rows };
  const visibleColumns = pickColumns(all, options.fields);
  if (options.csv) return writeText(csv(visibleColumns));
  if (!options.quiet) showPaged(table(visibleColumns), options.pager);
}

/** The JSON of a dry run, which could be taken for that of a change: the value, or each row of a list, is marked. */
const markDryRun = (value: unknown): unknown =>
  Array.isArray(value) ? value.map(markDryRun) : isObject(value) ? { ...value, dryRun: true } : value;

/** Writes one result, with a row for each of its fields. */
export function printFields(options: OutputOptions, value: object): void {
  const rows = Object.entries(value).map(([what, cell]) => ({ what, value: cell as Cell })); // callers give numbers, texts and booleans
  print(options, value, rows);
}

/** Writes text to standard output, with terminal control characters made visible. */
export const writeText = (text: string): void => void process.stdout.write(terminalText(text));

/** Writes a value as JSON to standard output, or its rows as NDJSON, with terminal control characters escaped. */
export const writeJson = (value: unknown, { ndjson }: OutputOptions = {}): void =>
  void process.stdout.write(
    ndjson ? getRows(value).map(jsonLine).join('') : `${terminalJson(JSON.stringify(value, null, 2))}\n`,
  );

const jsonLine = (value: unknown): string => `${terminalJson(JSON.stringify(value))}\n`;

/** The rows of a result: a list, the `items` or `rows` of one, or only the result. */
function getRows(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : (findRows(value)?.rows ?? [value]);
}

/** The field of a result that has its rows: `items` or `rows`. */
function findRows(result: unknown): { result: object; name: string; rows: readonly unknown[] } | undefined {
  if (!isObject(result)) return undefined;
  for (const name of ['items', 'rows']) {
    const rows = result[name];
    if (Array.isArray(rows)) return { result, name, rows };
  }
  return undefined;
}

/** A result whose rows have only these fields. */
function withFields(value: unknown, fields: string | undefined): unknown {
  if (fields === undefined) return value;
  const rows = pickFields(getRows(value), fields);
  if (Array.isArray(value)) return rows;
  const foundRows = findRows(value);
  return foundRows ? { ...foundRows.result, [foundRows.name]: rows } : rows[0];
}

/** Writes rows as NDJSON, and waits until the reader has taken them. */
export async function writeRows(rows: readonly unknown[]): Promise<void> {
  refuseUnwritable();
  if (!process.stdout.write(rows.map(jsonLine).join(''))) await once(process.stdout, 'drain');
}

/**
 * Streams a text file, JSON or other text, to standard output, without its byte order mark, because programs read it.
 */
export async function writeStream(content: AsyncIterable<Uint8Array>, isJson: boolean): Promise<void> {
  const decoder = new TextDecoder('utf-8');
  const cleanText = isJson ? terminalJson : terminalText;
  let pending = ''; // a line ending may be split between two chunks
  for await (const chunk of content) {
    refuseUnwritable();
    const text = pending + decoder.decode(chunk, { stream: true });
    pending = text.endsWith('\r') ? '\r' : '';
    process.stdout.write(cleanText(pending ? text.slice(0, -1) : text));
  }
  process.stdout.write(cleanText(pending + decoder.decode()));
}

/** Shows a message to the user on standard error. */
export function printNote(text: string): void {
  hideProgress();
  process.stderr.write(`${terminalText(text)}\n`);
}

function table({ columns, rows }: Rows): string {
  if (rows.length === 0) return 'Nothing to show.\n';
  const table = new Table({
    head: columns.map((c) => styleText('bold', terminalText(c))),
    style: { head: [], border: [] },
  });
  for (const row of rows) table.push(columns.map((c) => terminalText(toText(row[c]))));
  return `${table.toString()}\n`;
}

/** CSV with CRLF, without a byte order mark. Text that a spreadsheet would read as a formula gets a prefix. */
function csv({ columns, rows }: Rows): string {
  if (columns.length === 0) return '';
  return [columns, ...rows.map((row) => columns.map((c) => toPlain(row[c])))].map(csvLine).join('');
}

const isFigure = (cell: Cell): cell is Figure => typeof cell === 'object' && cell !== null;
const toText = (cell: Cell): string => (isFigure(cell) ? cell.text : String(cell ?? ''));
const toPlain = (cell: Cell): CsvCell => (isFigure(cell) ? cell.value : cell);

/** A message with exactly one final period, whether or not the use case adds one. */
export const sentence = (text: string): string => (text.endsWith('.') ? text : `${text}.`);

/** With `--quiet`, which prints no table, prints what was refused and why: the first ones, and the number of others. */
export function noteRefused(
  { quiet }: Pick<OutputOptions, 'quiet'>,
  refused: readonly (readonly [what: string, why: string])[],
): void {
  if (!quiet) return;
  for (const [what, why] of refused.slice(0, MOST_REFUSED)) printNote(`${what}: ${sentence(why)}`);
  if (refused.length > MOST_REFUSED) printNote(`${refused.length - MOST_REFUSED} more refused.`);
}

const MOST_REFUSED = 20;
