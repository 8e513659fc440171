import { z } from 'zod';

/**
 * A backup is a tar archive packed with gzip, so that any tool can open it. Its files, in this order:
 * - `shedworks-backup.json`: `Header`, what the backup is of;
 * - `tables/<table>/<000001…>.copy`: the rows of a table in PostgreSQL's text format of COPY, cut into parts anywhere;
 *   the columns are those of the header, the tables come in its order, a table without rows has no part;
 * - `manifest.json`: `Manifest`, what must have arrived. A file without it was not finished.
 */
export const HEADER = 'shedworks-backup.json';
export const MANIFEST = 'manifest.json';
export const FORMAT = 1;

export const Header = z.object({
  format: z.literal(FORMAT),
  product: z.literal('shedworks'),
  /** Of the product that wrote it. */
  version: z.string().regex(/^\d+\.\d+\.\d+/),
  createdAt: z.iso.datetime(),
  company: z.string().nullable(),
  /** The migrations that had made the schema, in their order. */
  migrations: z.array(z.string()),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
});
export type Header = z.output<typeof Header>;

const Sum = z.object({
  name: z.string(),
  rows: z.int().min(0),
  bytes: z.int().min(0),
  sha256: z.string(),
});

export const Manifest = z.object({
  /** SHA-256 of the header's bytes. */
  header: z.string(),
  tables: z.array(Sum),
  sequences: z.array(z.object({ table: z.string(), column: z.string(), next: z.int() })),
  /** See `digestOf`. */
  digest: z.string(),
});
export type Manifest = z.output<typeof Manifest>;

const partNumber = (n: number): string => String(n).padStart(6, '0');

/** The name of the n-th part of a table, counted from 1. */
export const partName = (table: string, n: number): string => `tables/${table}/${partNumber(n)}.copy`;
