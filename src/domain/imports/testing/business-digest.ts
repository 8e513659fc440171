import type { Knex } from 'knex';
import * as backup from '../../operations/backup/digest.js';

/** What imports and undoing may leave behind: the trail, the imports themselves, versions. */
const apart = { tables: ['audit_entries', 'imports', 'import_rows', 'import_mappings', 'catalogue_versions'] };
const left = { columns: ['revision', 'updated_at', 'created_at'] };

/** The business columns of every table as a number of rows and a digest. */
export const businessDigest = (db: Knex): Promise<Record<string, string>> =>
  backup.businessDigest(db, { ...apart, ...left });
