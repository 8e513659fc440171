import Table from 'cli-table3';
import pc from 'picocolors';
import { csvLine } from '../domain/files/csv.js';
import { terminalJson, terminalText } from '../domain/kernel/text/plain-text.js';

export type Cell = string | number | boolean | null | undefined;
export type TableRow = Readonly<Record<string, Cell>>;

/** How results are written: a table for people, JSON or CSV for programs. */
export interface OutputOptions {
  readonly json?: boolean | undefined;
  readonly csv?: boolean | undefined;
  readonly quiet?: boolean | undefined;
}

/** Writes data on standard output: `value` as JSON, else `rows` as CSV or as a table. */
export function print(options: OutputOptions, value: unknown, rows: readonly TableRow[]): void {
  if (options.json) return writeJson(value);
  if (options.csv) return writeText(csv(rows));
  if (!options.quiet) process.stdout.write(table(rows));
}

/** Writes text on standard output, with what a terminal would obey shown as signs. */
export const writeText = (text: string): void => void process.stdout.write(terminalText(text));

/** Writes a value as JSON on standard output, with what a terminal would obey escaped. */
export const writeJson = (value: unknown): void =>
  void process.stdout.write(`${terminalJson(JSON.stringify(value, null, 2))}\n`);

/** Writes a text file on standard output as it streams, JSON or other text. */
export async function writeStream(content: AsyncIterable<Uint8Array>, isJson: boolean): Promise<void> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const clean = isJson ? terminalJson : terminalText;
  let held = ''; // a line end may be cut in two
  for await (const chunk of content) {
    const text = held + decoder.decode(chunk, { stream: true });
    held = text.endsWith('\r') ? '\r' : '';
    process.stdout.write(clean(held ? text.slice(0, -1) : text));
  }
  process.stdout.write(clean(held + decoder.decode()));
}

/** Says something to the person at the terminal, on standard error. */
export function say(text: string): void {
  process.stderr.write(`${terminalText(text)}\n`);
}

function table(rows: readonly TableRow[]): string {
  const columns = Object.keys(rows[0] ?? {});
  if (columns.length === 0) return 'Nothing to show.\n';
  const made = new Table({ head: columns.map((c) => pc.bold(terminalText(c))), style: { head: [], border: [] } });
  for (const row of rows) made.push(columns.map((c) => terminalText(String(row[c] ?? ''))));
  return `${made.toString()}\n`;
}

/** CSV with CRLF; text that a spreadsheet would take for a formula is prefixed. */
export function csv(rows: readonly TableRow[]): string {
  const columns = Object.keys(rows[0] ?? {});
  return [columns, ...rows.map((row) => columns.map((c) => row[c]))].map(csvLine).join('');
}

/** A message with its full stop, whether the use case ends it with one or not. */
export const sentence = (text: string): string => (text.endsWith('.') ? text : `${text}.`);
