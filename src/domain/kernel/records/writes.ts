import { z } from 'zod';
import type { ActorCtx, WriteCtx } from '../context.js';
import type { Permission } from '../rights/permissions.js';
import { type SchemaOf, service } from '../service.js';
import {
  createRecord,
  deleteRecord,
  Deletion,
  findOwnRecord,
  type StoredRecord,
  previewDeletion,
  RecordId,
  type RecordKind,
  updateRecord,
} from './record.js';

interface Use<K> {
  readonly kind: K;
  readonly permission: Permission;
  /** What the use case does, for the API description. */
  readonly summary: string;
}

interface Save<S extends z.ZodType, I extends z.ZodType> extends Use<RecordKind<S>> {
  /** What a form sends. */
  readonly input: I;
  /** The success message; may name the record. */
  readonly msg: string | ((item: StoredRecord<S>) => string);
}

/** What saving a record answers: the message, and the record as stored. */
const getSaved = <S extends z.ZodType>({ schema }: RecordKind<S>) => z.object({ msg: z.string(), item: schema });

function toSaved<S extends z.ZodType>({ msg }: Pick<Save<S, z.ZodType>, 'msg'>, item: StoredRecord<S>) {
  const answer = { msg: typeof msg === 'string' ? msg : msg(item), item };
  return answer as z.output<ReturnType<typeof getSaved<S>>>; // the item is that of its schema, which is open here
}

/** The use case that gets one record of a kind. Throws not-found for another shop's record. */
export const serviceToGet = <S extends z.ZodType>({ kind, ...use }: Use<RecordKind<S>>) =>
  service({
    ...use,
    effect: 'read',
    input: RecordId,
    output: kind.schema,
    // the record is that of its schema, which is open here
    run: async (ctx, { id }) => (await findOwnRecord(ctx, kind, id)) as z.output<SchemaOf<S>>,
  });

/** The use case that adds a record: `write` inserts it under the given ID, with everything that belongs to it. */
export const serviceToCreate = <S extends z.ZodType, I extends z.ZodType>({
  kind,
  msg,
  write,
  ...use
}: Save<S, I> & { readonly write: (tx: WriteCtx, id: string, fields: z.output<I>) => PromiseLike<unknown> }) =>
  service({
    ...use,
    effect: 'write',
    output: getSaved(kind),
    run: async (tx, fields) => toSaved({ msg }, await createRecord(tx, kind, (id) => write(tx, id, fields))),
  });

/** The use case that changes a record: `write` stores the fields. It refuses a revision that is not the one stored. */
export const serviceToUpdate = <
  S extends z.ZodType,
  I extends z.ZodType<{ readonly id: string; readonly revision?: number | undefined }>,
>({
  kind,
  msg,
  write,
  ...use
}: Save<S, I> & {
  readonly write: (
    tx: WriteCtx,
    id: string,
    fields: Omit<z.output<I>, 'id' | 'revision'>,
    before: StoredRecord<S>,
  ) => PromiseLike<unknown>;
}) =>
  service({
    ...use,
    effect: 'write',
    output: getSaved(kind),
    run: async (tx, { id, revision, ...fields }) =>
      toSaved({ msg }, await updateRecord(tx, kind, { id, revision }, (before) => write(tx, id, fields, before))),
  });

/** The use case that previews the consequences of deleting a record. */
export const serviceToPreviewDeletion = ({ kind, ...use }: Use<RecordKind>) =>
  service({
    ...use,
    effect: 'read',
    input: RecordId,
    output: Deletion,
    run: (ctx, { id }) => previewDeletion(ctx, kind, id),
  });

/** The use case that deletes a record, unless it is in use. */
export const serviceToDelete = <S extends z.ZodType>({
  kind,
  msg,
  ...use
}: Use<RecordKind<S> | ((ctx: ActorCtx) => RecordKind<S>)> & { readonly msg: string }) =>
  service({
    ...use,
    effect: 'write',
    input: RecordId,
    output: z.object({ msg: z.string() }),
    run: async (tx, { id }) => {
      await deleteRecord(tx, typeof kind === 'function' ? kind(tx) : kind, id);
      return { msg };
    },
  });
