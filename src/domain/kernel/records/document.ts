import { isDeepStrictEqual } from 'node:util';
import { Model, type ModelClass, type PartialModelObject, snakeCaseMappers } from 'objection';
import { z } from 'zod';
import type { ActorCtx, WriteCtx } from '../context.js';
import { newId } from '../ids.js';
import { type Output, schemaFor } from '../service.js';
import type { Topic } from '../topics.js';
import { difference } from './record.js';
import { refuseStale } from './stale.js';
import { keysOf, picked } from '../objects.js';

/** The fields every document has as it is read. */
interface DocumentBase {
  readonly _id: string;
  readonly revision: number;
  readonly updatedBy: string | null;
  readonly status?: string;
}

/** The columns every document has beside its own, for writing; `statusSince` where it has a status. */
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

/** A kind of document: what one person at a time changes, from a revision they saw, and every change of which is history. */
export interface DocumentKind<D extends DocumentBase = DocumentBase, M extends DocumentModel = DocumentModel> {
  /** As a conflict calls it, `The invoice`. */
  readonly name: (document: D) => string;
  /** As the trail calls it, `repair-invoice`. */
  readonly entity: string;
  /** What those who see such documents listen to. */
  readonly topic: Topic;
  readonly model: ModelClass<M>;
  /** The whole document, of the actor's scope; another shop's does not exist. Throws not-found. */
  readonly find: (ctx: ActorCtx, id: string) => Promise<D>;
  /** As each audience reads it. */
  readonly schema: Output;
  /** The document in the names of `schema`, where it is not read in them. */
  readonly view?: (ctx: ActorCtx, document: D) => unknown;
  /** The shop it belongs to; null for none. */
  readonly shopOf: (document: D) => string | null;
  /** What the trail keeps of it. */
  readonly trace: (document: D) => Fields;
  /** Whether a deleted one stays in the books; each does by default. */
  readonly staysDeleted?: (document: D) => boolean;
  /** What to throw where the database refuses a row, such as a number that is taken. */
  readonly refusal?: (error: unknown, row: Partial<M>) => unknown;
}

/** What a change starts from: the revision that was seen, and the status; where they are left out, the document as it is now. */
interface Seen {
  readonly id: string;
  readonly revision?: number | undefined;
  readonly originalStatus?: string | undefined;
}

/** What goes with a row that is written. */
interface Besides {
  /** Stores what belongs to the document beside its row, and informs whom it concerns. */
  readonly store?: (id: string) => Promise<unknown>;
  /** What the trail says besides the document's fields, such as a message. */
  readonly note?: Fields;
}

/** What a change does to a document. */
export interface Change<M extends Model> extends Besides {
  /** As the trail calls it. */
  readonly action: string;
  readonly row: Row<M>;
  /** The fields the trail names; those that differ by default. */
  readonly names?: readonly string[];
}

/** A document of the actor's scope, locked until the transaction ends. Throws not-found. */
export async function lockDocument<D extends DocumentBase, M extends DocumentModel>(
  tx: WriteCtx,
  kind: DocumentKind<D, M>,
  id: string,
): Promise<D> {
  await tx.db(kind.model.tableName).where({ id }).forUpdate().first('id');
  return kind.find(tx, id);
}

/** Adds a document under a new id. Tells the trail and the listeners; answers it as it is stored. */
export async function createDocument<D extends DocumentBase, M extends DocumentModel>(
  tx: WriteCtx,
  kind: DocumentKind<D, M>,
  row: Row<M>,
  { store, note }: Besides = {},
): Promise<D> {
  const id = newId();
  const made = { createdBy: tx.actor.id, createdAt: tx.clock.now().toISOString() };
  await refusing(kind, row, () => kind.model.query(tx.db).insert({ ...stamped(tx, row), ...made, id }));
  await store?.(id);
  const document = await kind.find(tx, id);
  await record(tx, kind, document, { action: 'create', after: { ...kind.trace(document), ...note } });
  return document;
}

/**
 * Locks a document and changes it as `decide` returns. If that is null, nothing is published and `after` is `before`.
 * Else the revision goes up by one, and the trail keeps what differs. Throws not-found, and stale-record with the document
 * as it is now and who changed it when that is not what was seen.
 */
export async function changeDocument<D extends DocumentBase, M extends DocumentModel>(
  tx: WriteCtx,
  kind: DocumentKind<D, M>,
  seen: Seen,
  decide: (before: D) => Promise<Change<M> | null> | Change<M> | null,
): Promise<{ readonly before: D; readonly after: D }> {
  const before = await lockDocument(tx, kind, seen.id);
  const newer = () => newerOf(tx, kind, before);
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
  await record(tx, kind, after, { action, before: only(was), after: { ...only(is), ...note } }, kind.shopOf(before));
  return { before, after };
}

/** Deletes a locked document. The trail keeps what it was. */
export async function deleteDocument<D extends DocumentBase, M extends DocumentModel>(
  tx: WriteCtx,
  kind: DocumentKind<D, M>,
  document: D,
  note?: Fields,
): Promise<void> {
  if (kind.staysDeleted?.(document) ?? true) {
    await patchDocument(tx, kind, document, { deletedAt: tx.clock.now().toISOString() } as unknown as Row<M>); // each model has it
  } else await kind.model.query(tx.db).deleteById(document._id);
  await record(tx, kind, document, { action: 'delete', before: { ...kind.trace(document), ...note } });
}

/** Writes the row of a locked document, with who and when; the revision goes up by one. The caller audits and publishes it. */
export async function patchDocument<D extends DocumentBase, M extends DocumentModel>(
  tx: WriteCtx,
  kind: Pick<DocumentKind<D, M>, 'model' | 'refusal'>,
  { _id, revision }: Pick<D, '_id' | 'revision'>,
  row: Row<M>,
): Promise<void> {
  const next = { ...stamped(tx, row), revision: revision + 1 };
  await refusing(kind, row, () => kind.model.query(tx.db).findById(_id).patch(next));
}

/** Those of the given values that are not what a document has, null where it has all; undefined ones leave it as it is. */
export function differing<D extends object, K extends keyof D>(
  document: D,
  given: { readonly [P in K]: D[P] | undefined },
): Partial<Pick<D, K>> | null {
  const names = keysOf<Readonly<Record<K & string, unknown>>>(given).filter(
    (name) => given[name] !== undefined && !isDeepStrictEqual(given[name], document[name]),
  );
  if (names.length === 0) return null;
  return picked<Partial<Pick<D, K>>, K>(given, names);
}

/** A row with who writes it when; a status with since when it is. */
function stamped<M extends DocumentModel>(tx: WriteCtx, row: Row<M>): Row<M> {
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
    throw refusal ? refusal(error, row as Partial<M>) : error; // values, never SQL
  }
}

async function newerOf<D extends DocumentBase, M extends DocumentModel>(
  tx: WriteCtx,
  kind: DocumentKind<D, M>,
  document: D,
) {
  const current = z.encode(schemaFor(kind.schema, tx), kind.view ? await kind.view(tx, document) : document);
  return { what: kind.name(document), by: document.updatedBy, current };
}

const stamps: ReadonlySet<string> = new Set(['revision', 'updatedAt', 'updatedBy']);

/** The fields a document has that differ from before; when it was changed and by whom do not count. */
const differingNames = (was: Fields, is: Fields): string[] =>
  Object.keys(difference(was, is).after).filter((name) => name in is && !stamps.has(name));

/** Tells the trail and the listeners of a document, those of the shop it had before, too. */
async function record<D extends DocumentBase, M extends DocumentModel>(
  tx: WriteCtx,
  { entity, topic, shopOf }: DocumentKind<D, M>,
  document: D,
  entry: { readonly action: string; readonly before?: Fields; readonly after?: Fields },
  shopBefore = shopOf(document),
): Promise<void> {
  const about = { id: document._id, shopId: shopOf(document) };
  await tx.audit({ ...entry, entity, ...about });
  await tx.publish({ topic, shopIds: [shopBefore, about.shopId], ids: [about.id] });
}
