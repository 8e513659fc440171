import { z } from 'zod';
import { getPaging } from '../kernel/records/fields.js';
import { type ActorCtx, getScope } from '../kernel/context.js';
import { notFound } from '../kernel/errors.js';
import { service } from '../kernel/service.js';
import { mapColumns } from '../kernel/database/columns.js';
import { queryFirstRow, queryPage } from '../kernel/database/rows.js';
import { undoing } from './kinds.js';
import { Blocker } from './reading/schema.js';
import { RecordId } from '../kernel/records/record.js';

/**
 * The row counts: new, replaced, kept, skipped and refused for orders; new, changed, unchanged and refused for other
 * kinds.
 */
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
const ShownImport = ImportRow.extend({
  report: z.array(ReportRow),
  /** Whether its rows are loaded page by page, as for imports through the workbench. */
  paged: z.boolean(),
  inTheWay: z.array(Blocker),
});

const columns = mapColumns('_id kind fileName sha256 by:actor_name at counts undoneAt undoneBy');

export const listImports = service({
  summary: 'List imports, newest first',
  permission: 'imports.read',
  effect: 'read',
  input: z.object({
    ...getPaging(50),
  }),
  output: z.object({ items: z.array(ImportRow), total: z.int() }),
  run: (ctx, page) =>
    queryPage<z.output<typeof ImportRow>>(ofActor(ctx).select(columns).orderByRaw('at desc, id desc'), page),
});

export const getImport = service({
  summary: 'Get one import with its counts, its skipped and refused rows, and what prevents undoing it',
  permission: 'imports.read',
  effect: 'read',
  input: RecordId,
  output: ShownImport,
  run: async (ctx, { id }) => {
    const row = await queryFirstRow<z.output<typeof ShownImport>>(
      ofActor(ctx)
        .where({ id })
        .first({ ...columns, report: 'report', paged: ctx.db.raw(`layout <> '[]'`) }),
    );
    if (!row) throw notFound('Import');
    const report = Array.isArray(row.report) ? row.report : []; // workbench rows are loaded page by page
    return { ...row, report, inTheWay: row.undoneAt ? [] : await undoing(row.kind).findBlockers(ctx.db, id) };
  },
});

/** The applied imports an actor may see. A shop sees only its own. */
export function ofActor(ctx: ActorCtx) {
  const scope = getScope(ctx.actor);
  const query = ctx.db('imports').where({ staged: false });
  return scope === null ? query : query.where({ shop_id: scope });
}
