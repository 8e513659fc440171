import { once } from 'node:events';
import Table from 'cli-table3';
import pc from 'picocolors';
import { csvLine } from '../domain/files/csv.js';
import { noteCounts } from './counts.js';
import { terminalJson, terminalText } from '../domain/kernel/text/plain-text.js';

export type Cell = string | number | boolean | null | undefined;
export type TableRow = Readonly<Record<string, Cell>>;

/** How results are written: a table for people, JSON or CSV for programs. */
export interface OutputOptions {
  readonly json?: boolean | undefined;
  /** With `json`: one line for each row. */
  readonly ndjson?: boolean | undefined;
  readonly csv?: boolean | undefined;
  readonly quiet?: boolean | undefined;
}

/** Writes data to standard output: `value` as JSON, or `rows` as CSV or a table. */
export function print(options: OutputOptions, value: unknown, rows: readonly TableRow[]): void {
  noteCounts(value);
  if (options.json) return writeJson(value, options);
  if (options.csv) return writeText(csv(rows));
  if (!options.quiet) process.stdout.write(table(rows));
}

/** Writes one result: a row for each of its fields. */
export function printFields(options: OutputOptions, value: object): void {
  const rows = Object.entries(value).map(([what, cell]) => ({ what, value: cell as Cell }));
  print(options, value, rows);
}

/** Writes text to standard output, with terminal control characters made visible. */
export const writeText = (text: string): void => void process.stdout.write(terminalText(text));

/** Writes a value as JSON to standard output, or its rows as NDJSON, with terminal control characters escaped. */
export const writeJson = (value: unknown, { ndjson }: OutputOptions = {}): void =>
  void process.stdout.write(
    ndjson ? rowsOf(value).map(jsonLine).join('') : `${terminalJson(JSON.stringify(value, null, 2))}\n`,
  );

const jsonLine = (value: unknown): string => `${terminalJson(JSON.stringify(value))}\n`;

/** The rows of a result: a list, the items of one, or the result alone. */
function rowsOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  const { items, rows } = (value ?? {}) as { readonly items?: unknown; readonly rows?: unknown }; // whatever it is
  return Array.isArray(items) ? items : Array.isArray(rows) ? rows : [value];
}

/** Writes rows as NDJSON, and waits until the reader has taken them. */
export async function writeRows(rows: readonly unknown[]): Promise<void> {
  if (!process.stdout.write(rows.map(jsonLine).join(''))) await once(process.stdout, 'drain');
}

/** Streams a text file, JSON or other text, to standard output. */
export async function writeStream(content: AsyncIterable<Uint8Array>, isJson: boolean): Promise<void> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const clean = isJson ? terminalJson : terminalText;
  let held = ''; // a line ending may be split between two chunks
  for await (const chunk of content) {
    const text = held + decoder.decode(chunk, { stream: true });
    held = text.endsWith('\r') ? '\r' : '';
    process.stdout.write(clean(held ? text.slice(0, -1) : text));
  }
  process.stdout.write(clean(held + decoder.decode()));
}

/** Shows a message to the user on standard error. */
export function printNote(text: string): void {
  process.stderr.write(`${terminalText(text)}\n`);
}

function table(rows: readonly TableRow[]): string {
  const columns = Object.keys(rows[0] ?? {});
  if (columns.length === 0) return 'Nothing to show.\n';
  const made = new Table({ head: columns.map((c) => pc.bold(terminalText(c))), style: { head: [], border: [] } });
  for (const row of rows) made.push(columns.map((c) => terminalText(String(row[c] ?? ''))));
  return `${made.toString()}\n`;
}

/** CSV with CRLF; text that a spreadsheet would read as a formula is prefixed. */
export function csv(rows: readonly TableRow[]): string {
  const columns = Object.keys(rows[0] ?? {});
  return [columns, ...rows.map((row) => columns.map((c) => row[c]))].map(csvLine).join('');
}

/** A message with exactly one final period, whether or not the use case adds one. */
export const sentence = (text: string): string => (text.endsWith('.') ? text : `${text}.`);
