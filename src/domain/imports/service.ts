import type { Knex } from 'knex';
import { z } from 'zod';
import { type ActorCtx, scopeOf, type WriteCtx } from '../context.js';
import { DomainError, notFound } from '../errors.js';
import { told } from '../records/record.js';
import { service } from '../service.js';
import { kindNamed } from './kinds.js';
import { blockersOf, restoreVersions } from './undo-versions.js';

const ORDERS = 'orders';

/** How many rows: of orders new, replaced, kept, skipped and refused; of other kinds new, changed, unchanged and refused. */
const Counts = z.record(z.string(), z.int());
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
/** What keeps an import from being undone: an order by its id, or a row of a sheet. */
const InTheWay = z.object({ _id: z.uuid().nullable(), name: z.string(), why: z.string() });
const ShownImport = ImportRow.extend({ report: z.array(ReportRow), inTheWay: z.array(InTheWay) });
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
    const { n } = (await ofActor(ctx).count({ n: '*' }).first()) as { n: number };
    const items = (await ofActor(ctx)
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
  output: ShownImport,
  run: async (ctx, { id }) => {
    const found = (await ofActor(ctx)
      .where({ id })
      .first({ ...columns, report: 'report' })) as z.output<typeof ShownImport> | undefined;
    if (!found) throw notFound('Import');
    const report = Array.isArray(found.report) ? found.report : []; // the rows of other kinds are asked for by the page
    return { ...found, report, inTheWay: found.undoneAt ? [] : await inTheWay(ctx.db, found) };
  },
});

/** The applied imports that an actor may know of: to a shop its own. */
function ofActor(ctx: ActorCtx) {
  const own = scopeOf(ctx.actor);
  const query = ctx.db('imports').where({ staged: false });
  return own === null ? query : query.where({ shop_id: own });
}

const inTheWay = async (
  db: Knex,
  { _id, kind }: { _id: string; kind: string },
): Promise<z.output<typeof InTheWay>[]> =>
  kind === ORDERS
    ? ordersInTheWay(db, _id)
    : ((await kindNamed(kind)?.inTheWay?.(db, _id)) ??
      (await blockersOf(db, _id)).map(({ sheet, row, name, why }) => ({
        _id: null,
        name: `${name} (sheet "${sheet}", row ${row})`,
        why,
      })));

export const undoImport = service({
  summary: 'Take an import back while nothing of it was changed since: what it added goes, what it changed returns',
  permission: 'imports.undo',
  effect: 'write',
  input: ById,
  output: z.object({ msg: z.string(), deleted: z.int(), restored: z.int() }),
  run: async (ctx, { id }) => {
    const found = (await ofActor(ctx).where({ id }).forUpdate().first({
      _id: 'id',
      kind: 'kind',
      fileName: 'file_name',
      before: 'before',
      undoneBy: 'undone_by',
      actorId: 'actor_id',
    })) as UndoneImport | undefined;
    if (!found) throw notFound('Import');
    const isOwn = found.actorId !== null && found.actorId === ctx.actor.id;
    if (!isOwn && ctx.actor.role !== 'Office Admin') throw new DomainError('permission-denied', undefined);
    if (found.undoneBy) throw new DomainError('import-not-undoable', { why: `${found.undoneBy} undid it already` });
    const { deleted, restored } = await (found.kind === ORDERS ? undoOrders(ctx, found) : undoCatalogue(ctx, found));
    await ctx.db('imports').where({ id }).update({ undone_at: ctx.clock.now(), undone_by: ctx.actor.name });
    await ctx.audit({
      action: 'undo import',
      entity: 'import',
      id,
      before: { file: found.fileName, deleted },
      after: { restored },
    });
    const [one, many] = found.kind === ORDERS ? ['order', 'orders'] : ['row', 'rows'];
    return {
      msg: `${found.fileName} is undone: ${deleted} ${deleted === 1 ? one : many} deleted, ${restored} restored.`,
      deleted,
      restored,
    };
  },
});

interface UndoneImport {
  readonly _id: string;
  readonly kind: string;
  readonly fileName: string;
  readonly before: Record<string, unknown[]> | null;
  readonly undoneBy: string | null;
  readonly actorId: string | null;
}

async function undoOrders(ctx: WriteCtx, { _id: id, before }: UndoneImport) {
  await ctx.db('orders').where({ import_id: id }).forUpdate().select('id').orderBy('id');
  refuseBlocked(await ordersInTheWay(ctx.db, id));
  const deleted = (await ctx.db('orders').where({ import_id: id }).delete().returning('id')) as { id: string }[];
  const restored = await restoreOrders(ctx.db, before);
  await ctx.publish({ topic: 'orders', shopIds: [null] });
  return { deleted: deleted.length, restored };
}

async function undoCatalogue(ctx: WriteCtx, { _id: id, kind }: UndoneImport) {
  const { tables = [], undo } = kindNamed(kind) ?? {};
  for (const table of tables) await ctx.db.raw('lock table ?? in share row exclusive mode', [table]);
  refuseBlocked(await inTheWay(ctx.db, { _id: id, kind }));
  const done = await (undo ? undo(ctx, id) : restoreVersions(ctx.db, id));
  await told(ctx);
  return done;
}

function refuseBlocked([blocker, ...others]: z.output<typeof InTheWay>[]): void {
  if (!blocker) return;
  const more = others.length > 0 ? ` (and ${others.length} more)` : '';
  throw new DomainError('import-not-undoable', { why: `${blocker.name} ${blocker.why}${more}` });
}

/** The orders of an import that somebody has worked on since, and how. */
async function ordersInTheWay(db: Knex, id: string): Promise<z.output<typeof InTheWay>[]> {
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
    name: `order ${serialNumber}`,
    why: status === 'New' ? `was changed by ${by ?? 'somebody'}` : `is ${status}`,
  }));
}

const generated: ReadonlySet<string> = new Set(['sqft', 'open_alerts']);

/** Puts back the rows that the import took out, as they were. */
async function restoreOrders(db: Knex, before: Record<string, unknown[]> | null): Promise<number> {
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
