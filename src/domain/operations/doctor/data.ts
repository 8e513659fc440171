import type { Knex } from 'knex';
import { MOST_RECORDS, type Finding } from './finding.js';
import { hints, nameColumns, type CheckedRecord } from './hints.js';
import { brokenInvariants } from './invariants.js';
import { queryRows } from '../../kernel/database/rows.js';

/**
 * Data that must never exist, such as totals that do not add up or invoices paid twice, with the names of the records.
 */
export async function brokenData(db: Knex): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { invariant, ids } of await brokenInvariants(db)) {
    const { of, what, hint } = hints[invariant];
    findings.push({ severity: 'error', what, records: await readNames(db, of, ids), hint });
  }
  return findings;
}

/** Records by their display name and ID; by ID only if the record does not exist. */
async function readNames(db: Knex, kind: CheckedRecord, ids: readonly string[]): Promise<string[]> {
  const [table, nameColumn] = nameColumns[kind];
  const rows = await queryRows<{
    id: string;
    name: string;
  }>(
    db(table)
      .whereRaw('id = any(?::uuid[])', [[...ids]])
      .select('id', db.raw(`${nameColumn} as name`)),
  );
  return ids.map((id) => {
    const name = rows.find((row) => row.id === id)?.name;
    return name === undefined ? id : `${name} (${id})`;
  });
}

interface Reference {
  readonly child: string;
  readonly parent: string;
  readonly columns: readonly string[];
  readonly targets: readonly string[];
}

/**
 * Records whose parent is missing despite the foreign key, for example after a restore with other tools or a manual
 * repair.
 */
export async function orphans(db: Knex): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const reference of await references(db)) {
    const { child, parent, columns } = reference;
    const rows = await queryRows<{ value: string }>(db.raw(findOrphans(reference)));
    if (rows.length === 0) continue;
    findings.push({
      severity: 'error',
      what: `${child} refer to ${parent} that do not exist`,
      records: rows.map(({ value }) => `${columns.join(', ')} ${value}`),
      hint: `Restore a backup into a second database and copy the missing ${parent} from it, or delete these ${child} if you do not need them.`,
    });
  }
  return findings;
}

async function references(db: Knex): Promise<Reference[]> {
  const names = (table: string, key: string) =>
    `(select array_agg(quote_ident(a.attname) order by x.n) from unnest(${key}) with ordinality as x(attnum, n)
        join pg_attribute a on a.attrelid = ${table} and a.attnum = x.attnum)`;
  return queryRows<Reference>(
    db.raw(
      `select conrelid::regclass::text as child, confrelid::regclass::text as parent,
       ${names('conrelid', 'conkey')} as columns, ${names('confrelid', 'confkey')} as targets
     from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace order by conname`,
    ),
  );
}

function findOrphans({ child, parent, columns, targets }: Reference): string {
  const references = columns.map((column) => `c.${column}`);
  const matches = targets.map((target, n) => `p.${target} = ${references[n]}`).join(' and ');
  const isSet = references.map((column) => `${column} is not null`).join(' and ');
  return `select distinct concat_ws(', ', ${references.join(', ')}) as value from ${child} c
    where ${isSet} and not exists (select from ${parent} p where ${matches}) limit ${MOST_RECORDS}`;
}
