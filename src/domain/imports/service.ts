import type { Knex } from 'knex';
import { z } from 'zod';
import { DomainError, notFound } from '../errors.js';
import { service } from '../service.js';

const Counts = z.object({ new: z.int(), replaced: z.int(), kept: z.int(), skipped: z.int(), refused: z.int() });
const ImportRow = z.object({
  _id: z.uuid(),
  kind: z.string(),
  fileName: z.string(),
  sha256: z.string(),
  by: z.string(),
  at: z.string(),
  counts: Counts,
  undoneAt: z.string().nullable(),
  undoneBy: z.string().nullable(),
});
const ReportRow = z.object({
  index: z.int(),
  serialNumber: z.string().nullable(),
  state: z.string(),
  reason: z.string(),
});
const InTheWay = z.object({ _id: z.uuid(), serialNumber: z.string(), why: z.string() });
const Import = ImportRow.extend({ report: z.array(ReportRow), inTheWay: z.array(InTheWay) });
const ById = z.object({ id: z.uuid('is no id') });

const columns = {
  _id: 'id',
  kind: 'kind',
  fileName: 'file_name',
  sha256: 'sha256',
  by: 'actor_name',
  at: 'at',
  counts: 'counts',
  undoneAt: 'undone_at',
  undoneBy: 'undone_by',
};

export const listImports = service({
  summary: 'What was imported, newest first',
  permission: 'imports.read',
  effect: 'read',
  input: z.object({
    page: z.coerce.number().int().min(1).max(100_000).default(1),
    size: z.coerce.number().int().min(1).max(500).default(50),
  }),
  output: z.object({ items: z.array(ImportRow), total: z.int() }),
  run: async (ctx, { page, size }) => {
    const { n } = (await ctx.db('imports').count({ n: '*' }).first()) as { n: number };
    const items = (await ctx
      .db('imports')
      .select(columns)
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(size)
      .offset((page - 1) * size)) as z.output<typeof ImportRow>[];
    return { items, total: n };
  },
});

export const getImport = service({
  summary: 'One import: its counts, its skipped and refused rows, and what stands in the way of undoing it',
  permission: 'imports.read',
  effect: 'read',
  input: ById,
  output: Import,
  run: async (ctx, { id }) => {
    const found = (await ctx
      .db('imports')
      .where({ id })
      .first({ ...columns, report: 'report' })) as z.output<typeof Import> | undefined;
    if (!found) throw notFound('Import');
    return { ...found, inTheWay: found.undoneAt ? [] : await findInTheWay(ctx.db, id) };
  },
});

export const undoImport = service({
  summary: 'Take an import back while none of its orders was changed: its orders go, those it replaced return',
  permission: 'imports.undo',
  effect: 'write',
  input: ById,
  output: z.object({ msg: z.string(), deleted: z.int(), restored: z.int() }),
  run: async (ctx, { id }) => {
    const found = (await ctx
      .db('imports')
      .where({ id })
      .forUpdate()
      .first('file_name', 'before', 'undone_at', 'undone_by', 'actor_id')) as
      | {
          file_name: string;
          before: Record<string, unknown[]> | null;
          undone_at: string | null;
          undone_by: string | null;
          actor_id: string | null;
        }
      | undefined;
    if (!found) throw notFound('Import');
    const isOwn = found.actor_id !== null && found.actor_id === ctx.actor.id;
    if (!isOwn && ctx.actor.role !== 'Office Admin') throw new DomainError('permission-denied', undefined);
    if (found.undone_at) throw new DomainError('import-not-undoable', { why: `${found.undone_by} undid it already` });
    await ctx.db('orders').where({ import_id: id }).forUpdate().select('id').orderBy('id');
    const [blocker, ...others] = await findInTheWay(ctx.db, id);
    if (blocker)
      throw new DomainError('import-not-undoable', {
        why: `order ${blocker.serialNumber} ${blocker.why}${others.length ? ` (and ${others.length} more)` : ''}`,
      });
    const deleted = (await ctx.db('orders').where({ import_id: id }).delete().returning('id')) as { id: string }[];
    const restored = await restore(ctx.db, found.before);
    await ctx.db('imports').where({ id }).update({ undone_at: ctx.clock.now(), undone_by: ctx.actor.name });
    await ctx.audit({
      action: 'undo import',
      entity: 'import',
      id,
      before: { file: found.file_name, orders: deleted.length },
      after: { restored },
    });
    await ctx.publish({ topic: 'orders', shopIds: [null] });
    return {
      msg: `${found.file_name} is undone: ${deleted.length} orders are deleted, ${restored} restored.`,
      deleted: deleted.length,
      restored,
    };
  },
});

/** The orders of an import that somebody has worked on since, and how. */
async function findInTheWay(db: Knex, id: string): Promise<z.output<typeof InTheWay>[]> {
  const rows = (await db('orders')
    .where({ import_id: id })
    .andWhere((q) => void q.where('revision', '>', 1).orWhereNot('status', 'New'))
    .orderBy('id')
    .limit(500)
    .select({ _id: 'id', serialNumber: 'serial_number', status: 'status', by: 'updated_by' })) as {
    _id: string;
    serialNumber: string;
    status: string;
    by: string | null;
  }[];
  return rows.map(({ _id, serialNumber, status, by }) => ({
    _id,
    serialNumber,
    why: status === 'New' ? `was changed by ${by ?? 'somebody'}` : `is ${status}`,
  }));
}

const generated: ReadonlySet<string> = new Set(['sqft', 'open_alerts']);

/** Puts back the rows that the import took out, as they were. */
async function restore(db: Knex, before: Record<string, unknown[]> | null): Promise<number> {
  if (!before) return 0;
  for (const table of ['orders', 'order_lines', 'order_sources']) {
    const [first] = (before[table] ?? []) as Record<string, unknown>[];
    if (!first) continue;
    const names = Object.keys(first)
      .filter((name) => !generated.has(name))
      .map((name) => `"${name}"`)
      .join(', ');
    await db.raw(`insert into ?? (${names}) select ${names} from json_populate_recordset(null::??, ?)`, [
      table,
      table,
      JSON.stringify(before[table]),
    ]);
  }
  return before['orders']?.length ?? 0;
}
