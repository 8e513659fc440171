import type { Knex } from 'knex';
import { z } from 'zod';
import { type ActorCtx, scopeOf, type WriteCtx } from '../kernel/context.js';
import { DomainError, notFound } from '../kernel/errors.js';
import { publishCatalogue } from '../kernel/records/record.js';
import { service } from '../kernel/service.js';
import { SHED_PARTS } from '../catalogue/sheds/across-service.js';
import { takenRefusal, takeTime } from './apply.js';
import { kindNamed } from './kinds.js';
import { moveBack } from '../stock/movements.js';
import { blockersOf, restoreVersions } from './undo-versions.js';
import { plural } from '../kernel/text/plural.js';

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
const ShownImport = ImportRow.extend({
  report: z.array(ReportRow),
  /** Whether its rows are asked for by the page: it came through the workbench. */
  paged: z.boolean(),
  inTheWay: z.array(InTheWay),
});
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
      .first({ ...columns, report: 'report', paged: ctx.db.raw(`layout <> '[]'`) })) as
      z.output<typeof ShownImport> | undefined;
    if (!found) throw notFound('Import');
    const report = Array.isArray(found.report) ? found.report : []; // those of the workbench are asked for by the page
    return { ...found, report, inTheWay: found.undoneAt ? [] : await inTheWay(ctx.db, found) };
  },
});

/** The applied imports that an actor may know of: to a shop its own. */
function ofActor(ctx: ActorCtx) {
  const own = scopeOf(ctx.actor);
  const query = ctx.db('imports').where({ staged: false });
  return own === null ? query : query.where({ shop_id: own });
}

const inTheWay = async (db: Knex, { _id, kind }: { _id: string; kind: string }): Promise<z.output<typeof InTheWay>[]> =>
  (await kindNamed(kind)?.inTheWay?.(db, _id)) ??
  (await blockersOf(db, _id)).map(({ sheet, row, name, why }) => ({
    _id: null,
    name: sheet === null ? name : `${name} (sheet "${sheet}", row ${row})`,
    why,
  }));

export const undoImport = service({
  summary: 'Take an import back while nothing of it was changed since: what it added goes, what it changed returns',
  permission: 'imports.undo',
  effect: 'write',
  input: ById,
  output: z.object({ msg: z.string(), deleted: z.int(), restored: z.int() }),
  run: async (ctx, { id }) => {
    await takeTime(ctx);
    const found = (await ofActor(ctx).where({ id }).forUpdate().first({
      _id: 'id',
      kind: 'kind',
      fileName: 'file_name',
      undoneBy: 'undone_by',
      actorId: 'actor_id',
    })) as UndoneImport | undefined;
    if (!found) throw notFound('Import');
    const isOwn = found.actorId !== null && found.actorId === ctx.actor.id;
    if (!isOwn && ctx.actor.role !== 'Office Admin') throw new DomainError('permission-denied', undefined);
    if (found.undoneBy) throw new DomainError('import-not-undoable', { why: `${found.undoneBy} undid it already` });
    const { deleted, restored } = await takeBack(ctx, found);
    await ctx.db('imports').where({ id }).update({ undone_at: ctx.clock.now(), undone_by: ctx.actor.name });
    await ctx.audit({
      action: 'undo import',
      entity: 'import',
      id,
      before: { file: found.fileName, deleted },
      after: { restored },
    });
    if (found.kind === SHED_PARTS) await noteSheds(ctx, found);
    const [one, many] = found.kind === ORDERS ? ['order', 'orders'] : ['row', 'rows'];
    return {
      msg: `${found.fileName} is undone: ${deleted} ${plural(deleted, one, many)} deleted, ${restored} restored.`,
      deleted,
      restored,
    };
  },
});

/** The trail of each shed whose parts came back. */
async function noteSheds(tx: WriteCtx, { _id: id, fileName }: UndoneImport): Promise<void> {
  const ids = (await tx.db('import_rows').where({ import_id: id }).orderBy('n').pluck('record_id')) as string[];
  await tx.audit({ action: 'undo import', entity: 'shed', ids, after: { file: fileName } });
}

interface UndoneImport {
  readonly _id: string;
  readonly kind: string;
  readonly fileName: string;
  readonly undoneBy: string | null;
  readonly actorId: string | null;
}

async function takeBack(ctx: WriteCtx, { _id: id, kind, fileName }: UndoneImport) {
  const { tables = [], undo } = kindNamed(kind) ?? {};
  for (const table of tables) await ctx.db.raw('lock table ?? in share row exclusive mode', [table]);
  refuseBlocked(await inTheWay(ctx.db, { _id: id, kind }));
  await moveBack(ctx, [id], { why: `import of ${fileName} undone`, source: 'import', sourceId: id });
  const done = await (undo ? undo(ctx, id) : restoreVersions(ctx.db, id)).catch((error: unknown) => {
    throw takenRefusal(error, 'undone') ?? error;
  });
  await publishCatalogue(ctx);
  return done;
}

function refuseBlocked([blocker, ...others]: z.output<typeof InTheWay>[]): void {
  if (!blocker) return;
  const more = others.length > 0 ? ` (and ${others.length} more)` : '';
  throw new DomainError('import-not-undoable', { why: `${blocker.name} ${blocker.why}${more}` });
}
