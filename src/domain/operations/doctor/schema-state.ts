import type { Knex } from 'knex';
import { appliedMigrations, knownMigrations, migrationStatus } from '../../kernel/database/database.js';
import type { Finding } from './finding.js';
import { queryRows } from '../../kernel/database/rows.js';

/** Checks whether the schema matches this version. No other check works on a different one. */
export async function schemaVersion(db: Knex): Promise<Finding[]> {
  const appliedNames = await appliedMigrations(db);
  const knownNames = knownMigrations();
  const newerNames = appliedNames.filter((name) => !knownNames.includes(name));
  if (newerNames.length > 0) {
    const hint = 'Install the version of Shedworks that this database belongs to.';
    return [{ severity: 'error', what: 'the database was made by a newer version', records: newerNames, hint }];
  }
  if (appliedNames.length === 0) {
    const hint = 'Run shedworks migrate to create them, or shedworks restore <file> to restore a backup.';
    return [{ severity: 'error', what: 'the database has no Shedworks tables', records: [], hint }];
  }
  const { pending } = await migrationStatus(db);
  if (pending.length === 0) return [];
  const hint = 'Make a backup with shedworks backup, then run shedworks migrate.';
  return [{ severity: 'error', what: 'migrations are pending', records: pending, hint }];
}

/** Rules that the database enforces itself, unless they were disabled. */
export async function switchedOff(db: Knex): Promise<Finding[]> {
  const find = async (sql: string): Promise<string[]> =>
    (await queryRows<{ name: string }>(db.raw(sql))).map((row) => row.name);
  const triggers = await find(
    `select tgrelid::regclass || ': ' || tgname as name from pg_trigger where not tgisinternal and tgenabled = 'D' order by 1`,
  );
  const constraints = await find(
    `select conrelid::regclass || ': ' || conname as name from pg_constraint where not convalidated order by 1`,
  );
  const indexes = await find(`select indexrelid::regclass::text as name from pg_index where not indisvalid order by 1`);
  return [
    ...finding(
      'triggers are turned off: totals, stock and history are not updated',
      triggers,
      'Run shedworks doctor --mend.',
    ),
    ...finding(
      'constraints are not validated',
      constraints,
      'In psql: alter table <table> validate constraint <name>;',
    ),
    ...finding('indexes are not valid', indexes, 'In psql: reindex index <name>;'),
  ];
}

const finding = (what: string, records: readonly string[], hint: string): Finding[] =>
  records.length > 0 ? [{ severity: 'error', what, records, hint }] : [];
