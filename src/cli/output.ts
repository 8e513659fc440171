import Table from 'cli-table3';
import pc from 'picocolors';
import { csvLine } from '../domain/documents/csv.js';

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
  if (options.json) return void process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
  if (options.csv) return void process.stdout.write(csv(rows));
  if (!options.quiet) process.stdout.write(table(rows));
}

/** Says something to the person at the terminal, on standard error. */
export function say(text: string): void {
  process.stderr.write(`${text}\n`);
}

function table(rows: readonly TableRow[]): string {
  const columns = Object.keys(rows[0] ?? {});
  if (columns.length === 0) return 'Nothing to show.\n';
  const made = new Table({ head: columns.map((c) => pc.bold(c)), style: { head: [], border: [] } });
  for (const row of rows) made.push(columns.map((c) => String(row[c] ?? '')));
  return `${made.toString()}\n`;
}

/** CSV with CRLF; text that a spreadsheet would take for a formula is prefixed. */
export function csv(rows: readonly TableRow[]): string {
  const columns = Object.keys(rows[0] ?? {});
  return [columns, ...rows.map((row) => columns.map((c) => row[c]))].map(csvLine).join('');
}
