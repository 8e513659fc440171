import type { Knex } from 'knex';
import type { z } from 'zod';
import type { ActorCtx } from '../../kernel/context.js';
import { queryColumn, queryOnlyRow, queryRows } from '../../kernel/database/rows.js';
import { isId } from '../../kernel/ids.js';
import type { Span } from '../reports/range.js';
import { findRecordIds, RECORD_NAME } from './record-names.js';
import { MOST_COUNTED, nameField, nameRecordKind, capitalize, type TrailSource } from './rules.js';
import type { TrailChoices, TrailFilter } from './schema.js';

type TrailFields = Omit<TrailFilter, 'dates' | 'range'>;

/** The entries `e` of a span that match a filter, unsorted. A filter text in the form of an ID is used as an ID. */
export async function matchEntries(
  { db }: ActorCtx,
  filter: TrailFields,
  span: Span,
): Promise<() => Knex.QueryBuilder> {
  const { person, record, recordKind, action, field, amountFrom, amountTo, source, origin } = filter;
  const ids = record === undefined ? null : await findRecordIds(db, record, recordKind);
  return () =>
    db('audit_entries as e')
      .where('e.at', '>=', span.from)
      .where('e.at', '<', span.until)
      .modify((query) => {
        if (person !== undefined && isId(person)) void query.where('e.actor_id', person);
        else if (person !== undefined) void query.whereNull('e.actor_id').where('e.actor_name', person);
        if (ids) void query.whereRaw('e.entity_ids && ?::uuid[]', [ids]);
        if (recordKind !== undefined) void query.where('e.entity', recordKind);
        if (action !== undefined) void query.where('e.action', action);
        if (field !== undefined) void query.whereRaw('e.fields @> array[?]', [field]);
        if (amountFrom !== undefined) void query.where('e.amount', '>=', amountFrom);
        if (amountTo !== undefined) void query.where('e.amount', '<=', amountTo);
        if (source !== undefined) void query.where('e.source', source);
        if (origin !== undefined) void query.where('e.origin', origin);
      });
}

/** How many entries match, at most 10,000, and whether there are more. */
export async function countEntries(db: Knex, entries: Knex.QueryBuilder): Promise<{ total: number; more: boolean }> {
  const some = entries
    .clone()
    .select(db.raw('1'))
    .limit(MOST_COUNTED + 1)
    .as('some');
  const { n } = await queryOnlyRow<{ n: number }>(db.from(some).count({ n: '*' }));
  return { total: Math.min(n, MOST_COUNTED), more: n > MOST_COUNTED };
}

/** A stored entry as a page shows it. Very large values are left out. */
export interface EntryRow {
  readonly _id: string;
  readonly at: string;
  readonly actor_id: string | null;
  readonly actor_name: string;
  readonly action: string;
  readonly entity: string;
  readonly record: string | null;
  readonly record_name: string | null;
  readonly records: number;
  readonly shop_id: string | null;
  readonly shop: string | null;
  readonly source: TrailSource;
  readonly origin: string | null;
  readonly amount: string | null;
  readonly fields: readonly string[];
  readonly before: unknown;
  readonly after: unknown;
}

const LARGE_BYTES = 65_536;
const unlessLarge = (column: string): string =>
  `case when pg_column_size(e.${column}) < ${LARGE_BYTES} then e.${column} end as ${column}`;

/** Adds to a query of entries `e` the columns that a page shows. */
export const selectEntries = (db: Knex, entries: Knex.QueryBuilder): Knex.QueryBuilder =>
  entries
    .select('e.id as _id', 'e.at', 'e.actor_id', 'e.actor_name', 'e.action', 'e.entity', 'e.shop_id')
    .select('e.source', 'e.origin', 'e.amount', 'e.fields')
    .select(
      db.raw('e.entity_ids[1] as record'),
      db.raw(`${RECORD_NAME} as record_name`),
      db.raw('cardinality(e.entity_ids) as records'),
      db.raw('(select name from shops where id = e.shop_id) as shop'),
      db.raw(unlessLarge('before')),
      db.raw(unlessLarge('after')),
    );

/** A row for each changed field of the entries `e`, or one for an entry without fields; newest first. */
export const selectFieldRows = (db: Knex, entries: Knex.QueryBuilder): Knex.QueryBuilder =>
  entries
    .joinRaw(`cross join lateral unnest(case when e.fields = '{}' then array[null] else e.fields end) as f(field)`)
    .select('e.id', 'e.at', 'e.actor_name', 'e.action', 'e.entity', 'e.source', 'e.origin', 'f.field')
    .select(
      db.raw(`${RECORD_NAME} as record_name`),
      db.raw('cardinality(e.entity_ids) as records'),
      db.raw('(select name from shops where id = e.shop_id) as shop'),
      db.raw('e.amount::float8 as amount'),
      db.raw('e.before -> f.field as before'),
      db.raw('e.after -> f.field as after'),
    )
    .orderByRaw('e.at desc, e.id desc, f.field');

/** A row of the report: a changed field. */
export interface FieldRow {
  readonly id: string;
  readonly at: string;
  readonly actor_name: string;
  readonly action: string;
  readonly entity: string;
  readonly source: TrailSource;
  readonly origin: string | null;
  readonly field: string | null;
  readonly record_name: string | null;
  readonly records: number;
  readonly shop: string | null;
  readonly amount: number | null;
  readonly before: unknown;
  readonly after: unknown;
}

/** The number of rows of `selectFieldRows`. */
export async function countFieldRows(db: Knex, entries: Knex.QueryBuilder): Promise<number> {
  const { n } = await queryOnlyRow<{ n: number }>(
    entries.select(db.raw('coalesce(sum(greatest(1, cardinality(e.fields))), 0)::int as n')),
  );
  return n;
}

/** SQL: the distinct values of an indexed column, each found by skipping to the next. */
const loosely = (column: string, where = 'true'): string => `
  with recursive found(value) as (
    (select ${column} from audit_entries where ${where} order by ${column} limit 1)
    union all
    select (select ${column} from audit_entries where ${where} and ${column} > value order by ${column} limit 1)
      from found where value is not null)
  select value from found where value is not null`;

const NEWEST = 2000;

/**
 * The filter values that occur in the history: users and programs, kinds of records, actions, and fields of the
 * newest entries.
 */
export async function findTrailChoices(db: Knex): Promise<z.output<typeof TrailChoices>> {
  const values = async (column: string, where?: string) =>
    (await queryRows<{ value: string }>(db.raw(loosely(column, where)))).map(({ value }) => value);
  const [persons, programs, kinds, actions, fields] = await Promise.all([
    queryRows<{ _id: string; name: string }>(
      db('users as u')
        .whereRaw('exists (select 1 from audit_entries e where e.actor_id = u.id)')
        .orderByRaw('lower(name), id')
        .select({ _id: 'id', name: 'name' }),
    ),
    values('actor_name', 'actor_id is null'),
    values('entity'),
    values('action'),
    queryColumn<string>(
      db
        .with('newest', db('audit_entries').orderByRaw('at desc, id desc').limit(NEWEST).select('fields'))
        .from(db.raw('newest, unnest(fields) as field'))
        .distinct('field')
        .orderBy('field')
        .pluck('field'),
    ),
  ]);
  const nameAll = (all: readonly string[], name: (value: string) => string) =>
    all.map((value) => ({ _id: value, name: name(value) })).toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
  return {
    persons: [...persons, ...programs.map((name) => ({ _id: name, name: `${name} (program)` }))],
    recordKinds: nameAll(kinds, nameRecordKind),
    actions: nameAll(actions, capitalize),
    fields: nameAll(fields, nameField),
  };
}
