import type { Knex } from 'knex';
import { z } from 'zod';
import type { WriteCtx } from '../context.js';
import { difference, publishCatalogue, writeOrRefuse } from './record.js';
import { lastActor, refuseStale } from './stale.js';
import { firstRowOf } from '../database/rows.js';

/** The values a shop may have of its own for a standard record; where it has none (null, or no row) the standard ones count. */
export interface ShopValuesKind<S extends z.ZodObject = z.ZodObject> {
  /** As people say it, `Item`. */
  readonly what: string;
  /** The standard record as the trail says it, `item`. */
  readonly entity: string;
  readonly table: string;
  /** The column of the standard record's id, `item_id`. */
  readonly of: string;
  /** The values as they are on the wire. */
  readonly schema: S;
  /** The column of each value. */
  readonly columns: Readonly<Record<keyof z.output<S> & string, string>>;
  /** What a conflict shows as the newer version, in the form its screen reads; the values and their revision without it. */
  readonly show?: (db: Knex, own: OwnRow) => Promise<object>;
}

/** What the trail calls a change of a shop's own values: every field of such an entry is the shop's to read. */
export const OWN_VALUES_CHANGED = 'change own values';

/** Whose values of what, and the revision the user saw: 0 where there were none, or none for the current values. */
export interface OwnRow {
  readonly shop: string;
  readonly id: string;
  readonly revision?: number | undefined;
}

type Stored<S extends z.ZodObject> = z.output<S> & { readonly revision: number };

/** The values a shop has of its own; null where it has none. */
export async function findShopValues<S extends z.ZodObject>(
  db: Knex,
  kind: ShopValuesKind<S>,
  { shop, id }: OwnRow,
  lock = false,
): Promise<Stored<S> | null> {
  const query = db(kind.table).where({ shop_id: shop, [kind.of]: id });
  if (lock) query.forUpdate();
  return (await firstRowOf<Stored<S>>(query.first({ ...kind.columns, revision: 'revision' }))) ?? null;
}

/**
 * Stores values of a shop's own; those not named stay as they are. Null takes all of them away: the standard ones count
 * again. The trail keeps what differs, as the shop's. Throws stale-record with the newer values when `revision` is not
 * the one stored; the standard record must exist.
 */
export async function changeShopValues<S extends z.ZodObject>(
  tx: WriteCtx,
  kind: ShopValuesKind<S>,
  own: OwnRow,
  values: Partial<z.output<S>> | null,
): Promise<Stored<S> | null> {
  const { shop, id, revision } = own;
  const key = { shop_id: shop, [kind.of]: id };
  await tx.db.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`${kind.table} ${shop} ${id}`]);
  const before = await findShopValues(tx.db, kind, own, true);
  await refuseStale(revision, before?.revision ?? 0, async () => ({
    what: kind.what,
    by: await lastActor(tx.db, id, shop),
    current: kind.show ? await kind.show(tx.db, own) : wire(kind, before),
  }));
  await writeOrRefuse<unknown>(kind, () =>
    values ? put(tx.db, kind, key, values) : tx.db(kind.table).where(key).delete(),
  );
  const after = await findShopValues(tx.db, kind, own);
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

/** Nothing is the same as no value. */
const isSame = ({ before, after }: ReturnType<typeof difference>): boolean =>
  Object.keys({ ...before, ...after }).every((name) => (before[name] ?? null) === (after[name] ?? null));

/** The same values keep their revision; where there were none there is still no row. */
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
  const named = Object.entries<string>(columns).filter(([name]) => name in values);
  const row = Object.fromEntries(named.map(([name, column]) => [column, (values as Fields)[name]])); // the columns are named after the values
  const revision = db.raw('??.revision + 1', [table]);
  await db(table)
    .insert({ ...row, ...key })
    .onConflict(['shop_id', of])
    .merge({ ...row, revision });
}

type Fields = Readonly<Record<string, unknown>>;

/** On the wire, as the trail and a conflict show them; without values only the revision 0. */
const wire = <S extends z.ZodObject>({ schema }: ShopValuesKind<S>, values: Stored<S> | null): Fields =>
  values ? { ...(z.encode(schema, values) as Fields), revision: values.revision } : { revision: 0 }; // the schema is an object's
