import type { Knex } from 'knex';
import { queryFirstRow, queryOnlyRow } from '../../kernel/database/rows.js';
import { newId } from '../../kernel/ids.js';

/** A backup that was created. Its file may have been moved since. */
export interface MadeBackup {
  readonly at: string;
  readonly file: string;
  /** The size of the packed file, in bytes. */
  readonly bytes: number;
  readonly encrypted: boolean;
}

interface CreatedBackup {
  readonly createdAt: string;
  readonly file: string;
  readonly bytes: number;
  /** Null for a copy of the data folder, whose rows are not counted. */
  readonly rows: number | null;
  readonly digest: string | null;
  readonly encrypted: boolean;
}

/** What identifies backups of a database: the digest of their content, or their file. */
export type BackupIdentity = { readonly digest: string } | { readonly file: string };

const MOST = 1000;

/** Records that a backup was created. Does nothing in a database of an older version, which has no table for it. */
export async function rememberBackup(db: Knex, backup: CreatedBackup): Promise<void> {
  if (!(await hasPlace(db))) return;
  const { createdAt, file, bytes, rows, digest, encrypted } = backup;
  await db('backups').insert({ id: newId(), made_at: createdAt, file, bytes, rows, digest, encrypted });
  await db.raw('delete from backups where id in (select id from backups order by made_at desc offset ?)', [MOST]);
}

/** Records that backups of this database, or copies of them, were verified; returns how many it has of them. */
export async function rememberVerified(db: Knex, backup: BackupIdentity, now: Date): Promise<number> {
  if (!(await db.schema.hasColumn('backups', 'verified_at'))) return 0;
  return db('backups').where(backup).update({ verified_at: now });
}

/** The newest backup of this database; null if none was created. */
export async function findLastBackup(db: Knex): Promise<MadeBackup | null> {
  if (!(await hasPlace(db))) return null;
  const query = db('backups').orderBy('made_at', 'desc');
  const row = await queryFirstRow<MadeBackup & { readonly bytes: number | string }>(
    query.first({ at: 'made_at', file: 'file', bytes: 'bytes', encrypted: 'encrypted' }),
  );
  return row ? { ...row, bytes: Number(row.bytes) } : null;
}

async function hasPlace(db: Knex): Promise<boolean> {
  const raw = db.raw(`select to_regclass('backups') is not null as found`);
  return (await queryOnlyRow<{ found: boolean }>(raw)).found;
}
