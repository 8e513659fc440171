import type { Knex } from 'knex';
import { z } from 'zod';
import type { WriteCtx } from '../context.js';
import { difference, publishCatalogue, writeOrRefuse } from './record.js';
import { lastActor, refuseStale } from './stale.js';
import { queryFirstRow } from '../database/rows.js';

/**
 * The values that a shop may override on a standard record. Where the shop has none (null, or no row), the standard
 * values apply.
 */
export interface ShopValuesKind<S extends z.ZodObject = z.ZodObject> {
  /** Its display name, `Item`. */
  readonly what: string;
  /** The name of the standard record in the history, `item`. */
  readonly entity: string;
  readonly table: string;
  /** The column with the standard record's ID, `item_id`. */
  readonly of: string;
  /** The values in wire format. */
  readonly schema: S;
  /** The column of each value. */
  readonly columns: Readonly<Record<keyof z.output<S> & string, string>>;
  /** The newer version that a conflict shows, in the format of its screen; by default the values and their revision. */
  readonly show?: (db: Knex, own: OwnRow) => Promise<object>;
}

/** The name in the history of a change of a shop's own values. The shop may read every field of such an entry. */
export const OWN_VALUES_CHANGED = 'change own values';

/**
 * Whose values of which record, and the revision the user saw: 0 if there were none; if left out, the current values.
 */
export interface OwnRow {
  readonly shop: string;
  readonly id: string;
  readonly revision?: number | undefined;
}

type StoredValues<S extends z.ZodObject> = z.output<S> & { readonly revision: number };

/** A shop's own values; null if it has none. */
export async function findShopValues<S extends z.ZodObject>(
  db: Knex,
  kind: ShopValuesKind<S>,
  { shop, id }: OwnRow,
  lock = false,
): Promise<StoredValues<S> | null> {
  const query = db(kind.table).where({ shop_id: shop, [kind.of]: id });
  if (lock) query.forUpdate();
  return (await queryFirstRow<StoredValues<S>>(query.first({ ...kind.columns, revision: 'revision' }))) ?? null;
}

/**
 * Stores a shop's own values; those left out are unchanged. Null deletes them all, so that the standard values apply
 * again. The history records the difference for the shop. Throws stale-record with the newer values if `revision` is
 * not the stored one. The standard record must exist.
 */
export async function changeShopValues<S extends z.ZodObject>(
  tx: WriteCtx,
  kind: ShopValuesKind<S>,
  ownRow: OwnRow,
  values: Partial<z.output<S>> | null,
): Promise<StoredValues<S> | null> {
  const { shop, id, revision } = ownRow;
  const key = { shop_id: shop, [kind.of]: id };
  await tx.db.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`${kind.table} ${shop} ${id}`]);
  const before = await findShopValues(tx.db, kind, ownRow, true);
  await refuseStale(revision, before?.revision ?? 0, async () => ({
    what: kind.what,
    by: await lastActor(tx.db, id, shop),
    current: kind.show ? await kind.show(tx.db, ownRow) : wire(kind, before),
  }));
  await writeOrRefuse<unknown>(kind, () =>
    values ? put(tx.db, kind, key, values) : tx.db(kind.table).where(key).delete(),
  );
  const after = await findShopValues(tx.db, kind, ownRow);
  const changes = difference(wire(kind, before), wire(kind, after));
  if (isSame(changes)) {
    await restore(tx.db, kind, key, before);
    tx.unchanged();
    return before;
  }
  await tx.audit({ action: OWN_VALUES_CHANGED, entity: kind.entity, id, shopId: shop, ...changes });
  await publishCatalogue(tx);
  return after;
}

/** Whether nothing changed; a missing value equals null. */
const isSame = ({ before, after }: ReturnType<typeof difference>): boolean =>
  Object.keys({ ...before, ...after }).every((name) => (before[name] ?? null) === (after[name] ?? null));

/** Restores the revision after a write without changes, or deletes the row that it created. */
const restore = (
  db: Knex,
  { table }: Pick<ShopValuesKind, 'table'>,
  key: Readonly<Record<string, string>>,
  before: { readonly revision: number } | null,
) => (before ? db(table).where(key).update({ revision: before.revision }) : db(table).where(key).delete());

async function put<S extends z.ZodObject>(
  db: Knex,
  { table, of, columns }: ShopValuesKind<S>,
  key: Readonly<Record<string, string>>,
  values: Partial<z.output<S>>,
): Promise<void> {
  const entries = Object.entries<string>(columns).filter(([name]) => name in values);
  const row = Object.fromEntries(entries.map(([name, column]) => [column, (values as Fields)[name]])); // the columns are named after the values
  const revision = db.raw('??.revision + 1', [table]);
  await db(table)
    .insert({ ...row, ...key })
    .onConflict(['shop_id', of])
    .merge({ ...row, revision });
}

type Fields = Readonly<Record<string, unknown>>;

/** The values as the API, the history and a conflict show them; only revision 0 if there are none. */
const wire = <S extends z.ZodObject>({ schema }: ShopValuesKind<S>, values: StoredValues<S> | null): Fields =>
  values ? { ...(z.encode(schema, values) as Fields), revision: values.revision } : { revision: 0 }; // the schema is an object schema
