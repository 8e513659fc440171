import { z } from 'zod';
import type { Permission } from '../rights/permissions.js';
import { service } from '../service.js';
import { createRecord, Changed, updateRecord, deleteRecord, type RecordKind, RecordId } from './record.js';

interface RecordForm<S extends z.ZodType, F extends z.ZodRawShape> {
  readonly kind: RecordKind<S>;
  readonly permission: Permission;
  /** The fields of the form. */
  readonly fields: z.ZodObject<F>;
  /** The columns of these fields. */
  readonly toRow: (fields: z.output<z.ZodObject<F>>) => Readonly<Record<string, unknown>>;
  /** A summary of each use case, for the API description. */
  readonly summaries: Readonly<Record<'create' | 'update' | 'delete', string>>;
  /** The success message of each. */
  readonly messages: Readonly<Record<'create' | 'update' | 'delete', string>>;
}

/** The use cases that create, update and delete a record whose form equals its row. */
export function recordWrites<S extends z.ZodType, F extends z.ZodRawShape>(form: RecordForm<S, F>) {
  const { kind, fields, summaries, messages } = form;
  const write = { permission: form.permission, effect: 'write' } as const;
  const saved = z.object({ msg: z.string(), item: kind.schema });
  // the item has the type of its schema, which is generic here
  const toAnswer = (msg: string, item: unknown) => ({ msg, item }) as z.output<typeof saved>;
  return {
    create: service({
      ...write,
      summary: summaries.create,
      input: fields,
      output: saved,
      run: async (tx, input) => {
        const row = form.toRow(input);
        const item = await createRecord(tx, kind, (id) => tx.db(kind.table).insert({ id, ...row }));
        return toAnswer(messages.create, item);
      },
    }),
    update: service({
      ...write,
      summary: summaries.update,
      input: fields.extend(Changed.shape),
      output: saved,
      run: async (tx, input) => {
        const { id, revision, ...sent } = input as z.output<typeof Changed> & z.output<z.ZodObject<F>>;
        const row = form.toRow(sent as unknown as z.output<z.ZodObject<F>>); // the fields of the form, without those of `Changed`
        const item = await updateRecord(tx, kind, { id, revision }, () => tx.db(kind.table).where({ id }).update(row));
        return toAnswer(messages.update, item);
      },
    }),
    delete: service({
      ...write,
      summary: summaries.delete,
      input: RecordId,
      output: z.object({ msg: z.string() }),
      run: async (tx, { id }) => {
        await deleteRecord(tx, kind, id);
        return { msg: messages.delete };
      },
    }),
  };
}
