import type { Knex } from 'knex';
import { versionKeys } from '../catalogue/prices/version-keys.js';
import type { UndoSteps } from './reading/kind.js';
import { countWritten, queryRows } from '../kernel/database/rows.js';
import type { Blocker } from './reading/schema.js';

const TABLES: Readonly<Record<string, readonly string[]>> = versionKeys;

const MOST = 500;

/** Stock quantities, which change after an import. Undoing reverses only the quantity that the import moved. */
const AMOUNTS = ['quantity_on_order', 'quantity_in_received', 'quantity_in_current'];
/** Columns ignored when checking whether a row has changed. */
const LEFT = ['revision', 'updated_at', ...AMOUNTS].map((name) => `- '${name}'`).join(' ');

/** The record that a stored version belongs to. */
const PARENTS = `
  select unnest(string_to_array(row_key, ','))::uuid as id from %1
  union select (before ->> 'component_id')::uuid from %1 where table_name = 'component_items'
  union select (before ->> 'add_on_id')::uuid from %1 where table_name = 'add_on_items'
  union select component_id from component_items where id::text in (select row_key from %1 where table_name = 'component_items')
  union select add_on_id from add_on_items where id::text in (select row_key from %1 where table_name = 'add_on_items')`;

/**
 * Rows of an import whose records have changed since. Values are compared, so a change that was reversed does not
 * count.
 */
async function changedSince(db: Knex, importId: string): Promise<Blocker[]> {
  const laterSql = Object.keys(TABLES).map(changedRows).join(' union all ');
  return queryRows<Blocker>(
    db.raw(
      `with mine as materialized (
       select table_name, row_key, max(id) as id from catalogue_versions where import_id = :id group by 1, 2),
     since as materialized (
       select distinct on (l.table_name, l.row_key) l.table_name, l.row_key, l.before
         from mine m join catalogue_versions l on l.table_name = m.table_name and l.row_key = m.row_key and l.id > m.id
        order by l.table_name, l.row_key, l.id),
     later as materialized (${laterSql}),
     touched as (${PARENTS.replaceAll('%1', 'later')})
     ${BLOCKING.replace('%why', `'was changed since'`)}
      where r.import_id = :id and r.record_id in (select id from touched) order by r.n limit ${MOST}`,
      { id: importId },
    ),
  );
}

/** The rows of one table that differ from their state just before the first change after the import. */
const changedRows = (table: string): string => `
  select s.* from since s left join ${table} t on ${joinSql(table, 's')}
   where s.table_name = '${table}'
     and (s.before ${LEFT}) is distinct from (to_jsonb(t) ${LEFT})`;

/** The join condition between a table's row and its key in the versions. */
const joinSql = (table: string, versions: string): string =>
  toKeys(table)
    .map((name, n) => `t.${name} = split_part(${versions}.row_key, ',', ${n + 1})::uuid`)
    .join(' and ');

/** A row of an import that prevents undoing it, with its place if it came from a file. */
const BLOCKING = `select null as "_id", %why as why,
     r.name || coalesce(' (sheet "' || (i.layout -> r.sheet ->> 'sheet') || '", row ' || r.row || ')', '') as name
     from import_rows r join imports i on i.id = r.import_id`;

interface Reference {
  readonly child: string;
  readonly column: string;
  readonly parent: string;
}

/** Rows that the import added and that are now referenced elsewhere. */
async function usedSince(db: Knex, importId: string): Promise<Blocker[]> {
  const blockers: Blocker[] = [];
  for (const { child, column, parent } of await references(db, importId)) {
    const table = TABLES[child];
    const key = table?.map((name) => `c.${name}::text`).join(` || ',' || `);
    const isOwn = table
      ? `and not exists (select 1 from catalogue_versions o where o.import_id = v.import_id and o.table_name = '${child}' and o.row_key = ${key} and o.before is null)`
      : '';
    const rows = await queryRows<Blocker>(
      db.raw(
        `${BLOCKING.replace('%why', `'is now used in ' || replace(?, '_', ' ')`)}
        where r.import_id = ? and r.record_id in (
          select v.row_key::uuid from catalogue_versions v join ${child} c on c.${column} = v.row_key::uuid
           where v.import_id = ? and v.table_name = ? and v.before is null ${isOwn})
        order by r.n limit ${MOST}`,
        [child, importId, importId, parent],
      ),
    );
    blockers.push(...rows);
  }
  return blockers;
}

/** The foreign keys that refer to a table the import added rows to. */
async function references(db: Knex, importId: string): Promise<Reference[]> {
  return queryRows<Reference>(
    db.raw(
      `select c.conrelid::regclass::text as child, a.attname as column, c.confrelid::regclass::text as parent
       from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      where c.contype = 'f' and c.confrelid::regclass::text in (
        select table_name from catalogue_versions where import_id = ? and before is null)
      order by 1, 2`,
      [importId],
    ),
  );
}

/** Undoes an import of the catalogue by restoring the versions of its rows. */
export const versions: UndoSteps = {
  lock: () => Promise.resolve(),
  findBlockers: async (db, importId) => [...(await changedSince(db, importId)), ...(await usedSince(db, importId))],
  undo: ({ db }, importId) => restoreVersions(db, importId),
};

/** Restores every catalogue row as it was before the import, except stock quantities; returns the counts. */
async function restoreVersions(db: Knex, importId: string): Promise<{ deleted: number; restored: number }> {
  await db.raw(
    `create temporary table undone_rows on commit drop as
       select distinct on (table_name, row_key) table_name, row_key, before from catalogue_versions
        where import_id = ? order by table_name, row_key, id`,
    [importId],
  );
  for (const table of ['components', 'add_ons', 'sheds'] as const) await raiseOwners(db, table);
  let deletedCount = 0;
  let restoredCount = 0;
  const touched = new Set(await queryRows<string>(db('undone_rows').distinct('table_name').pluck('table_name')));
  const tables = Object.keys(TABLES).filter((table) => touched.has(table));
  for (const table of tables.toReversed()) deletedCount += await takeAway(db, table);
  for (const table of tables) restoredCount += await putBack(db, table);
  return { deleted: deletedCount, restored: restoredCount };
}

const PARTS = {
  components: { table: 'component_items', column: 'component_id' },
  add_ons: { table: 'add_on_items', column: 'add_on_id' },
  sheds: { table: 'shed_components', column: 'shed_id' },
} as const;

/** Increments the revisions, so that users with an open form see the restored parts when they save. */
async function raiseOwners(db: Knex, owner: keyof typeof PARTS): Promise<void> {
  const { table, column } = PARTS[owner];
  await db.raw(
    `update ${owner} set revision = revision + 1 where id in (
       select (before ->> '${column}')::uuid from undone_rows where table_name = '${table}'
       union select t.${column} from ${table} t join undone_rows u on u.table_name = '${table}' and ${joinSql(table, 'u')})`,
  );
}

const toKeys = (table: string): readonly string[] => TABLES[table] ?? [];

async function takeAway(db: Knex, table: string): Promise<number> {
  if (table === 'shop_item_values') await keepStocked(db);
  return countWritten(
    db.raw(
      `delete from ${table} t using undone_rows u where u.table_name = ? and u.before is null and ${joinSql(table, 'u')}`,
      [table],
    ),
  );
}

/**
 * Keeps shop values that the import added if the item now has stock. Only the imported columns are cleared, and the
 * row is not deleted.
 */
async function keepStocked(db: Knex): Promise<void> {
  const columns = (await readColumns(db, 'shop_item_values')).filter(
    (name) => !['shop_id', 'item_id', 'revision', ...AMOUNTS].includes(name),
  );
  const rows = await queryRows<{ row_key: string }>(
    db.raw(
      `update shop_item_values t set ${columns.map((name) => `"${name}" = null`).join(', ')}, revision = t.revision + 1
       from undone_rows u where u.table_name = 'shop_item_values' and u.before is null and ${joinSql('shop_item_values', 'u')}
        and (t.quantity_on_order <> 0 or t.quantity_in_received <> 0 or t.quantity_in_current <> 0)
     returning u.row_key`,
    ),
  );
  await db('undone_rows')
    .where({ table_name: 'shop_item_values' })
    .whereRaw('row_key = any(?)', [rows.map((row) => row.row_key)])
    .delete();
}

async function putBack(db: Knex, table: string): Promise<number> {
  const columns = await readColumns(db, table);
  const names = columns.map((name) => `"${name}"`);
  const columnNames = columns.filter((name) => !AMOUNTS.includes(name)).map((name) => `"${name}"`);
  const sets = columnNames.map((name) =>
    name === '"revision"' ? `revision = ${table}.revision + 1` : `${name} = excluded.${name}`,
  );
  return countWritten(
    db.raw(
      `insert into ${table} (${names.join(', ')})
     select ${names.map((name) => `p.${name}`).join(', ')}
       from undone_rows u cross join lateral jsonb_populate_record(null::${table}, u.before) p
      where u.table_name = ? and u.before is not null
     on conflict (${toKeys(table).join(', ')}) do update set ${sets.join(', ')}`,
      [table],
    ),
  );
}

/** The stored columns of a table, without generated ones. */
async function readColumns(db: Knex, table: string): Promise<string[]> {
  const rows = await queryRows<{ name: string }>(
    db.raw(
      `select attname as name from pg_attribute
      where attrelid = ?::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
      [table],
    ),
  );
  return rows.map(({ name }) => name);
}
