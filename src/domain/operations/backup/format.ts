import { z } from 'zod';

/**
 * A backup is a tar archive compressed with gzip, so that any tool can open it. Its files, in order:
 * - `shedworks-backup.json`: `Header`, which describes the backup;
 * - `tables/<table>/<000001…>.copy`: the rows of a table in PostgreSQL's COPY text format, split into parts at any
 *   byte; columns and table order are those of the header, and an empty table has no part;
 * - `manifest.json`: `Manifest`, the expected content. A file without it is incomplete.
 */
export const HEADER = 'shedworks-backup.json';
export const MANIFEST = 'manifest.json';
export const FORMAT = 1;

export const Header = z.object({
  format: z.literal(FORMAT),
  product: z.literal('shedworks'),
  /** The version of the product that wrote it. */
  version: z.string().regex(/^\d+\.\d+\.\d+/),
  createdAt: z.iso.datetime(),
  company: z.string().nullable(),
  /** The migrations applied to the schema, in order. */
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
  /** See `computeBackupDigest`. */
  digest: z.string(),
});
export type Manifest = z.output<typeof Manifest>;

/** The rows of all tables in a backup. */
export const countTableRows = ({ tables }: Manifest): number => tables.reduce((sum, { rows }) => sum + rows, 0);

const partNumber = (n: number): string => String(n).padStart(6, '0');

/** The file name of the n-th part of a table, counted from 1. */
export const backupPartName = (table: string, n: number): string => `tables/${table}/${partNumber(n)}.copy`;
