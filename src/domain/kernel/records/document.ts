import { isDeepStrictEqual } from 'node:util';
import { Model, type ModelClass, type PartialModelObject, snakeCaseMappers } from 'objection';
import { z } from 'zod';
import type { ActorCtx, WriteCtx } from '../context.js';
import { newId } from '../ids.js';
import { type Output, schemaFor } from '../service.js';
import type { Topic } from '../topics.js';
import { difference } from './record.js';
import { refuseStale } from './stale.js';
import { toKeys, pickFields } from '../objects.js';

/** The fields every document has when read. */
interface DocumentBase {
  readonly _id: string;
  readonly revision: number;
  readonly updatedBy: string | null;
  readonly status?: string;
}

/** The columns that every document has besides its own, for writing; `statusSince` only if it has a status. */
export class DocumentModel extends Model {
  static override columnNameMappers = snakeCaseMappers();
  declare id: string;
  declare revision: number;
  declare createdBy: string | null;
  declare createdAt: string;
  declare updatedAt: string;
  declare updatedBy: string | null;
  declare deletedAt: string | null;
}

type Fields = Readonly<Record<string, unknown>>;
type Row<M extends Model> = PartialModelObject<M>;

/**
 * A kind of document. Only one user at a time changes it, based on the revision they saw, and every change is
 * recorded in its history.
 */
export interface DocumentKind<D extends DocumentBase = DocumentBase, M extends DocumentModel = DocumentModel> {
  /** Its name in a conflict, `The invoice`. */
  readonly name: (document: D) => string;
  /** Its name in the history, `repair-invoice`. */
  readonly entity: string;
  /** The topic of events about such documents. */
  readonly topic: Topic;
  readonly model: ModelClass<M>;
  /** The whole document. Throws not-found, also for one outside the actor's scope. */
  readonly find: (ctx: ActorCtx, id: string) => Promise<D>;
  /** The schema for each audience. */
  readonly schema: Output;
  /** The document under the field names of `schema`, if it is read under different ones. */
  readonly view?: (ctx: ActorCtx, document: D) => unknown;
  /** The shop it belongs to; null for none. */
  readonly getShop: (document: D) => string | null;
  /** Whether its shop does not see it yet. Its changes are then published to the office only. */
  readonly isHiddenFromShop?: (document: D) => boolean;
  /** The fields that the history records. */
  readonly trace: (document: D) => Fields;
  /** The error to throw if the database refuses a row, for example because a number is already used. */
  readonly refusal?: (error: unknown, row: Partial<M>) => unknown;
}

/** The revision and status that a change is based on; if left out, the current ones. */
interface SeenVersion {
  readonly id: string;
  readonly revision?: number | undefined;
  readonly originalStatus?: string | undefined;
}

/** What else to do when writing a row. */
interface WriteExtras {
  /** Stores what belongs to the document besides its row, and notifies those concerned. */
  readonly store?: (id: string) => Promise<unknown>;
  /** What the history records besides the document's fields, such as a message. */
  readonly note?: Fields;
}

/** What a change does to a document. */
export interface DocumentEdit<M extends Model> extends WriteExtras {
  /** The name of the action in the history. */
  readonly action: string;
  readonly row: Row<M>;
  /** The fields to record in the history; by default those that differ. */
  readonly names?: readonly string[];
}

/** Finds a document in the actor's scope and locks it until the transaction ends. Throws not-found. */
export async function lockDocument<D extends DocumentBase, M extends DocumentModel>(
  tx: WriteCtx,
  kind: DocumentKind<D, M>,
  id: string,
): Promise<D> {
  await tx.db(kind.model.tableName).where({ id }).forUpdate().first('id');
  return kind.find(tx, id);
}

/** Adds a document under a new ID, records it in the history and publishes it; returns it as stored. */
export async function createDocument<D extends DocumentBase, M extends DocumentModel>(
  tx: WriteCtx,
  kind: DocumentKind<D, M>,
  row: Row<M>,
  { store, note }: WriteExtras = {},
): Promise<D> {
  const id = newId();
  const creation = { createdBy: tx.actor.id, createdAt: tx.clock.now().toISOString() };
  await refusing(kind, row, () => kind.model.query(tx.db).insert({ ...stamp(tx, row), ...creation, id }));
  await store?.(id);
  const document = await kind.find(tx, id);
  await record(tx, kind, document, { action: 'create', after: { ...kind.trace(document), ...note } });
  return document;
}

/**
 * Locks a document and changes it as `decide` returns. If that is null, nothing is published and `after` equals
 * `before`. Otherwise the revision is incremented, and the history records what differs. Throws not-found, and
 * stale-record with the current document and who changed it if the user saw an older version.
 */
export async function updateDocument<D extends DocumentBase, M extends DocumentModel>(
  tx: WriteCtx,
  kind: DocumentKind<D, M>,
  seen: SeenVersion,
  decide: (before: D) => Promise<DocumentEdit<M> | null> | DocumentEdit<M> | null,
): Promise<{ readonly before: D; readonly after: D }> {
  const before = await lockDocument(tx, kind, seen.id);
  const newer = () => findNewer(tx, kind, before);
  await refuseStale(seen.revision, before.revision, newer);
  await refuseStale(seen.originalStatus, before.status, newer);
  const change = await decide(before);
  if (!change) {
    tx.unchanged();
    return { before, after: before };
  }
  await patchDocument(tx, kind, before, change.row);
  await change.store?.(before._id);
  const after = await kind.find(tx, before._id);
  const [was, is] = [kind.trace(before), kind.trace(after)];
  const { action, note, names = differingNames(was, is) } = change;
  const only = (trace: Fields) => Object.fromEntries(names.map((name) => [name, trace[name]]));
  await record(tx, kind, after, { action, before: only(was), after: { ...only(is), ...note } }, before);
  return { before, after };
}

/** Deletes a locked document: its row stays, for exports and the history, which records its fields. */
export async function deleteDocument<D extends DocumentBase, M extends DocumentModel>(
  tx: WriteCtx,
  kind: DocumentKind<D, M>,
  document: D,
  note?: Fields,
): Promise<void> {
  await patchDocument(tx, kind, document, { deletedAt: tx.clock.now().toISOString() } as unknown as Row<M>); // every model has these columns
  await record(tx, kind, document, { action: 'delete', before: { ...kind.trace(document), ...note } });
}

/**
 * Writes the row of a locked document with user and time, and increments the revision. The caller records and
 * publishes the change.
 */
export async function patchDocument<D extends DocumentBase, M extends DocumentModel>(
  tx: WriteCtx,
  kind: Pick<DocumentKind<D, M>, 'model' | 'refusal'>,
  { _id, revision }: Pick<D, '_id' | 'revision'>,
  row: Row<M>,
): Promise<void> {
  const next = { ...stamp(tx, row), revision: revision + 1 };
  await refusing(kind, row, () => kind.model.query(tx.db).findById(_id).patch(next));
}

/** The given values that differ from the document's; null if none do. Undefined means unchanged. */
export function differing<D extends object, K extends keyof D>(
  document: D,
  values: { readonly [P in K]: D[P] | undefined },
): Partial<Pick<D, K>> | null {
  const names = toKeys<Readonly<Record<K & string, unknown>>>(values).filter(
    (name) => values[name] !== undefined && !isDeepStrictEqual(values[name], document[name]),
  );
  if (names.length === 0) return null;
  return pickFields<Partial<Pick<D, K>>, K>(values, names);
}

/** Adds user and time to a row; with a status, also the time of the status. */
function stamp<M extends DocumentModel>(tx: WriteCtx, row: Row<M>): Row<M> {
  const now = tx.clock.now().toISOString();
  const since = 'status' in row ? { statusSince: now } : {};
  return { ...row, ...since, updatedAt: now, updatedBy: tx.actor.name };
}

async function refusing<D extends DocumentBase, M extends DocumentModel>(
  { refusal }: Pick<DocumentKind<D, M>, 'refusal'>,
  row: Row<M>,
  write: () => PromiseLike<unknown>,
): Promise<void> {
  try {
    await write();
  } catch (error) {
    throw refusal ? refusal(error, row as Partial<M>) : error; // plain values, not SQL expressions
  }
}

async function findNewer<D extends DocumentBase, M extends DocumentModel>(
  tx: WriteCtx,
  kind: DocumentKind<D, M>,
  document: D,
) {
  const current = z.encode(schemaFor(kind.schema, tx), kind.view ? await kind.view(tx, document) : document);
  return { what: kind.name(document), by: document.updatedBy, current };
}

const stamps: ReadonlySet<string> = new Set(['revision', 'updatedAt', 'updatedBy']);

/** The fields that differ from before, ignoring who changed the document and when. */
const differingNames = (was: Fields, is: Fields): string[] =>
  Object.keys(difference(was, is).after).filter((name) => name in is && !stamps.has(name));

/** Records a change of a document in the history and publishes it, also to the shop that saw it before. */
async function record<D extends DocumentBase, M extends DocumentModel>(
  tx: WriteCtx,
  { entity, topic, getShop, isHiddenFromShop }: DocumentKind<D, M>,
  document: D,
  entry: { readonly action: string; readonly before?: Fields; readonly after?: Fields },
  before = document,
): Promise<void> {
  const id = document._id;
  const getSeeingShop = (one: D) => (isHiddenFromShop?.(one) ? null : getShop(one));
  await tx.audit({ ...entry, entity, id, shopId: getShop(document) });
  await tx.publish({ topic, shopIds: [getSeeingShop(before), getSeeingShop(document)], ids: [id] });
}
