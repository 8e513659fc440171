import type { Knex } from 'knex';
import { z } from 'zod';
import { type Actor, getScope, type WriteCtx } from '../context.js';
import { databaseError } from '../database/errors.js';
import { DomainError, invalid, notFound } from '../errors.js';
import { newId } from '../ids.js';
import { keepPlan } from '../database/kept-plan.js';
import { queryRows } from '../database/rows.js';
import { lastActor, refuseStale } from './stale.js';
import { findUses, type Use } from './uses.js';
import type { Topic } from '../topics.js';
import { Id } from './fields.js';

/** The fields every such record has. */
export interface RecordBase {
  readonly _id: string;
  readonly revision: number;
}

/**
 * A kind of record that users add, change and delete. Lists, forms, conflicts and the history all read it the same
 * way.
 */
export interface RecordKind<S extends z.ZodType = z.ZodType> {
  /** Its display name, `Component category`. */
  readonly what: string;
  /** Its name in the history, `component-category`. */
  readonly entity: string;
  readonly table: string;
  readonly schema: S;
  /** The records with these IDs, including everything that belongs to them, without missing ones. */
  readonly find: (db: Knex, ids: string[]) => Promise<z.output<S>[]>;
  /** The uses that prevent deletion. */
  readonly uses: readonly Use[];
  /** The fields that cannot change while there are uses, because these depend on them. */
  readonly fixedInUse?: readonly string[];
  /** What is deleted together with it. */
  readonly parts?: readonly Use[];
  /**
   * The topic under which a write is published to the record's shop and the office; by default `catalogue`, to
   * everyone.
   */
  readonly topic?: Topic;
  /** Publishes to the screens that show such records, if the topic alone does not decide. */
  readonly publish?: (tx: WriteCtx, record: z.output<S>) => Promise<void>;
  /** The shop a record belongs to, null for the company. For other shops it does not exist. */
  readonly getShop?: (record: z.output<S>) => string | null;
  /** What the history records of a record; all of it by default. */
  readonly trace?: (record: z.output<S>) => Fields;
}

export type StoredRecord<S extends z.ZodType> = z.output<S> & RecordBase;

/** What a write is based on: the revision the user saw; if left out, the current record. */
export const RecordVersion = z.object({ id: Id, revision: z.int().optional() });
export const RecordId = z.object({ id: Id });

/** One record of a kind. Throws not-found. */
export async function findRecord<S extends z.ZodType>(
  db: Knex,
  kind: RecordKind<S>,
  id: string,
): Promise<StoredRecord<S>> {
  const [row] = await kind.find(db, [id]);
  if (!row) throw notFound(kind.what);
  return row as StoredRecord<S>; // every record has the base's fields
}

/** One record of a kind that belongs to shops. Throws not-found, also for another shop's record. */
export async function findOwnRecord<S extends z.ZodType>(
  { db, actor }: { readonly db: Knex; readonly actor: Actor },
  kind: RecordKind<S>,
  id: string,
): Promise<StoredRecord<S>> {
  const record = await findRecord(db, kind, id);
  const scope = getScope(actor);
  if (scope !== null && kind.getShop && kind.getShop(record) !== scope) throw notFound(kind.what);
  return record;
}

/**
 * Adds a record, which `write` inserts under the given ID. Records it in the history and publishes it; returns it as
 * stored.
 */
export async function createRecord<S extends z.ZodType>(
  tx: WriteCtx,
  kind: RecordKind<S>,
  write: (id: string) => PromiseLike<unknown>,
  id = newId(),
): Promise<StoredRecord<S>> {
  await writeOrRefuse(kind, () => write(id));
  const item = await findRecord(tx.db, kind, id);
  await tx.audit({ action: 'add', ...about(kind, item), after: toTrace(kind, item) });
  await publishRecord(tx, kind, item);
  return item;
}

/** Records in the history that rows inserted together are new records. The caller publishes them. */
export async function traceAdded<S extends z.ZodType>(
  tx: WriteCtx,
  kind: RecordKind<S>,
  ids: readonly string[],
): Promise<void> {
  const items = await queryRows<StoredRecord<S>>(kind.find(tx.db, [...ids])); // every record has the base's fields
  await tx.audit(items.map((item) => ({ action: 'add', ...about(kind, item), after: toTrace(kind, item) })));
}

/**
 * Changes a record with `write`. If it is unchanged afterward, nothing is published. Otherwise the revision is
 * incremented, and the history records what differs (for a shop, if one is given). Throws not-found, stale-record
 * with the newer record if `revision` is not the stored one, and invalid-input if a field that is fixed in use changed.
 */
export async function updateRecord<S extends z.ZodType>(
  tx: WriteCtx,
  kind: RecordKind<S>,
  { id, revision, shopId }: z.output<typeof RecordVersion> & { readonly shopId?: string },
  write: (before: StoredRecord<S>) => PromiseLike<unknown>,
): Promise<StoredRecord<S>> {
  const before = await lockRecord(tx, kind, id);
  await refuseStale(revision, before.revision, async () => ({
    what: formatName(kind, before),
    by: await lastActor(tx.db, id),
    current: wire(kind, before),
  }));
  const uses = kind.fixedInUse ? await findUses(tx.db, kind.uses, id) : []; // the write may leave them
  await writeOrRefuse(kind, () => write(before));
  const storedRecord = await findRecord(tx.db, kind, id);
  if (uses.length > 0) refuseFixed(kind, before, storedRecord, uses);
  if (isSame(kind, before, storedRecord)) {
    tx.unchanged();
    return before;
  }
  const counted = tx.db(kind.table).where({ id }).update({ updated_at: tx.clock.now() }).increment('revision', 1);
  await keepPlan(counted, `count change ${kind.table}`);
  const after = { ...storedRecord, revision: storedRecord.revision + 1 };
  const changes = difference(toTrace(kind, before), toTrace(kind, after));
  await tx.audit({ action: 'change', ...about(kind, after), ...(shopId ? { shopId } : {}), ...changes });
  await publishRecord(tx, kind, after);
  return after;
}

/** Deletes a record. Throws with a list of its uses if it has any. The history records its fields. */
export async function deleteRecord<S extends z.ZodType>(tx: WriteCtx, kind: RecordKind<S>, id: string): Promise<void> {
  const before = await lockRecord(tx, kind, id);
  const uses = await findUses(tx.db, kind.uses, id);
  if (uses.length > 0) throw new DomainError('in-use', { what: formatName(kind, before), by: uses });
  await tx.db(kind.table).where({ id }).delete();
  await tx.audit({ action: 'delete', ...about(kind, before), before: toTrace(kind, before) });
  await publishRecord(tx, kind, before);
}

/** The consequences of a deletion, as texts: the uses that prevent it, and what is deleted with the record. */
export const Deletion = z.object({ usedBy: z.array(z.string()), goesWith: z.array(z.string()) });

/** Previews deleting a record in the actor's scope, without deleting anything. */
export async function previewDeletion<S extends z.ZodType>(
  ctx: { readonly db: Knex; readonly actor: Actor },
  kind: RecordKind<S>,
  id: string,
): Promise<z.output<typeof Deletion>> {
  await findOwnRecord(ctx, kind, id);
  const goesWith = await findUses(ctx.db, kind.parts ?? [], id);
  return { usedBy: await findUses(ctx.db, kind.uses, id), goesWith };
}

/** Replaces an owner's rows, in the given order. */
export async function replaceRows(
  db: Knex,
  table: string,
  owner: Readonly<Record<string, string | null>>,
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<void> {
  await db(table).where(owner).delete();
  if (rows.length > 0) await db(table).insert(rows.map((row) => ({ ...row, ...owner })));
}

/**
 * Runs a write. Throws invalid-input at its field for a name that is already used and for a reference to a record
 * that does not exist.
 */
export async function writeOrRefuse<T>(kind: Pick<RecordKind, 'what'>, write: () => PromiseLike<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    throw refusal(kind, error);
  }
}

function refusal(kind: Pick<RecordKind, 'what'>, error: unknown): unknown {
  const { code, constraint, table } = databaseError(error);
  if (code === '23505') {
    const isSize = constraint.endsWith('_size');
    return isSize
      ? invalid('width', `${kind.what}: this size already exists`)
      : invalid('name', `${kind.what}: this name already exists`);
  }
  if (code !== '23503') return error;
  const column = constraint.replace(`${table}_`, '').replace(/_fkey$/, '');
  return invalid(camel(column.replace(/_id$/, '')), 'does not exist');
}

const camel = (snake: string): string => snake.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

async function lockRecord<S extends z.ZodType>(
  tx: WriteCtx,
  kind: RecordKind<S>,
  id: string,
): Promise<StoredRecord<S>> {
  const row: unknown = await keepPlan(tx.db(kind.table).where({ id }).forUpdate().first('id'), `lock ${kind.table}`);
  if (!row) throw notFound(kind.what);
  return findOwnRecord(tx, kind, id);
}

/** Makes the catalogue screens of all users load again. */
export const publishCatalogue = (tx: WriteCtx): Promise<void> => tx.publish({ topic: 'catalogue', shopIds: [null] });

async function publishRecord<S extends z.ZodType>(
  tx: WriteCtx,
  kind: RecordKind<S>,
  record: StoredRecord<S>,
): Promise<void> {
  const { topic, getShop } = kind;
  if (kind.publish) await kind.publish(tx, record);
  else if (topic) await tx.publish({ topic, shopIds: [getShop?.(record) ?? null], ids: [record._id] });
  else await publishCatalogue(tx);
}

const formatName = (kind: Pick<RecordKind, 'what'>, record: RecordBase & { readonly name?: unknown }): string =>
  typeof record.name === 'string' ? `${kind.what} "${record.name}"` : kind.what;

type Fields = Readonly<Record<string, unknown>>;
const wire = <S extends z.ZodType>(kind: RecordKind<S>, record: StoredRecord<S>): Fields =>
  z.encode(kind.schema, record) as Fields; // the schemas of records are objects
const toTrace = <S extends z.ZodType>(kind: RecordKind<S>, record: StoredRecord<S>): Fields =>
  kind.trace ? kind.trace(record) : wire(kind, record);
const about = <S extends z.ZodType>({ entity, getShop }: RecordKind<S>, record: StoredRecord<S>) => ({
  entity,
  id: record._id,
  ...(getShop ? { shopId: getShop(record) } : {}),
});

function refuseFixed<S extends z.ZodType>(
  kind: RecordKind<S>,
  before: StoredRecord<S>,
  after: StoredRecord<S>,
  uses: readonly string[],
): void {
  const changes = difference(wire(kind, before), wire(kind, after)).after;
  const field = kind.fixedInUse?.find((name) => name in changes);
  if (field) throw invalid(field, `cannot be changed: it is used by ${uses.join(', ')}`);
}

/** Whether a write left a record unchanged. */
function isSame<S extends z.ZodType>(kind: RecordKind<S>, before: StoredRecord<S>, after: StoredRecord<S>): boolean {
  const changes = [
    difference(wire(kind, before), wire(kind, after)),
    difference(toTrace(kind, before), toTrace(kind, after)),
  ];
  return changes.every(({ after: fields }) => Object.keys(fields).length === 0);
}

/** The fields that differ, before and after. */
export function difference(before: Fields, after: Fields): { before: Fields; after: Fields } {
  const names = Object.keys({ ...before, ...after }).filter(
    (name) => name !== 'revision' && JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  const only = (of: Fields) => Object.fromEntries(names.map((name) => [name, of[name]]));
  return { before: only(before), after: only(after) };
}
