import { BYTE_ORDER_MARK, csvLine, type CsvCell } from '../../../../domain/files/csv.js';
import { parseJson } from '../../../../domain/kernel/text/json-fault.js';
import { isObject } from '../../../../domain/kernel/objects.js';

/** A selected order file: its rows and its text as JSON, or why it cannot be read. */
export type OrderFile = { readonly name: string } & (
  | { readonly text: Blob; readonly rows: readonly unknown[]; readonly problem: null }
  | { readonly text: null; readonly rows: readonly []; readonly problem: string }
);

export type ReadableFile = Extract<OrderFile, { readonly problem: null }>;

const BOM_BYTES = 3;

/** Reads a selected file; reports a file without orders instead of uploading it. */
export async function readOrderFile(file: File): Promise<OrderFile> {
  const { name } = file;
  const refuseFile = (problem: string): OrderFile => ({ name, text: null, rows: [], problem });
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const rows = toRows(parseJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes)));
    if (!rows) return refuseFile('It does not contain a list of orders.');
    const hasBom = bytes[0] === 0xef; // no other non-ASCII byte can start a JSON text
    return { name, text: new Blob([hasBom ? bytes.subarray(BOM_BYTES) : bytes]), rows, problem: null };
  } catch (error) {
    return refuseFile(
      error instanceof SyntaxError
        ? `It is not valid JSON: ${error.message}.`
        : 'It is not UTF-8 text. Save it as UTF-8 and try again.',
    );
  }
}

/** The body of an upload: the file's text unchanged, with the other fields. */
export function toBody({ name, text }: ReadableFile, more: object = {}): Blob {
  const rest = JSON.stringify({ fileName: name, ...more }).slice(1);
  return new Blob(['{"orders":', text, ',', rest]);
}

function toRows(content: unknown): readonly unknown[] | null {
  const rows: unknown = isObject(content) && !Array.isArray(content) ? content['orders'] : content;
  return Array.isArray(rows) ? rows : null;
}

/** A row of a file that was refused, and why. */
export interface RefusedRow {
  readonly row: unknown;
  readonly reason: string;
}

const toRecord = (row: unknown): Readonly<Record<string, unknown>> =>
  isObject(row) && !Array.isArray(row) ? row : { value: row };

/** The refused rows as uploaded, each with its `reason`. */
export const refusedJson = (refusedRows: readonly RefusedRow[]): string =>
  JSON.stringify(
    refusedRows.map(({ row, reason }) => ({ ...toRecord(row), reason })),
    null,
    2,
  );

/** The refused rows as a table with the reason first; text that looks like a formula is stored as text. */
export function refusedCsv(refusedRows: readonly RefusedRow[]): string {
  const records = refusedRows.map(({ row, reason }): Record<string, unknown> => ({ ...toRecord(row), reason }));
  const names = [...new Set(['reason', ...records.flatMap((record) => Object.keys(record))])];
  const lines = [names, ...records.map((record) => names.map((name) => toCell(record[name])))];
  return BYTE_ORDER_MARK + lines.map(csvLine).join('');
}

const toCell = (value: unknown): CsvCell =>
  typeof value === 'string' || typeof value === 'number' || value === null ? value : JSON.stringify(value);
