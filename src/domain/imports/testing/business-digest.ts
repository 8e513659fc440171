import type { Knex } from 'knex';
import * as backup from '../../operations/backup/digest.js';

/** What imports and undoing may leave behind: history, imports, versions. */
const ignoredTables = { tables: ['audit_entries', 'imports', 'import_rows', 'import_mappings', 'catalogue_versions'] };
const ignoredColumns = { columns: ['revision', 'updated_at', 'created_at', 'changed_at'] };

/** The row count and a digest of each table's business columns. */
export const digestBusinessColumns = (db: Knex): Promise<Record<string, string>> =>
  backup.businessDigest(db, { ...ignoredTables, ...ignoredColumns });
